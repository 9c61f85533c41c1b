import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Arrays of elements, whose payloads are written without an encoder if they only need their tag.
@Suite struct ElementArrayTests {
  private protocol Part: Codable, Sendable {}

  private struct Plain: Part, Hashable {
    var id: Int
    var note: String?
  }

  private struct Fields: Part, FieldEncodable {
    var id: Int
    var inner: [Int]

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("id", id)
      try fields.encode("inner", inner)
    }
  }

  /// A payload that stores its tag.
  private struct Tagged: Part {
    var type: String
    var id: Int
  }

  private struct Renamed: Part {
    var id: Int
  }

  private class Shared: Part, @unchecked Sendable {
    let id: Int
    init(id: Int) { self.id = id }
  }

  private final class Derived: Shared, @unchecked Sendable {}

  private enum Inner: PolymorphicEnum, Part {
    case leaf(Plain)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Inner>("kind") {
      try $0.register(for: "LEAF", as: Inner.leaf)
    }
  }

  private struct Failing: Part {
    private enum Keys: CodingKey { case id }
    struct Failure: Error {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .id)
      throw Failure()
    }
  }

  private static func registry() throws -> PolymorphicRegistry<any Part> {
    var registry = PolymorphicRegistry<any Part>("type")
    try registry.register(Plain.self, for: "PLAIN") { $0 }
    try registry.register(Fields.self, for: "FIELDS") { $0 }
    try registry.register(Tagged.self, for: "TAGGED") { $0 }
    try registry.register(Renamed.self, for: "NEW", "OLD") { $0 }
    try registry.register(Derived.self, for: "DERIVED") { $0 }
    try registry.register(Inner.self, for: "INNER") { $0 }
    try registry.register(Failing.self, for: "FAILING") { $0 }
    return registry
  }

  private static func elements() throws -> [Polymorphic<any Part>] {
    let unknown = try PolymorphicJSONDecoder(try registry())
      .decode(Polymorphic<any Part>.self, from: #"{ "type":"LATER", "x":[1.50] }"#)
    return [
      .known(Plain(id: 1, note: "a\"b")), .known(Fields(id: 2, inner: [3, 4])), unknown,
      .known(Tagged(type: "TAGGED", id: 5)), .known(Renamed(id: 6)), .known(Derived(id: 7)),
      .known(Inner.leaf(Plain(id: 8))), .known(Plain(id: 9)), .known(Fields(id: 10, inner: [])),
    ]
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func `writes the elements of an array as it writes them alone`() throws {
    let elements = try Self.elements()
    let encoder = PolymorphicJSONEncoder(try Self.registry())
    // Several times, because key types and fields are learnt.
    for _ in 0..<3 {
      let alone = try elements.map { Self.text(try encoder.encode($0)) }
      #expect(Self.text(try encoder.encode(elements)) == "[\(alone.joined(separator: ","))]")
      let nested = ["a": [elements, []]]
      #expect(
        Self.text(try encoder.encode(nested)) == #"{"a":[[\#(alone.joined(separator: ","))],[]]}"#
      )
    }
  }

  @Test func `writes the same bytes as JSONEncoder with sorted keys`() throws {
    let elements = try Self.elements().filter { $0.known != nil }
    let registry = try Self.registry()
    let (engine, foundation) = (PolymorphicJSONEncoder(registry), JSONEncoder())
    foundation.userInfo.register(registry)
    for format in [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
      engine.outputFormatting = format
      foundation.outputFormatting = format
      #expect(Self.text(try engine.encode(elements)) == Self.text(try foundation.encode(elements)))
    }
  }

  @Test func `writes an element alone as JSONEncoder does with sorted keys`() throws {
    let registry = try Self.registry()
    let (engine, foundation) = (PolymorphicJSONEncoder(registry), JSONEncoder())
    foundation.userInfo.register(registry)
    for format in [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
      engine.outputFormatting = format
      foundation.outputFormatting = format
      for element in try Self.elements() where element.known != nil {
        #expect(Self.text(try engine.encode(element)) == Self.text(try foundation.encode(element)))
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `converts the keys of payloads and of the tag`(_ backend: Backend) throws {
    struct Long: Codable, Hashable, Sendable { var firstName: Int }
    let registry = try PolymorphicRegistry<Long>("partType").registering(Long.self, for: "LONG")
    let elements = [Polymorphic.known(Long(firstName: 1)), .known(Long(firstName: 2))]
    let data = try backend.encoded(elements, keys: .snakeCase) { $0.register(registry) }
    #expect(
      try JSONTree(parsing: Array(data))
        == JSONTree(
          parsing: Array(
            #"[{"part_type":"LONG","first_name":1},{"part_type":"LONG","first_name":2}]"#.utf8
          )
        )
    )
  }

  @Test func `encodes with a registry that is made for each element`() throws {
    enum Fresh: PolymorphicEnum {
      case plain(Plain)
      case fields(Fields)
      case unknown(UnknownPayload)

      static var registry: PolymorphicRegistry<Fresh> {
        PolymorphicRegistry("type") {
          try $0.register(
            for: "PLAIN",
            as: Fresh.plain,
            from: { if case .plain(let plain) = $0 { plain } else { nil } }
          )
          try $0.register(
            for: "FIELDS",
            as: Fresh.fields,
            from: { if case .fields(let fields) = $0 { fields } else { nil } }
          )
        }
      }
    }
    let elements = [
      Fresh.plain(Plain(id: 1)), .fields(Fields(id: 2, inner: [])), .plain(Plain(id: 3)),
    ]
    let encoder = PolymorphicJSONEncoder()
    for _ in 0..<3 {
      #expect(
        Self.text(try encoder.encode(elements))
          == #"[{"type":"PLAIN","id":1},{"type":"FIELDS","id":2,"inner":[]},{"type":"PLAIN","id":3}]"#
      )
    }
  }

  // MARK: - Failing

  @Test(arguments: Backend.allJSON)
  func `names the element that stores another tag`(_ backend: Backend) throws {
    let elements: [Polymorphic<any Part>] = [
      .known(Plain(id: 1)), .known(Tagged(type: "PLAIN", id: 2)),
    ]
    let registry = try Self.registry()
    let error = #expect(throws: EncodingError.self) {
      try backend.encoded(elements) { $0.register(registry) }
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 1", "type"])
    #expect(context.underlyingError is DiscriminatorError)
  }

  @Test func `leaves nothing behind when an element alone throws`() throws {
    let encoder = PolymorphicJSONEncoder(try Self.registry())
    var bytes = Array("a".utf8)
    #expect(throws: Failing.Failure.self) {
      try encoder.encode(Polymorphic<any Part>.known(Failing()), into: &bytes)
    }
    let error = #expect(throws: EncodingError.self) {
      try encoder.encode(
        Polymorphic<any Part>.known(Tagged(type: "PLAIN", id: 2)),
        into: &bytes
      )
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["type"])
    try encoder.encode(Polymorphic<any Part>.known(Plain(id: 1)), into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"a{"type":"PLAIN","id":1}"#)
  }

  @Test func `leaves nothing behind when an element throws`() throws {
    let encoder = PolymorphicJSONEncoder(try Self.registry())
    let elements: [Polymorphic<any Part>] = [.known(Plain(id: 1)), .known(Failing())]
    /// A type that encodes another array if one fails.
    struct Trying: Encodable {
      let elements: [Polymorphic<any Part>]
      enum Keys: CodingKey { case failing, after }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        #expect(throws: Failing.Failure.self) {
          try container.encode(elements, forKey: .failing)
        }
        try container.encode(Array(elements.dropLast()), forKey: .after)
      }
    }
    #expect(throws: Failing.Failure.self) { try encoder.encode(elements) }
    #expect(
      Self.text(try encoder.encode(Trying(elements: elements)))
        == #"{"after":[{"type":"PLAIN","id":1}]}"#
    )
  }

  @Test func `needs a registry for the first known element only`() throws {
    let unknown = try Self.elements().filter { $0.unknown != nil }
    let encoder = PolymorphicJSONEncoder()
    #expect(Self.text(try encoder.encode(unknown)) == #"[{ "type":"LATER", "x":[1.50] }]"#)
    let error = #expect(throws: EncodingError.self) {
      try encoder.encode(unknown + [.known(Plain(id: 1))])
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 1"])
    #expect(context.underlyingError is RegistrationError)
  }

  @Test func `refuses a type that isn't registered, with its path`() throws {
    struct Other: Part {}
    let encoder = PolymorphicJSONEncoder(try Self.registry())
    let elements: [Polymorphic<any Part>] = [.known(Plain(id: 1)), .known(Other())]
    let error = #expect(throws: EncodingError.self) { try encoder.encode(elements) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 1"])
    #expect(context.underlyingError is DiscriminatorError)
  }
}
