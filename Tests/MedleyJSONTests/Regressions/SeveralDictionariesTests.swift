import Medley
import MedleyComposition
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// `JSONEncoder` stopped the program for the second dictionary of a composition: it takes a whole
/// dictionary once, and converts the keys of its containers.
@Suite struct SeveralDictionariesTests {
  struct Named: Codable, Hashable {
    var myName = "n"
  }

  /// A value whose own keys are converted, and those of its dictionary aren't.
  struct Entry: Codable, Hashable {
    var myDay = 1
    var extras = ["extra_key": 1, "extraKey": 2]
  }

  typealias Numbers = [String: Int]
  typealias Entries = [String: Entry]

  static let numbers = ["return_code": 1, "returnCode": 2]
  static let entries = ["an_entry": Entry(), "anEntry": Entry()]

  /// The object of all three parts.
  static func object(_ keys: KeyStrategy) -> JSONTree {
    let entry = JSONTree.object([
      .init(key: keys.encoded("myDay"), value: 1),
      .init(
        key: "extras",
        value: .object([.init(key: "extra_key", value: 1), .init(key: "extraKey", value: 2)])
      ),
    ])
    return .object([
      .init(key: keys.encoded("myName"), value: "n"),
      .init(key: "return_code", value: 1),
      .init(key: "returnCode", value: 2),
      .init(key: "an_entry", value: entry),
      .init(key: "anEntry", value: entry),
    ])
  }

  // MARK: - In every order

  struct Film<
    A: Codable & SendableMetatype,
    B: Codable & SendableMetatype,
    C: Codable & SendableMetatype
  >:
    ComposedCodable
  {
    var first: A
    var second: B
    var third: C

    static var composition: Composition<Film> {
      Composition(Film.init, \.first, \.second, \.third)
    }
  }

  struct Pair<A: Codable & SendableMetatype, B: Codable & SendableMetatype>: ComposedCodable {
    var first: A
    var second: B

    static var composition: Composition<Pair> { Composition(Pair.init, \.first, \.second) }
  }

  @Test(arguments: DictionaryKeysTests.coders)
  func `keeps the keys of all dictionaries in every order`(
    _ coder: (backend: Backend, keys: KeyStrategy)
  ) throws {
    let (backend, keys) = coder
    let object = Self.object(keys)

    func check(_ value: some Encodable, as expected: JSONTree = object) throws {
      #expect(try backend.encode(value, keys: keys) == expected, "\(type(of: value))")
      let page = try backend.encode(["page": [value]], keys: keys)
      #expect(
        page == .object([.init(key: "page", value: .array([expected]))]),
        "\(type(of: value))"
      )
    }
    func checkAll<
      A: Codable & SendableMetatype,
      B: Codable & SendableMetatype,
      C: Codable & SendableMetatype
    >(_ a: A, _ b: B, _ c: C) throws {
      try check(Composed(Composed(a, b), c))
      try check(Composed(a, Composed(b, c)))
      try check(Composed(Pair(first: a, second: b), c))
      try check(Composed(a, Pair(first: b, second: c)))
      try check(Pair(first: Optional(Composed(a, b)), second: c))
      try check(Pair(first: a, second: Optional(Pair(first: b, second: c))))
      try check(Film(first: a, second: b, third: c))
      try check(Film(first: Optional(a), second: Optional(b), third: Optional(c)))
      // The parts of two compositions in one.
      try check(
        Composed(Composed(a, Numbers?.none), Composed(Pair(first: b, second: c), Entries()))
      )
    }
    let (named, numbers, entries) = (Named(), Self.numbers, Self.entries)
    try checkAll(named, numbers, entries)
    try checkAll(named, entries, numbers)
    try checkAll(numbers, named, entries)
    try checkAll(entries, named, numbers)
    try checkAll(numbers, entries, named)
    try checkAll(entries, numbers, named)
    // A member that two dictionaries have is written once.
    try checkAll(numbers, Composed(numbers, named), entries)

    let alone = JSONTree.object([.init(key: "a_a", value: 1), .init(key: "bB", value: 2)])
    try check(Composed(["a_a": 1], ["bB": 2]), as: alone)
    try check(Composed(["a_a": 1], Optional(["bB": 2])), as: alone)
    try check(Composed(["a_a": 1, "bB": 2], Numbers?.none), as: alone)
    try check(Composed(Numbers(), Numbers()), as: .object([]))
  }

  // MARK: - As a payload

  @Test(arguments: DictionaryKeysTests.coders)
  func `payloads keep the keys of their dictionaries`(
    _ coder: (backend: Backend, keys: KeyStrategy)
  ) throws {
    let (backend, keys) = coder
    typealias Payload = Composed<Composed<Named, Numbers>, Entries>
    var registry = PolymorphicRegistry<Payload>(.key("kind"))
    try registry.register(Payload.self, for: "a")
    let feed = [Polymorphic.known(Composed(Composed(Named(), Self.numbers), Self.entries))]
    let written = try backend.encode(feed, keys: keys) { $0.register(registry) }
    guard case .object(let members) = Self.object(keys) else { return }
    #expect(written == .array([.object([.init(key: "kind", value: "a")] + members)]))
  }

  // MARK: - Errors

  @Test(arguments: Backend.allCases)
  func `dictionaries that disagree are an error`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(Composed(["a": 1, "b": 2], Composed(Named(), ["b": 3])))
    }
    #expect(error.place == "b")
    #expect("\(error)".contains("Two parts of one object write different values under \"b\""))
  }

  @Test(arguments: Backend.allJSON, KeyStrategy.allCases)
  func `an error in a dictionary ends encoding`(_ backend: Backend, _ keys: KeyStrategy) throws {
    for value in [["a_b": Double.nan], ["a_b": 1, "aB": .nan]] {
      let error = try #require(throws: EncodingError.self) {
        try backend.encode(Composed(Composed(Named(), ["c": 1]), value), keys: keys)
      }
      #expect(["a_b", "aB"].contains(error.place))
      _ = try #require(throws: EncodingError.self) {
        try backend.encode([Composed(value, ["c": "x"])], keys: keys)
      }
    }
  }
}
