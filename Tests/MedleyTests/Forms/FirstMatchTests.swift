import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// The discriminator `.firstMatch`.
@Suite struct FirstMatchTests {
  struct Count: Codable, Hashable { var value: Int }
  struct Label: Codable, Hashable { var value: String }
  struct Range: Codable, Hashable {
    var from: Int
    var to: Int?
  }

  enum Reply: Hashable {
    case count(Count)
    case label(Label)
    case range(Range)
    case counts([Count])
    case labels([Label])
    case text(String)
    case number(Double)
  }

  static let replies = PolymorphicRegistry<Reply>(.firstMatch) { registry in
    try registry.register(for: "count", as: Reply.count)
    try registry.register(for: "label", as: Reply.label)
    try registry.register(for: "range", as: Reply.range)
    try registry.register(for: "counts", as: Reply.counts)
    try registry.register(for: "labels", as: Reply.labels)
    try registry.register(for: "text", as: Reply.text)
    try registry.register(for: "number", as: Reply.number)
  }

  static let json = """
    [{"value":1},{"value":"a"},{"to":2,"from":1},[{"value":1},{"value":2}],[{"value":"a"}],"b",1.5,
     []]
    """

  @Test(arguments: Backend.allCases)
  func `selects the first type that decodes the element`(_ backend: Backend) throws {
    let feed = try backend.feed(Self.json, Self.replies)
    #expect(
      feed.known == [
        .count(Count(value: 1)), .label(Label(value: "a")), .range(Range(from: 1, to: 2)),
        .counts([Count(value: 1), Count(value: 2)]), .labels([Label(value: "a")]), .text("b"),
        .number(1.5), .counts([]),
      ]
    )
    #expect(feed.unknown.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `encodes the payload alone`(_ backend: Backend) throws {
    let feed = try backend.feed(Self.json, Self.replies)
    #expect(try backend.encode(feed, with: Self.replies) == JSONTree(parsing: Self.json))
    #expect(try backend.roundTrip(feed, with: Self.replies) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `the order of registration decides between types that both decode an element`(
    _ backend: Backend
  ) throws {
    protocol Shape: Codable, Sendable {}
    struct Point: Shape, Hashable { var x: Int }
    struct Place: Shape, Hashable {
      var x: Int
      var name: String?
    }
    let json = #"[{"x":1,"name":"a"}]"#
    let points = PolymorphicRegistry<any Shape>(
      .firstMatch,
      ["point": Point.self, "place": Place.self]
    )
    #expect(try backend.feed(json, points) == [.known(Point(x: 1))])
    let places = PolymorphicRegistry<any Shape>(
      .firstMatch,
      ["place": Place.self, "point": Point.self]
    )
    #expect(try backend.feed(json, places) == [.known(Place(x: 1, name: "a"))])
  }

  // MARK: - Failing

  @Test(arguments: Backend.allCases)
  func `an element that no type decodes is an error that lists every type's own`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"["a",{"value":[true]}]"#, Self.replies)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == "[1]")
    let cause = try #require(error.cause)
    #expect(cause.code == .noMatch)
    #expect(cause.tag == nil)
    #expect(
      cause.knownTags == ["count", "label", "range", "counts", "labels", "text", "number"]
    )
    #expect(
      cause.candidates.map { $0.error?.kind } == [
        .typeMismatch, .typeMismatch, nil, .typeMismatch, .typeMismatch, .typeMismatch,
        .typeMismatch,
      ]
    )
    #expect(cause.candidates[0].error?.place == "[1].value")
    #expect(cause.candidates[1].error?.place == "[1].value")
    #expect(cause.candidates[2].missing == ["from"])
    #expect(cause.candidates[3].error?.place == "[1]")
    #expect(cause.description.contains("No registered type decodes the element: Count ("))
    #expect(cause.description.contains("(value: expected an integer"))
    #expect(cause.description.contains(#"(missing "from""#))
    #expect(cause.description.contains("policy .keep"))
  }

  @Test(arguments: Backend.allCases)
  func `an element that lacks what every type requires is an error without attempts`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<Reply>(.firstMatch)
    try registry.register(for: "count", as: Reply.count)
    try registry.register(for: "range", as: Reply.range)
    for json in [#"[{"to":2}]"#, "[3]"] {
      let error = try #require(throws: DecodingError.self) { try backend.feed(json, registry) }
      #expect(error.place == "[0]")
      #expect(error.cause?.code == .noMatch)
      #expect(error.cause?.candidates.map(\.missing) == [["value"], ["from"]])
      #expect(error.cause?.candidates.allSatisfy { $0.error == nil } == true)
    }
  }

  @Test(arguments: Backend.allCases)
  func `the policy for missing tags applies to an element that no type decodes`(
    _ backend: Backend
  ) throws {
    var registry = Self.replies
    registry.policies.missing = .keep
    let json = #"[{"value":true},true,{"value":1}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.map(\.reason) == [.untagged, .untagged])
    #expect(feed.known == [.count(Count(value: 1))])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))

    registry.policies.missing = .assume("label")
    let error = try #require(throws: DecodingError.self) { try backend.feed(json, registry) }
    #expect(error.place == "[0].value")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "label")
  }

  @Test(arguments: Backend.allCases)
  func `an error of the app's own is one of the candidate's`(_ backend: Backend) throws {
    struct Even: Codable {
      struct Odd: Error {}
      var even: Int
      init(from decoder: any Decoder) throws {
        even = try decoder.singleValueContainer().decode(Int.self)
        if even % 2 != 0 { throw Odd() }
      }
    }
    enum Number {
      case even(Even)
      case text(String)
    }
    let registry = PolymorphicRegistry<Number>(.firstMatch) {
      try $0.register(for: "even", as: Number.even)
      try $0.register(for: "text", as: Number.text)
    }
    let error = try #require(throws: DecodingError.self) { try backend.feed("[3]", registry) }
    let candidates = try #require(error.cause?.candidates)
    #expect(candidates[0].error?.details?.underlyingError is Even.Odd)
    #expect(candidates[0].error?.place == "[0]")
  }

  // MARK: - Reporting

  struct Numbered: Codable {
    @Lossy var items: [Int]
    var media: [Polymorphic<any Media>]
    var number: Int
  }
  struct Titled: Codable {
    @Lossy var items: [Int]
    var media: [Polymorphic<any Media>]
    var number: String
  }
  enum Page {
    case numbered(Numbered)
    case titled(Titled)
  }

  @Test(arguments: Backend.allCases)
  func `reports only what the selected type reports`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Page>(.firstMatch) {
      try $0.register(for: "numbered", as: Page.numbered)
      try $0.register(for: "titled", as: Page.titled)
    }
    let json = """
      [{"items":[1,"x",2],"media":[{"type":"OPERA"}],"number":"one"},
       {"items":["y"],"media":[],"number":true}]
      """
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Polymorphic<Page>]>.self, from: json) {
        $0.register(registry)
        $0.register(PolymorphicRegistry.media)
      }
    }
    #expect(feed.wrappedValue.count == 1)
    #expect(report.issues.map { $0.codingPath.place } == ["[0].items[1]", "[1]"])
    #expect(report.issues.map(\.tag) == ["titled", nil])
    #expect(report.unknownTags == ["OPERA": 1])
  }

  // MARK: - Combining

  @Test(arguments: Backend.allCases)
  func `types are tried where no tag is found`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .key("type").or(.firstMatch),
      ["MOVIE": Movie.self, "BOOK": Book.self]
    )
    let feed = try backend.feed(
      #"[{"type":"BOOK","title":"a"},{"title":"b"},{"type":null,"title":"c","minutes":"x"}]"#,
      registry
    )
    #expect(
      feed == [.known(Book(title: "a")), .known(Movie(title: "b")), .known(Book(title: "c"))]
    )
  }

  @Test func `nothing is left to look for after trying each type`() throws {
    let registry = PolymorphicRegistry<any Media>(.firstMatch.or(.key("type")))
    #expect(registry.problems.map(\.code) == [.unreachableAlternative])
    #expect(Discriminator.firstMatch == .firstMatch)
    #expect(Discriminator.firstMatch != .deduced)
    #expect("\(Discriminator.firstMatch)" == "by trying each type")
  }

  // MARK: - Decoders beside each other

  /// A value that some types decode, or none.
  private static func value(_ random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: random.pick(["1", "1.5", "\"a\"", "true", "null", "1e400"])
    case 1: "[\(random.pick(["", "1", object(&random)])),\(object(&random))]"
    case 2: "[\(object(&random))]"
    default: object(&random)
    }
  }

  private static func object(_ random: inout SeededRandom) -> String {
    var members: [String] = []
    for key in ["value", "from", "to", "other"] where random.once(in: 2) {
      members.append("\"\(key)\":\(random.pick(["1", "\"a\"", "null", "1.5", "{}"]))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func outcome(_ decode: () throws -> Polymorphic<Reply>) -> String {
    do {
      switch try decode() {
      case .known(let reply): return "\(reply)"
      case .unknown(let payload): return "\(payload.reason)"
      }
    } catch let error as DecodingError {
      return "\(error.cause?.code as Any) at \(error.place)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [false, true])
  func `all decoders agree about what is tried`(_ keeps: Bool) throws {
    var registry = Self.replies
    if keeps { registry.policies.missing = .keep }
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(registry)
    var random = SeededRandom(seed: 6, "\(keeps)")
    for _ in 0..<Thoroughness.rounds(5_000) {
      let json = Self.value(&random)
      guard let value = try? Backend.json.decode(PayloadValue.self, from: json) else { continue }
      let expected = Self.outcome {
        try value.decode(Polymorphic<Reply>.self, userInfo: userInfo)
      }
      for backend in Backend.allJSON {
        let found = Self.outcome {
          try backend.decode(Polymorphic<Reply>.self, from: json) { $0.register(registry) }
        }
        #expect(found == expected, "\(backend): \(json)")
      }
    }
  }
}
