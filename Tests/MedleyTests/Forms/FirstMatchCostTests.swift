import Medley
import MedleyBase
import MedleyResilience
import TestSupport
import Testing

/// What `.firstMatch` decodes to find a type, and how often.
@Suite struct FirstMatchCostTests {
  struct Label: Codable, Hashable { var value: String }

  /// A type that counts how often it is decoded.
  struct Costly: Codable, Hashable {
    var name: String
    var size: Int
    init(from decoder: any Decoder) throws {
      DecodingCount.add()
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      size = try container.decode(Int.self, forKey: .size)
    }
  }

  enum Item: Hashable {
    case costly(Costly)
    case label(Label)
  }

  @Test(arguments: Backend.allCases)
  func `a type isn't decoded if the element lacks a member that it requires`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<Item>(.firstMatch) {
      try $0.register(for: "costly", as: Item.costly)
      try $0.register(for: "label", as: Item.label)
    }
    let count = DecodingCount()
    let feed = try DecodingCount.$current.withValue(count) {
      try backend.feed(#"[{"value":"a","name":"n"}]"#, registry)
    }
    #expect(feed == [.known(.label(Label(value: "a")))])
    #expect(count.value == 0)
    _ = try DecodingCount.$current.withValue(count) {
      try backend.feed(#"[{"value":"a","name":"n","size":true}]"#, registry)
    }
    #expect(count.value == 1)
  }

  struct Count: Codable, Hashable { var value: Int }

  enum Value: Hashable {
    case count(Count)
    case label(Label)
  }

  @Test(arguments: Backend.allCases)
  func `the next type is tried where another form comes first`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Value>(.key("type").or(.firstMatch)) {
      try $0.register(for: "count", as: Value.count)
      try $0.register(for: "label", as: Value.label)
    }
    let feed = try backend.feed(
      #"[{"value":"a"},{"value":1},{"type":"label","value":"b"},{"value":"c"}]"#,
      registry
    )
    let expected: [Value] = [
      .label(Label(value: "a")), .count(Count(value: 1)), .label(Label(value: "b")),
      .label(Label(value: "c")),
    ]
    #expect(feed == expected.map { .known($0) })
  }

  /// A tree whose elements are tried with two types that both begin with the inner element.
  indirect enum Tree: PolymorphicEnum, Hashable {
    struct Branch: Codable, Hashable {
      var inner: Tree?
      var weight: Int
    }
    struct Named: Codable, Hashable {
      var inner: Tree?
      var weight: String
      init(from decoder: any Decoder) throws {
        DecodingCount.add()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        inner = try container.decodeIfPresent(Tree.self, forKey: .inner)
        weight = try container.decode(String.self, forKey: .weight)
      }
    }
    case branch(Branch)
    case named(Named)

    static let registry = PolymorphicRegistry<Tree>(.firstMatch) {
      try $0.register(for: "branch", as: Tree.branch)
      try $0.register(for: "named", as: Tree.named)
    }

    static func json(_ depth: Int, weight: String) -> String {
      (0..<depth).reduce(#"{"weight":\#(weight)}"#) { inner, _ in
        #"{"inner":\#(inner),"weight":\#(weight)}"#
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `elements inside each other are decoded again up to a limit`(_ backend: Backend) throws {
    let count = DecodingCount()
    try DecodingCount.$current.withValue(count) {
      let few = try #require(throws: DecodingError.self) {
        try backend.decode([Tree].self, from: "[\(Tree.json(6, weight: "true"))]")
      }
      #expect(few.cause?.code == .noMatch)
      #expect(few.place == "[0]")
      let many = try #require(throws: DecodingError.self) {
        try backend.decode([Tree].self, from: "[\(Tree.json(40, weight: "true"))]")
      }
      #expect(many.cause?.code == .tooManyAttempts)
      #expect(many.place.hasPrefix("[0].inner.inner"))
      #expect(many.cause?.description.contains("PayloadFields(required:") == true)
    }
    #expect(count.value < 2_000)
  }

  @Test(arguments: Backend.allCases)
  func `a lossy list doesn't drop an element at the limit`(_ backend: Backend) throws {
    struct Forest: Codable { @Lossy var trees: [Tree] }
    let json = #"[{"trees":[\#(Tree.json(40, weight: "true"))]}]"#
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Forest].self, from: json)
    }
    #expect(error.cause?.code == .tooManyAttempts)
  }

  @Test(arguments: Backend.allCases)
  func `deep elements that are decoded once have no limit`(_ backend: Backend) throws {
    let json = "[\(Tree.json(60, weight: "1"))]"
    let trees = try backend.decode([Tree].self, from: json)
    #expect(try backend.encode(trees) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `errors of nested elements aren't listed inside each other`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Tree].self, from: "[\(Tree.json(6, weight: "true"))]")
    }
    let cause = try #require(error.cause)
    #expect(cause.description.contains("inner: no registered type matches"))
    #expect(cause.description.count < 600)
    let inner = try #require(cause.candidates.first?.error)
    #expect(inner.place == "[0].inner")
    #expect(inner.cause?.candidates.count == 2)
  }
}

/// Counts how often a type is decoded.
private final class DecodingCount: Sendable {
  @TaskLocal static var current: DecodingCount?

  private let count = Lock(0)

  var value: Int { count.withLock { $0 } }

  static func add() {
    current?.count.withLock { $0 += 1 }
  }
}
