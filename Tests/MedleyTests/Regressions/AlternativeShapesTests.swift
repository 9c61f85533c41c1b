import Medley
import Synchronization
import TestSupport
import Testing

/// Each alternative of `.or` requested its own container, and each element around an error its
/// path: `JSONDecoder` computes a path for each error, at a cost of the depth squared.
@Suite struct AlternativeShapesTests {
  /// The requests to a decoder.
  private final class Questions: Sendable {
    static let current = Questions()
    @TaskLocal static var counts: Questions?
    let containers = Mutex(0)
    let paths = Mutex(0)
  }

  /// A decoder that counts requests.
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

  @Test func `requests a keyed container for an array once`() throws {
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

  /// The number of computed paths if the innermost of nested elements fails.
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

  @Test func `surrounding elements don't compute their paths for an error`() throws {
    #expect(try Self.paths(20) == Self.paths(5))
  }
}
