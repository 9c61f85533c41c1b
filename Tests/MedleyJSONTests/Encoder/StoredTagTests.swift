import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Payloads that store their tag, which encoders write once, and whose other members go directly to
/// the encoder once their keys were seen.
@Suite struct StoredTagTests {
  private protocol Part: Codable, Sendable {}

  private struct Text: Part, Equatable {
    var id: Int
    var type = "text"
    var text: String
  }

  private enum Kind: String, Codable { case image, picture, video }

  private struct Image: Part, Equatable {
    var type = Kind.image
    var url: String
    var alt: String?
  }

  /// Its tag may be absent.
  private struct Loose: Part, Equatable {
    var type: String?
    var size: Double
    var isOpen: Bool
  }

  /// Its keys aren't cached by the engine.
  private struct Dynamic: Part, Equatable {
    var members: [String: Int]
    var type: String

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(members: [String: Int], type: String) {
      (self.members, self.type) = (members, type)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      type = try container.decode(String.self, forKey: Key(stringValue: "type"))
      members = [:]
      for key in container.allKeys where key.stringValue != "type" {
        members[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: Key(stringValue: name))
      }
      try container.encode(type, forKey: Key(stringValue: "type"))
    }
  }

  private static let registry = PolymorphicRegistry<any Part>("type") {
    try $0.register(Text.self, for: "text") { $0 }
    try $0.register(Image.self, for: "image") { $0 }
    try $0.register(Loose.self, for: "loose") { $0 }
    try $0.register(Dynamic.self, for: "dynamic") { $0 }
  }

  private static func encode(_ parts: [any Part], _ backend: Backend) throws -> JSONTree {
    let registry = registry
    return try backend.encode(parts.map { Polymorphic.known($0) }) { $0.register(registry) }
  }

  private static let parts: [any Part] = [
    Text(id: 1, text: "a"), Image(url: "u"), Loose(type: "loose", size: 1.5, isOpen: true),
    Loose(size: 2, isOpen: false), Dynamic(members: ["b": 1, "a": 2], type: "dynamic"),
    Image(url: "v", alt: "w"), Text(id: 2, text: "\"type\":\"text\""),
  ]

  private static let json = """
    [{"type":"text","id":1,"text":"a"},{"type":"image","url":"u"},
    {"type":"loose","size":1.5,"isOpen":true},{"type":"loose","size":2,"isOpen":false},
    {"type":"dynamic","a":2,"b":1},{"type":"image","url":"v","alt":"w"},
    {"type":"text","id":2,"text":"\\"type\\":\\"text\\""}]
    """

  @Test(arguments: Backend.allCases)
  func `the tag is written once, also when keys are known`(_ backend: Backend) throws {
    let many = (0..<5).flatMap { _ in Self.parts }
    guard case .array(let expected) = try JSONTree(parsing: Self.json) else {
      Issue.record("no array")
      return
    }
    let encoded = try Self.encode(many, backend)
    #expect(encoded == .array((0..<5).flatMap { _ in expected }))
  }

  @Test func `the engine writes the tag first and no member twice`() throws {
    let encoder = PolymorphicJSONEncoder()
    encoder.userInfo.register(Self.registry)
    let elements = (0..<3).flatMap { _ in Self.parts }.map { Polymorphic.known($0) }
    let text = String(decoding: try encoder.encode(elements), as: UTF8.self)
    let one = """
      {"type":"text","id":1,"text":"a"},{"type":"image","url":"u"},\
      {"type":"loose","size":1.5,"isOpen":true},{"type":"loose","size":2,"isOpen":false},\
      {"type":"dynamic","a":2,"b":1},{"type":"image","url":"v","alt":"w"},\
      {"type":"text","id":2,"text":"\\"type\\":\\"text\\""}
      """
    #expect(text == "[\(one),\(one),\(one)]")
  }

  @Test(arguments: Backend.allCases)
  func `another tag is an error, before and after keys are known`(_ backend: Backend) throws {
    let wrong: [any Part] = [
      Text(id: 1, type: "image", text: "a"), Image(type: .video, url: "u"),
      Loose(type: "text", size: 1, isOpen: true), Dynamic(members: [:], type: "text"),
      Dynamic(members: ["a": 1], type: ""),
    ]
    for part in wrong {
      for known in [[], Self.parts, Self.parts + Self.parts] {
        let error = #expect(throws: EncodingError.self) {
          try Self.encode(known + [part], backend)
        }
        #expect(error?.place == "[\(known.count)].type")
        #expect(error?.cause != nil)
      }
    }
  }

  @Test(arguments: Backend.allJSON, ["type", "kindOf", "kind_of"])
  func `with keys in snake case, each spelling of the tag's key is looked at`(
    _ backend: Backend,
    _ key: String
  ) throws {
    struct Named: Part {
      var kindOf = "named"
      var itemCount = 3
    }
    var registry = PolymorphicRegistry<any Part>(.key(key))
    try registry.register(Named.self, for: "named") { $0 }
    let elements = [Polymorphic<any Part>](repeating: .known(Named()), count: 4)
    let encoded = try backend.encode(elements, keys: .snakeCase) { $0.register(registry) }
    let one =
      key == "type"
      ? #"{"type":"named","kind_of":"named","item_count":3}"#
      : #"{"kind_of":"named","item_count":3}"#
    #expect(encoded == (try JSONTree(parsing: "[\(one),\(one),\(one),\(one)]")))
  }

  /// A payload whose encoding is a function.
  private struct Writing: Encodable, Sendable {
    var write: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  private enum Keys: String, CodingKey { case type, id }

  /// Ways to encode a payload, most of them odd.
  private static let ways: [Writing] = {
    typealias Container = KeyedEncodingContainer<Keys>
    let members: [@Sendable (inout Container) throws -> Void] = [
      { try $0.encode(1, forKey: .id) },
      { try $0.encode("w", forKey: .type) },
      {
        try $0.encode(1, forKey: .id)
        try $0.encode("v", forKey: .type)
      },
      { try $0.encode("other", forKey: .type) }, { try $0.encodeNil(forKey: .type) },
      { try $0.encode(Kind.image, forKey: .type) }, { try $0.encode(3, forKey: .type) },
      { try $0.encode(["w"], forKey: .type) }, { _ = $0.nestedUnkeyedContainer(forKey: .type) },
      {
        var inner = $0.nestedContainer(keyedBy: Keys.self, forKey: .id)
        try inner.encode("w", forKey: .type)
      },
      { try 1.encode(to: $0.superEncoder()) },
      { try "w".encode(to: $0.superEncoder(forKey: .type)) },
      { _ in }, { _ in throw CancellationError() },
    ]
    let keyed = members.map { write in
      Writing { encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try write(&container)
      }
    }
    return keyed + [
      Writing { _ in },
      Writing { try ["id": 1, "type": 2].encode(to: $0) }, Writing { try [1].encode(to: $0) },
      Writing { try "w".encode(to: $0) },
      Writing { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(Text(id: 1, type: "w", text: "a"))
      },
      Writing { encoder in
        var first = encoder.container(keyedBy: Keys.self)
        var second = encoder.container(keyedBy: Dynamic.Key.self)
        try first.encode(1, forKey: .id)
        try second.encode("w", forKey: Dynamic.Key(stringValue: "type"))
      },
      Writing { encoder in
        var container = encoder.container(keyedBy: Keys.self)
        if (try? container.encode("other", forKey: .type)) == nil {
          try container.encode("w", forKey: .type)
        }
      },
    ]
  }()

  /// A payload without a tag, if the policy for missing tags assumes it, is written once and without
  /// one; others get it, or are refused.
  @Test(arguments: [Discriminator.key("type"), .key("type").or(.key("kind")), .path("a", "type")])
  func `a tag that is assumed is found on all encoders`(_ form: Discriminator) throws {
    let usual = Self.ways[0]
    for way in Self.ways {
      for known in [0, 1, 3, 20] {
        let elements = [Writing](repeating: usual, count: known) + [way, usual, way]
        func outcome(_ backend: Backend) throws -> String {
          var registry = PolymorphicRegistry<Writing>(form)
          try registry.register(encodable: Writing.self, for: ["w", "v"]) { $0 }
          registry.policies.missing = .assume("w")
          registry.tagWriting = .unlessAssumed
          do {
            let tree = try backend.encode(elements.map { Polymorphic.known($0) }) {
              $0.register(registry)
            }
            #expect(tree.duplicateKey == nil)
            return "\(tree)"
          } catch let error as EncodingError {
            return "\(error.place): \(error.cause.map { "\($0.code)" } ?? "-")"
          } catch {
            return "\(error)"
          }
        }
        let expected = try outcome(.json)
        #expect(try outcome(.engine) == expected)
        #expect(try outcome(.dropIn) == expected)
      }
    }
  }

  @Test func `an assumed tag that is stored is written first`() throws {
    var registry = PolymorphicRegistry<any Part>("type")
    try registry.register(Loose.self, for: "loose") { $0 }
    registry.policies.missing = .assume("loose")
    registry.tagWriting = .unlessAssumed
    let encoder = PolymorphicJSONEncoder()
    encoder.userInfo.register(registry)
    let parts: [any Part] = [
      Loose(size: 1, isOpen: true), Loose(type: "loose", size: 2, isOpen: true),
      Loose(size: 3, isOpen: false),
    ]
    let elements = (0..<3).flatMap { _ in parts }.map { Polymorphic.known($0) }
    let one = """
      {"size":1,"isOpen":true},{"type":"loose","size":2,"isOpen":true},{"size":3,"isOpen":false}
      """
    let text = String(decoding: try encoder.encode(elements), as: UTF8.self)
    #expect(text == "[\(one),\(one),\(one)]")
  }

  @Test(arguments: Backend.allJSON)
  func `odd ways to write the tag are found`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Writing>("type")
    try registry.register(encodable: Writing.self, for: "w") { $0 }
    typealias Container = KeyedEncodingContainer<Keys>
    let wrong: [@Sendable (inout Container) throws -> Void] = [
      { try $0.encode(1, forKey: .type) }, { try $0.encode(true, forKey: .type) },
      { try $0.encode(["w"], forKey: .type) }, { try $0.encode(UInt8(3), forKey: .type) },
      { try $0.encode(1.5, forKey: .type) }, { try $0.encode("v", forKey: .type) },
      { _ = $0.nestedUnkeyedContainer(forKey: .type) },
      {
        var inner = $0.nestedContainer(keyedBy: Keys.self, forKey: .type)
        try inner.encode(1, forKey: .id)
      },
    ]
    let right: [@Sendable (inout Container) throws -> Void] = [
      { try $0.encodeNil(forKey: .type) },
      {
        try $0.encode("w", forKey: .type)
        try $0.encode("w", forKey: .type)
        try $0.encode(1, forKey: .id)
      },
    ]
    func way(_ write: @escaping @Sendable (inout Container) throws -> Void) -> Writing {
      Writing { encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try write(&container)
      }
    }
    let twoContainers = Writing { encoder in
      var first = encoder.container(keyedBy: Keys.self)
      try first.encode(1, forKey: .id)
      var second = encoder.container(keyedBy: Keys.self)
      try second.encode("w", forKey: .type)
    }
    let ways =
      wrong.map { (way($0), false) } + right.map { (way($0), true) } + [(twoContainers, true)]
    let usual = Writing { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode("w", forKey: .type)
      try container.encode(1, forKey: .id)
    }
    for (last, isRight) in ways {
      for known in [0, 3] {
        let elements = [Writing](repeating: usual, count: known) + [last]
        let encode = { () throws -> JSONTree in
          try backend.encode(elements.map { Polymorphic.known($0) }) { $0.register(registry) }
        }
        guard isRight else {
          #expect(throws: EncodingError.self) { try encode() }
          continue
        }
        guard case .array(let trees) = try encode(), case .object(let members)? = trees.last else {
          Issue.record("no object")
          continue
        }
        #expect(members.filter { $0.key == "type" }.count == 1)
      }
    }
  }
}
