import Medley
import Synchronization
import TestSupport
import Testing

/// Each alternative of `.or` asked for the shape that it needs, and each element around an error for
/// its path: an error costs `JSONDecoder` a path, and a path the square of the depth.
@Suite struct AlternativeShapesTests {
  /// What a decoder was asked for.
  private final class Questions: Sendable {
    static let current = Questions()
    @TaskLocal static var counts: Questions?
    let containers = Mutex(0)
    let paths = Mutex(0)
  }

  /// A decoder that counts what it is asked for.
  private struct Counting: Decoder {
    let base: any Decoder

    var codingPath: [any CodingKey] {
      Questions.counts?.paths.withLock { $0 += 1 }
      return base.codingPath
    }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      Questions.counts?.containers.withLock { $0 += 1 }
      return try base.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      try base.singleValueContainer()
    }
  }

  private struct Element: Decodable {
    let value: Polymorphic<any Media>

    init(from decoder: any Decoder) throws {
      value = try Polymorphic(from: Counting(base: decoder))
    }
  }

  private static let registry = PolymorphicRegistry<any Media>(
    .key("type").or(.key("kind")).or(.external).or(.wrapperArray)
  ) {
    try $0.register(Movie.self, for: "MOVIE") { $0 }
    try $0.register(Node.self, for: "N") { $0 }
  }

  private struct Node: Media {
    var title = "node"
    var child: Polymorphic<any Media>

    enum CodingKeys: CodingKey { case child }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      child = try container.decode(Element.self, forKey: .child).value
    }
  }

  @Test func `an array is asked once whether it is an object`() throws {
    let questions = Questions()
    let element = try Questions.$counts.withValue(questions) {
      try Backend.json.decode(
        Element.self,
        from: #"["MOVIE",{"title":"Heat"}]"#,
        with: Self.registry
      )
    }
    #expect(element.value.known as? Movie == Movie(title: "Heat"))
    #expect(questions.containers.withLock { $0 } == 1)
  }

  /// How often paths are asked for where the innermost of nested elements fails.
  private static func paths(_ depth: Int) throws -> Int {
    let text =
      String(repeating: #"["N",{"child":"#, count: depth) + #"["MOVIE",{}]"#
      + String(repeating: "}]", count: depth)
    let questions = Questions()
    let error = try Questions.$counts.withValue(questions) {
      try #require(throws: DecodingError.self) {
        try Backend.json.decode(Element.self, from: text, with: registry)
      }
    }
    #expect(error.details?.codingPath.count == 2 * depth + 1)
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "MOVIE")
    return questions.paths.withLock { $0 }
  }

  @Test func `elements around an error don't ask for their paths`() throws {
    #expect(try Self.paths(20) == Self.paths(5))
  }
}
