import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// MedleyJSON's encoder writes the parts of an object without a checker, as long as that is enough.
@Suite struct UncheckedPartsTests {
  // MARK: - As Foundation's encoder

  @Test(arguments: [0, 1]) func isEncodedAsByFoundation(_ strategy: Int) throws {
    var random = SeededRandom(seed: 0x9a27 + UInt64(strategy))
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    let own = PolymorphicJSONEncoder()
    own.outputFormatting = .sortedKeys
    if strategy == 1 {
      foundation.keyEncodingStrategy = .convertToSnakeCase
      own.keyEncodingStrategy = .convertToSnakeCase
    }
    var (encoded, refused) = (0, 0)
    for _ in 0..<Thoroughness.rounds(20_000) {
      let document = (0..<3).map { _ in RandomPart.make(depth: 0, &random) }
      let expected = try? foundation.encode(document)
      let found = try? own.encode(document)
      try #require(expected == found, "\(document)")
      if expected == nil { refused += 1 } else { encoded += 1 }
    }
    // Both happen often.
    #expect(encoded > 200 && refused > 200)
  }

  enum Converted: PolymorphicEnum {
    struct Named: Codable {
      var messageType: String
    }

    struct Both: ComposedCodable {
      var plain = RandomPart.Element.Plain()
      var named: Named

      static let composition = Composition(Both.init, \.plain, \.named)
    }

    case both(Both)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Converted>("messageType") {
      try $0.register(for: "both", as: Converted.both)
    }
  }

  @Test func comparesTheTagAsItIsWritten() throws {
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    foundation.keyEncodingStrategy = .convertToSnakeCase
    let own = PolymorphicJSONEncoder()
    own.outputFormatting = .sortedKeys
    own.keyEncodingStrategy = .convertToSnakeCase
    for tag in ["both", "another"] {
      let value = [Converted.both(Converted.Both(named: Converted.Named(messageType: tag)))]
      let expected = try? foundation.encode(value)
      #expect(expected == (try? own.encode(value)))
      #expect((expected == nil) == (tag == "another"))
    }
  }

  // MARK: - Work

  /// An object in two parts that write one key, and so are written twice, around another such object.
  final class Nested: Encodable {
    let inner: Nested?
    private var count = 0

    init(_ inner: Nested?) { self.inner = inner }

    /// How often this object and those inside it were encoded.
    var total: Int { count + (inner?.total ?? 0) }

    struct Part: Encodable {
      let inner: Nested?
      var id = 1
    }

    func encode(to encoder: any Encoder) throws {
      count += 1
      try Composed(Part(inner: nil), Part(inner: inner)).encode(to: encoder)
    }
  }

  @Test func nestingDoesNotMultiplyTheWork() throws {
    let depth = 100
    let value = (0..<depth).reduce(Nested(nil)) { inner, _ in Nested(inner) }
    _ = try PolymorphicJSONEncoder().encode(value)
    #expect(value.total < 12 * depth)
  }

  /// Counts how often it is encoded.
  final class Counting: Encodable {
    private(set) var count = 0

    func encode(to encoder: any Encoder) throws {
      count += 1
      try Title().encode(to: encoder)
    }
  }

  @Test(arguments: [false, true])
  func partsWithoutKeysOfTheirOwnAreWrittenOnce(_ convertsKeys: Bool) throws {
    let encoder = PolymorphicJSONEncoder()
    if convertsKeys { encoder.keyEncodingStrategy = .convertToSnakeCase }
    func encoded(_ part: some Encodable) throws -> String {
      let counting = Counting()
      let data = try encoder.encode([Composed(counting, part)])
      #expect(counting.count == 1)
      return String(decoding: data, as: UTF8.self)
    }
    let twoWords = convertsKeys ? "two_words" : "twoWords"
    #expect(
      try encoded(RandomPart.Element.value) == #"[{"title":"Up","type":"value"}]"#
    )
    #expect(
      try encoded(RandomPart.Element.named("twoWords", "x"))
        == #"[{"title":"Up","type":"named","\#(twoWords)":"x"}]"#
    )
    #expect(
      try encoded(RandomPart.Present.twoWords([1])) == #"[{"title":"Up","\#(twoWords)":[1]}]"#
    )
    #expect(
      try encoded(RandomPart.Beside.twoWords(1))
        == #"[{"title":"Up","kind":"twoWords","\#(twoWords)":1}]"#
    )
  }

  @Test func fieldsOfOneTypeAreWrittenAloneAndAsParts() throws {
    let encoder = PolymorphicJSONEncoder()
    let element = RandomPart.Element.named("title", "x")
    // In turn, because the orders of the fields are kept.
    for _ in 0..<3 {
      let alone = try encoder.encode([element])
      #expect(String(decoding: alone, as: UTF8.self) == #"[{"type":"named","title":"x"}]"#)
      // Both parts write a title.
      #expect(throws: EncodingError.self) { try encoder.encode([Composed(Title(), element)]) }
      let parts = try encoder.encode([Composed(RandomPart.Element.Plain(), element)])
      #expect(
        String(decoding: parts, as: UTF8.self) == #"[{"plain":1,"type":"named","title":"x"}]"#
      )
    }
  }

  // MARK: - Odd calls

  struct Title: Encodable { var title = "Up" }

  /// Keeps the encoder and a container that it was given.
  final class Keeping: Encodable {
    enum CodingKeys: CodingKey { case id, late }
    var encoder: (any Encoder)?
    var container: KeyedEncodingContainer<CodingKeys>?

    func encode(to encoder: any Encoder) throws {
      self.encoder = encoder
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .id)
      self.container = container
    }

    func goOn() throws {
      try container?.encode(2, forKey: .late)
      try Title().encode(to: #require(encoder))
    }
  }

  @Test func keptEncodersWriteNothingLater() throws {
    let kept = Keeping()
    let encoder = PolymorphicJSONEncoder()
    let data = try encoder.encode([Composed(kept, Title())])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"id":1,"title":"Up"}]"#)
    try? kept.goOn()
    #expect(try encoder.encode([Composed(kept, Title())]) == data)
  }

  /// Encodes a part, and goes on with its containers after the composition.
  struct GoingOn: Encodable {
    let kept = Keeping()
    let adds: Bool

    func encode(to encoder: any Encoder) throws {
      try Composed(kept, Title()).encode(to: encoder)
      var container = encoder.container(keyedBy: Keeping.CodingKeys.self)
      try container.encode(3, forKey: adds ? .late : .id)
    }
  }

  @Test func membersMayFollowAComposition() throws {
    let data = try PolymorphicJSONEncoder().encode([GoingOn(adds: true), GoingOn(adds: false)])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"id":1,"title":"Up","late":3},{"id":3,"title":"Up"}]"#
    )
  }

  struct Failing: Encodable {
    struct Failure: Error {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keeping.CodingKeys.self)
      try container.encode(1, forKey: .id)
      throw Failure()
    }
  }

  @Test func errorsOfPartsAreThrown() throws {
    #expect(throws: Failing.Failure.self) {
      try PolymorphicJSONEncoder().encode(Composed(Title(), Failing()))
    }
    #expect(throws: EncodingError.self) {
      try PolymorphicJSONEncoder().encode(Composed(Title(), 1))
    }
  }
}

// MARK: - Random parts

/// A part of an object that does one thing that an encoder allows.
indirect enum RandomPart: Encodable {
  case small(SmallKey, Int)
  case text(TextKey, Int)
  case wire([String: Int])
  case nested(NestedKey, [RandomPart])
  case inside(SuperKey, [RandomPart])
  case element(Element)
  case present(Present)
  case beside(Beside)
  case composed(RandomPart, RandomPart)
  case absent
  case members([RandomPart])
  case envelope([RandomPart])
  case scalar

  enum SmallKey: CodingKey, CaseIterable { case first, second, someThing, type }

  // Keys of their own: Foundation's encoder traps on a container under the key of a value.
  enum NestedKey: CodingKey, CaseIterable { case nested, other }
  enum SuperKey: CodingKey, CaseIterable { case inside, outside, further }

  enum TextKey: String, CodingKey, CaseIterable {
    case type, title
    case other = "second"
    case long = "a key that isn't short / \u{e9}"
  }

  enum Element: PolymorphicEnum {
    struct Plain: Codable { var plain = 1 }

    struct Stored: Codable {
      var type: String
      var stored = true
    }

    struct Pair: ComposedCodable {
      var plain = Plain()
      var stored = Stored(type: "pair")
      static let composition = Composition(Pair.init, \.plain, \.stored)
    }

    case plain(Plain)
    case stored(Stored)
    case pair(Pair)
    case fields(count: Int)
    case named(String, String)
    case value
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Element>("type") { registry in
      try registry.register(for: "plain", as: Element.plain)
      try registry.register(for: "stored", as: Element.stored)
      try registry.register(for: "pair", as: Element.pair)
      try registry.register(for: "fields") { fields in
        .fields(count: try fields.decode("count"))
      } encoding: {
        if case .fields(let count) = $0 { ["count": count] } else { nil }
      }
      try registry.register(for: "named") { fields in
        .named("x", try fields.decode("x"))
      } encoding: {
        if case .named(let name, let text) = $0 { [name: text, "count": nil] } else { nil }
      }
      try registry.register(.value, for: "value")
    }
  }

  /// An element whose tag is the key of its content.
  enum Present: PolymorphicEnum {
    case first(Int)
    case twoWords([Int])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Present>(.member) { registry in
      try registry.register(for: "first", as: Present.first)
      try registry.register(for: "twoWords", as: Present.twoWords)
    }
  }

  /// An element whose content stands beside its tag.
  enum Beside: PolymorphicEnum {
    case twoWords(Int)
    case fields(count: Int)
    case nothing
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Beside>(.adjacent(tag: "kind")) { registry in
      try registry.register(for: "twoWords", as: Beside.twoWords)
      try registry.register(for: "x") { fields in
        .fields(count: try fields.decode("count"))
      } encoding: {
        if case .fields(let count) = $0 { ["count": count] } else { nil }
      }
      try registry.register(.nothing, for: "nothing")
    }
  }

  static func make(depth: Int, _ random: inout SeededRandom) -> RandomPart {
    func parts(_ random: inout SeededRandom) -> [RandomPart] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in make(depth: depth + 1, &random) }
    }
    let small = SmallKey.allCases.randomElement(using: &random) ?? .first
    let text = TextKey.allCases.randomElement(using: &random) ?? .type
    let kinds = depth == 0 ? 8...9 : 0...21
    switch Int.random(in: kinds, using: &random) {
    case 0...2: return .small(small, Int.random(in: 0...1, using: &random))
    case 3...4: return .text(text, Int.random(in: 0...1, using: &random))
    case 5: return .wire([["first", "x", "y_z", "aB"].randomElement(using: &random) ?? "": 1])
    case 6 where depth < 4:
      return .nested(NestedKey.allCases.randomElement(using: &random) ?? .other, parts(&random))
    case 7 where depth < 4:
      return .inside(SuperKey.allCases.randomElement(using: &random) ?? .inside, parts(&random))
    case 8 where depth < 4: return .members(parts(&random) + [make(depth: depth + 1, &random)])
    case 9...10 where depth < 4: return .envelope(parts(&random))
    case 11...12 where depth < 4:
      return .composed(make(depth: depth + 1, &random), make(depth: depth + 1, &random))
    case 13: return .absent
    case 15: return .present(Bool.random(using: &random) ? .first(1) : .twoWords([1]))
    case 16:
      let choices: [Beside] = [.twoWords(1), .fields(count: 1), .nothing]
      return .beside(choices.randomElement(using: &random) ?? .nothing)
    case 14 where Int.random(in: 0...9, using: &random) == 0: return .scalar
    default: return .element(Self.element(&random))
    }
  }

  private static func element(_ random: inout SeededRandom) -> Element {
    switch Int.random(in: 0...8, using: &random) {
    case 0: return .plain(Element.Plain())
    case 1: return .stored(Element.Stored(type: "stored"))
    case 2: return .pair(Element.Pair())
    case 3: return .fields(count: 1)
    case 4: return .value
    case 5: return .stored(Element.Stored(type: "another"))
    case 6...7:
      let names = ["first", "x", "someThing", "some_thing", "type", "a/b", "\u{e9}"]
      let text = Bool.random(using: &random) ? "0" : "named"
      return .named(names.randomElement(using: &random) ?? "x", text)
    default:
      let json = #"{"type":"new","first":0,"x":1}"#
      return (try? JSONDecoder().decode(Element.self, from: Data(json.utf8))) ?? .value
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .small(let key, let value):
      var container = encoder.container(keyedBy: SmallKey.self)
      try container.encode(value, forKey: key)
    case .text(let key, let value):
      var container = encoder.container(keyedBy: TextKey.self)
      try container.encode("\(value)", forKey: key)
    case .wire(let members): try members.encode(to: encoder)
    case .nested(let key, let parts):
      var container = encoder.container(keyedBy: NestedKey.self)
      var nested = container.nestedContainer(keyedBy: SmallKey.self, forKey: key)
      try nested.encode(parts, forKey: .first)
    case .inside(let key, let parts):
      var container = encoder.container(keyedBy: SuperKey.self)
      try parts.encode(to: container.superEncoder(forKey: key))
    case .element(let element): try element.encode(to: encoder)
    case .present(let element): try element.encode(to: encoder)
    case .beside(let element): try element.encode(to: encoder)
    case .composed(let base, let other): try Composed(base, other).encode(to: encoder)
    case .absent: try Composed(Int?.none, Element.Plain?.none).encode(to: encoder)
    case .members(let parts):
      var container = encoder.container(keyedBy: SmallKey.self)
      try container.encode(parts, forKey: .someThing)
    case .envelope(let parts):
      try encoder.encodeEnvelope { encoder in
        for part in parts { try part.encode(to: encoder) }
      }
    case .scalar: try 1.encode(to: encoder)
    }
  }
}
