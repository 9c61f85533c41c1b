import Medley
import MedleyTesting
import TestSupport
import Testing

/// Enums that reflect or describe themselves as something else were encoded as another case.
@Suite struct MisleadingReflectionTests {
  struct Text: Codable, Hashable {
    var text: String
  }

  // MARK: - Reflecting

  /// An enum whose mirror shows the payload of another case.
  enum Mirrored: PolymorphicEnum, CustomReflectable {
    case title(Text)
    case note(Text)

    static let registry = PolymorphicRegistry<Mirrored>("type") { registry in
      try registry.register(for: "title", as: Mirrored.title)
      try registry.register(for: "note", as: Mirrored.note)
    }

    var customMirror: Mirror {
      Mirror(self, children: ["note": Text(text: "wrong")], displayStyle: .enum)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a case isn't encoded as what its mirror shows`(_ backend: Backend) throws {
    let json = #"[{"type":"title","text":"a"},{"type":"note","text":"b"}]"#
    let items = try backend.decode([Mirrored].self, from: json)
    for item in items {
      let error = try #require(throws: EncodingError.self) { try backend.encode([item]) }
      #expect(error.place == "[0]")
      #expect(error.cause?.code == .unregisteredType)
      let text = try #require(error.cause?.description)
      #expect(text.contains("A case of Mirrored"))
      #expect(text.contains("from:"))
      #expect(text.contains("CustomReflectable"))
    }
  }

  @Test func `validation finds a case whose mirror isn't used`() {
    let problems = Mirrored.registry.problems
    #expect(problems.map(\.code).contains(.unencodableCase))
    #expect(problems.allSatisfy { $0.description.contains("from:") })
  }

  /// An enum with functions needs no mirror.
  enum Extracted: PolymorphicEnum, CustomReflectable {
    case title(Text)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Extracted>("type") { registry in
      try registry.register(
        for: "title",
        as: Extracted.title,
        from: { if case .title(let text) = $0 { text } else { nil } }
      )
    }

    var customMirror: Mirror { Mirror(reflecting: 5) }

    var unknownPayload: UnknownPayload? {
      if case .unknown(let payload) = self { payload } else { nil }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a case with from: is encoded whatever its mirror shows`(_ backend: Backend) throws {
    let json = #"[{"type":"title","text":"a"},{"type":"new","n":1}]"#
    let items = try backend.decode([Extracted].self, from: json)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    try Extracted.registry.validate(samples: items)
  }

  // MARK: - Describing

  /// An enum that isn't `Equatable`, and whose cases have one description.
  enum Described: PolymorphicEnum, CustomStringConvertible {
    case text(Text)
    case line
    case space

    static let registry = PolymorphicRegistry<Described>("type") { registry in
      try registry.register(for: "text", as: Described.text)
      try registry.register(.line, for: "line")
      try registry.register(.space, for: "space")
    }

    var description: String { "a block" }
  }

  @Test(arguments: Backend.allCases)
  func `a value isn't encoded as another one with its description`(_ backend: Backend) throws {
    let json = #"[{"type":"text","text":"a"},{"type":"line"},{"type":"space"}]"#
    let blocks = try backend.decode([Described].self, from: json)
    let text = try JSONTree(parsing: #"[{"type":"text","text":"a"}]"#)
    #expect(try backend.encode([blocks[0]]) == text)
    for block in blocks.dropFirst() {
      let error = try #require(throws: EncodingError.self) { try backend.encode([block]) }
      #expect(error.cause?.code == .unregisteredType)
      #expect(error.cause?.description.contains("make the enum Equatable") == true)
    }
  }

  @Test func `validation finds values that can't be told apart`() {
    let problems = Described.registry.problems
    #expect(problems.map(\.code) == [.unencodableCase, .unencodableCase])
    #expect(problems.map(\.tag) == ["line", "space"])
    #expect(problems.allSatisfy { $0.description.contains("Make the enum Equatable") })
  }

  /// The same enum, whose values are compared.
  enum Compared: PolymorphicEnum, Hashable, CustomStringConvertible, CustomReflectable {
    case line
    case space(Text)

    static let registry = PolymorphicRegistry<Compared>("type") { registry in
      try registry.register(.line, for: "line")
      try registry.register(
        for: "space",
        as: Compared.space,
        from: { if case .space(let text) = $0 { text } else { nil } }
      )
    }

    var description: String { "a block" }
    var customMirror: Mirror { Mirror(reflecting: "a block") }
  }

  @Test(arguments: Backend.allCases)
  func `a value that can be compared is found`(_ backend: Backend) throws {
    let json = #"[{"type":"line"},{"type":"space","text":"a"}]"#
    let blocks = try backend.decode([Compared].self, from: json)
    #expect(try backend.encode(blocks) == JSONTree(parsing: json))
    try Compared.registry.validate(samples: blocks)
  }
}
