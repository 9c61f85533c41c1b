import Medley
import MedleyTesting
import TestSupport
import Testing

/// A value whose type is registered as a payload was encoded as that payload: a recursive enum
/// overflowed the stack.
@Suite struct OwnTypePayloadTests {
  indirect enum Filter: PolymorphicEnum, Hashable, Sendable {
    case not(Filter)
    case perhaps(Filter?)
    case all([Filter])
    case text(String)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Filter>(.external) { registry in
      try registry.register(for: "not", as: Filter.not)
      try registry.register(for: "perhaps", as: Filter.perhaps)
      try registry.register(for: "all", as: Filter.all)
      try registry.register(for: "text", as: Filter.text)
    }
  }

  @Test(
    arguments: Backend.allCases,
    [
      (Filter.text("a"), #"{"text":"a"}"#),
      (.not(.text("a")), #"{"not":{"text":"a"}}"#),
      (
        .not(.not(.all([.text("a"), .not(.text("b"))]))),
        #"{"not":{"not":{"all":[{"text":"a"},{"not":{"text":"b"}}]}}}"#
      ),
      (.perhaps(.text("a")), #"{"perhaps":{"text":"a"}}"#),
      (.perhaps(.perhaps(.not(.text("a")))), #"{"perhaps":{"perhaps":{"not":{"text":"a"}}}}"#),
    ]
  )
  func `encodes a recursive enum by its case`(
    _ backend: Backend,
    _ sample: (filter: Filter, json: String)
  ) throws {
    #expect(try backend.encode([sample.filter]) == JSONTree(parsing: "[\(sample.json)]"))
    #expect(try backend.roundTrip([sample.filter]) == [sample.filter])
    try Filter.registry.validate(samples: [sample.filter])
  }

  @Test(arguments: Backend.allJSON)
  func `encodes a recursive enum with nil and unknown payloads`(
    _ backend: Backend
  ) throws {
    #expect(try backend.encode([Filter.perhaps(nil)]).text == #"[{"perhaps":null}]"#)
    #expect(try backend.roundTrip([Filter.perhaps(nil)]) == [.perhaps(nil)])
    let json = #"[{"not":{"like":"a%"}}]"#
    let filters = try backend.decode([Filter].self, from: json)
    #expect(try backend.encode(filters).text == json)
  }

  /// An enum with `from:` for every case.
  indirect enum Direct: PolymorphicEnum, Hashable {
    case not(Direct)
    case text(String)

    static let registry = PolymorphicRegistry<Direct>(.adjacent(tag: "op", content: "of")) {
      try $0.register(
        for: "not",
        as: Direct.not,
        from: { if case .not(let filter) = $0 { filter } else { nil } }
      )
      try $0.register(
        for: "text",
        as: Direct.text,
        from: { if case .text(let text) = $0 { text } else { nil } }
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a recursive enum by from:`(_ backend: Backend) throws {
    let filters = [Direct.not(.not(.text("a"))), .text("b")]
    #expect(
      try backend.encode(filters)
        == JSONTree(
          parsing: """
            [{"op":"not","of":{"op":"not","of":{"op":"text","of":"a"}}},{"op":"text","of":"b"}]
            """
        )
    )
    #expect(try backend.roundTrip(filters) == filters)
  }

  // MARK: - Bases that aren't polymorphic enums

  indirect enum Plain: Codable, Hashable {
    case not(Plain)
    case text(String)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a recursive plain enum by its case`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Plain>(.external)
    try registry.register(for: "not", as: Plain.not)
    try registry.register(for: "text", as: Plain.text)
    let values: [Polymorphic<Plain>] = [.known(.text("a"))]
    #expect(
      try backend.encode(values, with: registry) == JSONTree(parsing: #"[{"text":"a"}]"#)
    )
    #expect(try backend.roundTrip(values, with: registry) == values)
  }

  @Test func `never encodes a recursive plain enum as another case`() throws {
    var registry = PolymorphicRegistry<Plain>(.external)
    try registry.register(for: "not", as: Plain.not)
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Polymorphic<Plain>.known(.text("a"))], with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.place == "[0]")
  }

  struct Box: Codable, Hashable {
    var name: String
    var lid: [Box] = []
  }

  @Test(arguments: Backend.allCases)
  func `encodes a converted struct of the same type by from:`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<Box>("type")
    try registry.register(
      Box.self,
      for: "LIDDED",
      as: { Box(name: "lidded", lid: [$0]) },
      from: { $0.lid.first }
    )
    try registry.register(Box.self, for: "PLAIN", as: { $0 }, from: { $0 })
    let boxes = [Box(name: "lidded", lid: [Box(name: "a")]), Box(name: "b")]
      .map { Polymorphic<Box>.known($0) }
    #expect(
      try backend.encode(boxes, with: registry)
        == JSONTree(
          parsing: """
            [{"type":"LIDDED","name":"a","lid":[]},{"type":"PLAIN","name":"b","lid":[]}]
            """
        )
    )
    #expect(try backend.roundTrip(boxes, with: registry) == boxes)
  }

  @Test func `never encodes a converted struct as its own payload`() throws {
    var registry = PolymorphicRegistry<Box>("type")
    try registry.register(Box.self, for: "LIDDED", as: { Box(name: "lidded", lid: [$0]) })
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Polymorphic<Box>.known(Box(name: "a"))], with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
  }

  class Animal: Codable {
    var name = "a"
    init() {}
  }

  @Test(arguments: Backend.allCases)
  func `a base class registered with an upcast is its own payload`(_ backend: Backend) throws {
    var animals = PolymorphicRegistry<Animal>("type")
    try animals.register(Animal.self, for: "ANIMAL") { $0 }
    #expect(
      try backend.encode([Polymorphic<Animal>.known(Animal())], with: animals)
        == JSONTree(parsing: #"[{"type":"ANIMAL","name":"a"}]"#)
    )
    var boxes = PolymorphicRegistry<Box>("type")
    try boxes.register(Box.self, for: "BOX") { $0 }
    #expect(
      try backend.encode([Polymorphic<Box>.known(Box(name: "b"))], with: boxes)
        == JSONTree(parsing: #"[{"type":"BOX","name":"b","lid":[]}]"#)
    )
  }
}
