import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Every wire form finds the same tags, payloads, errors and issues on `JSONDecoder`, which has a
/// direct way for registered strings, and through the engine, in random feeds.
@Suite(.onEachEngine) struct FormDifferentialTests {
  protocol Media: Codable, Sendable {}

  struct Movie: Media, Hashable {
    var title: String
    var year: Int?
  }

  struct Book: Media, Hashable {
    @Lossy var chapters: [Int]
    var pages: Int
  }

  /// A scalar, or a list of them.
  enum Literal: Media, Hashable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Int])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .list(try container.decode([Int].self))
      }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case key, path, compound, adjacent, named, external, wrapperArray, jsonKind, deduced, custom
    case keyOrKey, keyOrExternal, externalAssuming, keyThrowing, member, keyOrMember, memberAssuming
    case synthesized, keyOrSynthesized, list, externalOrList

    var testDescription: String { rawValue }

    private var discriminator: Discriminator {
      switch self {
      case .key, .keyThrowing: "type"
      case .path: .path("meta", "type")
      case .compound: .compound("type", "kind")
      case .adjacent: .adjacent(tag: "type", content: "data")
      case .named: .adjacent(tag: "type")
      case .external, .externalAssuming: .external
      case .member, .memberAssuming: .member
      case .keyOrMember: .key("type").or(.member)
      case .synthesized: .synthesized
      case .keyOrSynthesized: .key("type").or(.synthesized)
      case .list: .list(at: "type")
      case .externalOrList: .external.or(.list(at: "type"))
      case .wrapperArray: .wrapperArray
      case .jsonKind: .jsonKind
      case .deduced: .deduced
      case .custom:
        .custom { decoder in
          enum Key: CodingKey { case type }
          let members = try decoder.container(keyedBy: Key.self)
          return try members.decodeIfPresent(TypeTag.self, forKey: .type)
        }
      case .keyOrKey: .key("type").or(.key("kind"))
      case .keyOrExternal: .key("type").or(.external)
      }
    }

    func registry() throws -> PolymorphicRegistry<any Media> {
      var registry = PolymorphicRegistry<any Media>(discriminator)
      switch self {
      case .jsonKind:
        try registry.register(Literal.self, for: "string", "number", "boolean", "array") { $0 }
        try registry.register(Movie.self, for: "object") { $0 }
      case .compound:
        try registry.register(Movie.self, for: ["MOVIE", "x"]) { $0 }
        try registry.register(Book.self, for: ["MOVIE", "y"]) { $0 }
      default:
        try registry.register(Movie.self, for: "MOVIE", "FILM") { $0 }
        try registry.register(Book.self, for: "BOOK") { $0 }
      }
      switch self {
      case .externalAssuming, .memberAssuming:
        registry.policies.missing = .assume("MOVIE")
        registry.policies.wrongKind = .keep
        registry.policies.malformed = .keep
      case .keyThrowing:
        registry.policies.unknown = .throw
        registry.policies.missing = .assume("BOOK")
      default: break
      }
      return registry
    }
  }

  struct Feed: Decodable {
    @Lossy var items: [Polymorphic<any Media>]
  }

  // MARK: - Comparing

  @Test(arguments: Form.allCases)
  func `a form reads the same through the engine as on JSONDecoder`(_ form: Form) throws {
    let registry = try form.registry()
    let foundation = JSONDecoder()
    foundation.userInfo.register(registry)
    let engine = Engine.current.decoder(registry)
    var random = SeededRandom(seed: 1, form.rawValue)
    var decodedCount = 0
    for _ in 0..<Thoroughness.rounds(5000) {
      let elements = (0...random.number(below: 3)).map { _ in Self.element(&random) }
      let text = "[\(elements.joined(separator: ","))]"
      let data = Data(text.utf8)
      let expected = Self.outcome {
        try foundation.decode([Polymorphic<any Media>].self, from: data)
      }
      let found = Self.outcome { try engine.decode([Polymorphic<any Media>].self, from: data) }
      #expect(expected == found, "\(text)")
      if expected.failure == nil { decodedCount += 1 }
      let object = Data(#"{"items":\#(text)}"#.utf8)
      #expect(
        Self.lossyOutcome { try foundation.decode(Feed.self, from: object) }
          == Self.lossyOutcome { try engine.decode(Feed.self, from: object) },
        "\(text)"
      )
    }
    #expect(decodedCount > 0 || !SeededRandom.isUsual)
  }

  private static func outcome(_ decode: () throws -> [Polymorphic<any Media>]) -> Outcome {
    Outcome { try decode().map(describe).joined(separator: "; ") }
  }

  private static func lossyOutcome(_ decode: () throws -> Feed) -> Outcome {
    Outcome {
      let (feed, report) = try DecodingReport.collecting(decode)
      return (feed.items.map(describe) + report.issues.map { "\($0)" }).joined(separator: "; ")
    }
  }

  private static func describe(_ element: Polymorphic<any Media>) -> String {
    switch element {
    case .known(let media): "\(media)"
    // Without the content, whose members `JSONDecoder` doesn't keep in order.
    case .unknown(let payload): "\(String(describing: payload.tag)) \(payload.reason)"
    }
  }

  // MARK: - Making elements

  private static let tags = [
    #""MOVIE""#, #""FILM""#, #""BOOK""#, #""SONG""#, "null", "7", "true", "[1]", #"{"a":1}"#,
    #""""#,
    #""á""#, #""\u0042OOK""#,
  ]

  private static let members = [
    ("kind", [#""x""#, #""y""#, #""z""#, #""BOOK""#, "null"], 2),
    ("meta", [#"{"type":"MOVIE"}"#, #"{"type":"BOOK"}"#, #"{"type":null}"#, "{}", "3"], 2),
    ("title", [#""t""#, "null", "3"], 2), ("year", ["1", "null", #""q""#], 3),
    ("pages", ["4", #""4""#], 2), ("chapters", ["[1,2]", #"[1,"x"]"#, "3", "null"], 2),
  ]

  private static func element(_ random: inout SeededRandom) -> String {
    switch random.number(below: 12) {
    case 0: random.pick(["null", "true", "15", #""MOVIE""#, #""x""#, "[]", "[1,2]", "{}"])
    case 1: "[\(random.pick(tags)),\(object(&random, depth: 0))]"
    default: object(&random, depth: 0)
    }
  }

  private static func object(_ random: inout SeededRandom, depth: Int) -> String {
    if depth < 2, random.once(in: 5) {
      let key = random.pick(["MOVIE", "BOOK", "SONG", "_0"])
      return #"{"\#(key)":\#(object(&random, depth: depth + 1))}"#
    }
    var all: [String] = []
    if !random.once(in: 4) { all.append(#""type":\#(random.pick(tags))"#) }
    for (key, values, chance) in members where random.once(in: chance) {
      all.append(#""\#(key)":\#(random.pick(values))"#)
    }
    if depth < 2, random.once(in: 2) {
      let key = random.pick(["data", "MOVIE", "BOOK"])
      all.append(#""\#(key)":\#(object(&random, depth: depth + 1))"#)
    }
    all.shuffle(using: &random)
    return "{\(all.joined(separator: ","))}"
  }
}
