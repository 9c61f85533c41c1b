import Foundation
import Medley
import TestSupport
import Testing

/// Payloads that write to the containers of Foundation's encoders directly, after their keys were
/// learnt.
@Suite struct DirectContainersTests {
  typealias Element = Polymorphic<any Media>
  typealias Registry = PolymorphicRegistry<any Media>

  typealias Odd = MergedEncodingTests.Odd

  static func encode(
    _ backend: Backend,
    _ registry: Registry,
    _ write: @escaping @Sendable (any Encoder) throws -> Void
  ) throws -> JSONTree {
    try backend.encode([Element.known(Odd(write))], with: registry)
  }

  enum Plain: String, CodingKey { case a, b }

  /// The type of the container behind a keyed container.
  static func kind(_ container: KeyedEncodingContainer<Plain>) -> String {
    Mirror(reflecting: container).children.map { "\(type(of: $0.value))" }.joined()
  }

  @Test(arguments: Backend.allCases)
  func `a payload gets the encoder's own container from the second time on`(
    _ backend: Backend
  ) throws {
    struct Probe: Encodable {
      let note: @Sendable (String) -> Void
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Plain.self)
        note(DirectContainersTests.kind(container))
        try container.encode(1, forKey: .a)
      }
    }
    let kinds = Kinds()
    let probe = Probe { kinds.append($0) }
    _ = try backend.encode([probe])
    for discriminator: Discriminator in ["type", .compound("type", "kind")] {
      var registry = Registry(discriminator)
      let isCompound = "\(discriminator)".contains(",")
      try registry.register(Odd.self, for: isCompound ? ["ODD", 1] : "ODD")
      for _ in 0..<3 { _ = try Self.encode(backend, registry) { try probe.encode(to: $0) } }
    }
    let all = kinds.all
    #expect(all.count == 7)
    #expect([all[2], all[3], all[5], all[6]].allSatisfy { $0 == all[0] })
    #expect(all[1] != all[0])
    #expect(all[4] != all[0])
  }

  /// The kinds of containers that a payload got, in order.
  final class Kinds: @unchecked Sendable {
    // Sound: one test encodes on one thread.
    private(set) var all: [String] = []
    func append(_ kind: String) { all.append(kind) }
  }

  /// Keys that can't be made from their names, which some types never need.
  enum WriteOnly: CodingKey {
    case type, title
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var stringValue: String { self == .type ? "type" : "title" }
    var intValue: Int? { nil }
  }

  @Test(arguments: Backend.allCases)
  func `keys that can't be made from their names don't replace the tag`(
    _ backend: Backend
  ) throws {
    let registry = Registry("type", ["ODD": Odd.self])
    for _ in 0..<3 {
      let tree = try Self.encode(backend, registry) { encoder in
        var container = encoder.container(keyedBy: WriteOnly.self)
        try container.encode("a", forKey: .title)
      }
      #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","title":"a"}]"#))
      let error = try #require(throws: EncodingError.self) {
        try Self.encode(backend, registry) { encoder in
          var container = encoder.container(keyedBy: WriteOnly.self)
          try container.encode("a", forKey: .title)
          try container.encode("EVEN", forKey: .type)
        }
      }
      #expect(error.cause?.code == .tagDisagrees)
      #expect(error.place == "[0].type")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a payload that was an object may turn out to be a scalar`(_ backend: Backend) throws {
    let registry = Registry("type", ["ODD": Odd.self])
    let writes: [@Sendable (any Encoder) throws -> Void] = [
      { try 1.encode(to: $0) },
      { try [1].encode(to: $0) },
      { encoder in
        var container = encoder.container(keyedBy: Plain.self)
        try container.encode(1, forKey: .a)
        var value = encoder.singleValueContainer()
        try value.encode("x")
      },
      { encoder in
        var container = encoder.container(keyedBy: Plain.self)
        try container.encode(1, forKey: .a)
        _ = encoder.unkeyedContainer()
      },
    ]
    for write in writes {
      for _ in 0..<2 {
        let tree = try Self.encode(backend, registry) { encoder in
          var container = encoder.container(keyedBy: Plain.self)
          try container.encode(1, forKey: .a)
        }
        #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","a":1}]"#))
      }
      let error = try #require(throws: EncodingError.self) {
        try Self.encode(backend, registry, write)
      }
      #expect(error.place == "[0]")
      #expect(error.details?.debugDescription.contains(".adjacent, .external") == true)
    }
  }

  class Animal: Media, @unchecked Sendable {
    // Sound: a test encodes it on one thread.
    var title: String
    init(title: String) { self.title = title }
  }

  /// A subclass with the tag among its keys.
  final class Dog: Animal, @unchecked Sendable {
    var type = "DOG"
    enum CodingKeys: CodingKey { case type }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(type, forKey: .type)
    }
  }

  @Test(arguments: Backend.allCases)
  func `each class of a hierarchy has containers of its own`(_ backend: Backend) throws {
    let registry = Registry("type", ["DOG": Dog.self])
    let dog = Dog(title: "a")
    for _ in 0..<3 {
      #expect(
        try backend.encode([Element.known(dog)], with: registry)
          == JSONTree(parsing: #"[{"type":"DOG","title":"a"}]"#)
      )
    }
    dog.type = "CAT"
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Element.known(dog)], with: registry)
    }
    #expect(error.place == "[0].type")
  }

  @Test func `a member that is converted to the tag's key must agree, whatever its type`() throws {
    enum Kind: String, Codable {
      case a = "A"
      case b = "B"
    }
    struct Clip: Media {
      var mediaType: Kind
      var title: String
    }
    let registry = Registry("media_type", ["A": Clip.self])
    for _ in 0..<3 {
      let tree = try Backend.json.encode(
        [Element.known(Clip(mediaType: .a, title: "x"))],
        keys: .snakeCase
      ) { $0.register(registry) }
      #expect(try tree == JSONTree(parsing: #"[{"media_type":"A","title":"x"}]"#))
      let error = try #require(throws: EncodingError.self) {
        try Backend.json.encode([Element.known(Clip(mediaType: .b, title: "x"))], with: registry)
      }
      #expect(error.place == "[0].mediaType")
    }
  }
}
