import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Payloads that share their object with their tag, and what they may ask their encoder for.
@Suite struct TaggedPayloadTests {
  private protocol Part: Encodable, Sendable {}

  /// A payload whose encoding is a function.
  private struct Payload: Part {
    var write: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  /// A payload whose fields are written by a function.
  private struct Fields: Part, FieldEncodable {
    var write: @Sendable (inout FieldWriter) throws -> Void
    func encode(fields: inout FieldWriter) throws { try write(&fields) }
  }

  private enum Names: CodingKey { case id, title }
  private enum Others: CodingKey { case note, type }

  private static func registry(_ key: String = "type") throws -> PolymorphicRegistry<any Part> {
    var registry = PolymorphicRegistry<any Part>(.key(key))
    try registry.register(encodable: Payload.self, for: "PAYLOAD") { $0 }
    try registry.register(encodable: Fields.self, for: "FIELDS") { $0 }
    return registry
  }

  /// Encodes a payload several times, because key types and fields are learnt.
  private func encode(
    _ part: any Part,
    _ backend: Backend,
    key: String = "type"
  ) throws -> JSONTree {
    let registry = try Self.registry(key)
    let elements = [Polymorphic<any Part>](repeating: .known(part), count: 4)
    let data = try backend.encoded(elements) { $0.register(registry) }
    guard case .array(let trees) = try JSONTree(parsing: Array(data)) else {
      throw WrongOutput()
    }
    let first = try #require(trees.first)
    #expect(trees.allSatisfy { $0 == first })
    return first
  }

  private struct WrongOutput: Error {}

  private func tree(_ json: String) throws -> JSONTree { try JSONTree(parsing: Array(json.utf8)) }

  // MARK: - Containers

  @Test(arguments: Backend.allJSON)
  func `writes containers of two key types beside the tag`(_ backend: Backend) throws {
    let part = Payload { encoder in
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
      var others = encoder.container(keyedBy: Others.self)
      try others.encode("n", forKey: .note)
      try others.encode("PAYLOAD", forKey: .type)
      try names.encode("t", forKey: .title)
    }
    #expect(
      try encode(part, backend) == tree(#"{"type":"PAYLOAD","id":1,"note":"n","title":"t"}"#)
    )
  }

  @Test(arguments: Backend.allJSON)
  func `refuses another tag in a second container, with its path`(_ backend: Backend) throws {
    let part = Payload { encoder in
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
      var others = encoder.container(keyedBy: Others.self)
      try others.encode("OTHER", forKey: .type)
    }
    let error = #expect(throws: EncodingError.self) { try encode(part, backend) }
    guard case .invalidValue(let value, let context) = error else { return }
    #expect(value as? String == "OTHER")
    #expect(context.codingPath.map(\.stringValue).last == "type")
    #expect(context.debugDescription.contains("PAYLOAD"))
  }

  @Test(arguments: Backend.allJSON)
  func `writes a payload that encodes another value in its place`(_ backend: Backend) throws {
    let inner = Payload { encoder in
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
    }
    let part = Payload { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(inner)
    }
    #expect(try encode(part, backend) == tree(#"{"type":"PAYLOAD","id":1}"#))
  }

  @Test(arguments: Backend.allJSON)
  func `refuses payloads that are arrays or scalars`(_ backend: Backend) throws {
    let array = Payload { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
    }
    let scalar = Payload { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
    for (part, found) in [(array, "an array"), (scalar, "a single value")] {
      let error = #expect(throws: EncodingError.self) { try encode(part, backend) }
      #expect("\(String(describing: error))".contains(found))
    }
  }

  // MARK: - Elements in the same object

  private enum Inner: PolymorphicEnum {
    case small(Small)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Inner>("kind") {
      try $0.register(for: "SMALL", as: Inner.small)
    }
  }

  private struct Small: Codable {
    var size: Int
  }

  @Test(arguments: Backend.allJSON)
  func `writes an element of another registry into the object of a payload`(
    _ backend: Backend
  ) throws {
    let part = Payload { encoder in
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
      try Inner.small(Small(size: 2)).encode(to: encoder)
    }
    #expect(
      try encode(part, backend) == tree(#"{"type":"PAYLOAD","id":1,"kind":"SMALL","size":2}"#)
    )
  }

  @Test(arguments: Backend.allJSON)
  func `lets members of a payload win over an unknown element in its object`(
    _ backend: Backend
  ) throws {
    let json = #"{"type":"PAYLOAD","kind":"LARGE","id":1,"extra":[1]}"#
    let inner = try backend.decode(Inner.self, from: json)
    let part = Payload { encoder in
      try inner.encode(to: encoder)
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(7, forKey: .id)
    }
    #expect(
      try encode(part, backend) == tree(#"{"type":"PAYLOAD","kind":"LARGE","id":7,"extra":[1]}"#)
    )
  }

  // MARK: - Fields

  @Test(arguments: Backend.allJSON)
  func `writes fields, and leaves out one that is the tag`(_ backend: Backend) throws {
    let part = Fields { fields in
      try fields.encode("id", 1)
      try fields.encode("type", "FIELDS")
      try fields.encode("title", "t")
    }
    #expect(try encode(part, backend) == tree(#"{"type":"FIELDS","id":1,"title":"t"}"#))
  }

  @Test(arguments: Backend.allJSON)
  func `refuses a wrapper with another value in the field of the tag`(_ backend: Backend) throws {
    let part = Fields { fields in
      try fields.encode("id", 1)
      try fields.encode("type", FieldValue.value("OTHER"))
    }
    let error = #expect(throws: EncodingError.self) { try encode(part, backend) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue).last == "type")
    #expect(context.debugDescription.contains("OTHER"))
  }

  @Test(arguments: Backend.allJSON)
  func `checks containers and fields of one payload alike`(_ backend: Backend) throws {
    let part = Fields { fields in
      try fields.encode("id", 1)
      var others = fields.encoder.container(keyedBy: Others.self)
      try others.encode("n", forKey: .note)
      try others.encode("FIELDS", forKey: .type)
      try fields.encode("type", "FIELDS")
      try fields.encode("title", "t")
    }
    #expect(
      try encode(part, backend) == tree(#"{"type":"FIELDS","id":1,"note":"n","title":"t"}"#)
    )
  }

  @Test(arguments: [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase])
  func `compares the field of a tag before a strategy converts it`(
    _ strategy: JSONEncoder.KeyEncodingStrategy
  ) throws {
    let part = Fields { fields in
      try fields.encode("contentType", "FIELDS")
      try fields.encode("id", 1)
    }
    let encoder = PolymorphicJSONEncoder(try Self.registry("contentType"))
    encoder.keyEncodingStrategy = strategy
    for _ in 0..<3 {
      let data = try encoder.encode([Polymorphic<any Part>.known(part)])
      let key = if case .convertToSnakeCase = strategy { "content_type" } else { "contentType" }
      #expect(String(decoding: data, as: UTF8.self) == #"[{"\#(key)":"FIELDS","id":1}]"#)
    }
  }

  @Test func `keeps the fields of one type apart, with and without a tag`() throws {
    let part = Fields { fields in
      try fields.encode("type", "FIELDS")
      try fields.encode("kind", "FIELDS")
      try fields.encode("id", 1)
    }
    let (byType, byKind) = (try Self.registry("type"), try Self.registry("kind"))
    let element = [Polymorphic<any Part>.known(part)]
    let pool = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<3 {
      #expect(
        String(decoding: try pool.encode([part]), as: UTF8.self)
          == #"[{"type":"FIELDS","kind":"FIELDS","id":1}]"#
      )
      pool.userInfo.register(byType)
      #expect(
        String(decoding: try pool.encode(element), as: UTF8.self)
          == #"[{"type":"FIELDS","kind":"FIELDS","id":1}]"#
      )
      pool.userInfo.register(byKind)
      #expect(
        String(decoding: try pool.encode(element), as: UTF8.self)
          == #"[{"kind":"FIELDS","type":"FIELDS","id":1}]"#
      )
    }
  }

  // MARK: - Errors and late use

  private struct Failure: Error {}

  @Test func `goes on after a payload whose error was caught`() throws {
    struct Either: Encodable {
      let first: Polymorphic<any Part>
      let second: Polymorphic<any Part>

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        do { try container.encode(first) } catch is Failure {}
        try container.encode(second)
      }
    }
    let failing = Payload { encoder in
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
      var others = encoder.container(keyedBy: Others.self)
      try others.encode("n", forKey: .note)
      throw Failure()
    }
    let fields = Fields { try $0.encode("id", 2) }
    let both = Either(first: .known(failing), second: .known(fields))
    let data = try PolymorphicJSONEncoder(Self.registry()).encode([both, both])
    let one = #"[{"type":"FIELDS","id":2}]"#
    #expect(String(decoding: data, as: UTF8.self) == "[\(one),\(one)]")
  }

  @Test func `ignores an encoder that is used after its payload`() throws {
    final class Kept: @unchecked Sendable {
      // Only one thread uses it.
      var encoder: (any Encoder)?
    }
    let kept = Kept()
    let part = Payload { encoder in
      if let late = kept.encoder {
        var container = late.container(keyedBy: Names.self)
        try container.encode("late", forKey: .title)
        var single = late.singleValueContainer()
        try single.encode("late")
        var array = late.unkeyedContainer()
        try array.encode("late")
        #expect(late.codingPath.isEmpty)
      }
      kept.encoder = encoder
      var names = encoder.container(keyedBy: Names.self)
      try names.encode(1, forKey: .id)
    }
    let encoder = PolymorphicJSONEncoder(try Self.registry())
    let element = Polymorphic<any Part>.known(part)
    let data = try encoder.encode([element, element])
    let one = #"{"type":"PAYLOAD","id":1}"#
    #expect(String(decoding: data, as: UTF8.self) == "[\(one),\(one)]")
    #expect(String(decoding: try encoder.encode([element]), as: UTF8.self) == "[\(one)]")
  }
}
