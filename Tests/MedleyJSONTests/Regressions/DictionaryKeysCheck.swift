import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

// MARK: - Checking one payload type in one form

extension DictionaryKeysTests {
  struct Check {
    let backend: Backend
    let keys: KeyStrategy
    let form: Form
    let members: [JSONTree.Member]

    /// Whether the tag names the key of the content as the decoder shows it.
    var findsContent: Bool { form != .adjacentNamed || keys != .custom }

    /// Whether no two keys are converted to one.
    var hasDistinctKeys: Bool {
      let names = Set(members.map(\.key))
      return !names.isSuperset(of: ["return_code", "returnCode"])
        && !names.isSuperset(of: ["image_2x", "image2X"])
        && !names.isSuperset(of: ["my_key", "myKey"])
    }

    func callAsFunction<Payload: Codable & Hashable & Sendable>(_ type: Payload.Type) throws {
      let payload = JSONTree.object(members)
      let element = form.element(payload, keys)
      // Some payloads don't decode from every element: then there is nothing to compare.
      guard
        let plain = try? backend.decode(
          type,
          from: (form.isWhole ? element : payload).text,
          keys: keys
        )
      else { return }
      var registry = PolymorphicRegistry<Item<Payload>>(form.discriminator(keys))
      try form.register(type, in: &registry)
      let feed = try backend.decode(
        [Polymorphic<Item<Payload>>].self,
        from: "[\(element.text)]",
        keys: keys
      ) { $0.register(registry) }
      #expect(feed == [.known(.payload(plain))], "\(type), \(form), \(element.text)")
      let expected = try backend.encode(plain, keys: keys)
      let written = try backend.encode(feed, keys: keys) { $0.register(registry) }
      #expect(
        written == .array([form.isWhole ? expected : form.element(expected, keys)]),
        "\(type), \(form)"
      )
      // A payload without the tag among its members.
      guard let alone = try? backend.decode(type, from: payload.text, keys: keys) else { return }
      let tree = try backend.encode(alone, keys: keys)
      let tagged = try backend.encode([Polymorphic.known(Item.payload(alone))], keys: keys) {
        $0.register(registry)
      }
      #expect(tagged == .array([form.element(tree, keys)]), "\(type), \(form), without the tag")
    }
  }

  /// A wire form, with its keys in the spelling of a strategy.
  enum Form: CaseIterable {
    case key, camelKey, path, camelPath, compound, adjacent, adjacentNamed, external, wrapperArray
    case jsonKind, firstMatch, custom, alternatives, alternativeShapes

    func discriminator(_ keys: KeyStrategy) -> Discriminator {
      let (kind, meta, data) = (
        keys.decoded("item_kind"), keys.decoded("meta_data"), keys.decoded("the_data")
      )
      switch self {
      case .key: return .key(kind)
      case .camelKey: return .key(keys == .snakeCase ? "itemKind" : kind)
      case .path: return .path(meta, kind)
      case .camelPath: return keys == .snakeCase ? .path("metaData", "itemKind") : .path(meta, kind)
      case .compound: return .compound(meta, kind)
      case .adjacent: return .adjacent(tag: kind, content: data)
      case .adjacentNamed: return .adjacent(tag: kind)
      case .external: return .external
      case .wrapperArray: return .wrapperArray
      case .jsonKind: return .jsonKind
      case .firstMatch: return .firstMatch
      case .custom: return .custom { _ in "thing" }
      case .alternatives: return .key(keys.decoded("other_kind")).or(.key(kind))
      case .alternativeShapes: return .jsonKind.or(.wrapperArray)
      }
    }

    /// Whether the payload is the element itself.
    var isWhole: Bool {
      switch self {
      case .key, .camelKey, .path, .camelPath, .compound, .jsonKind, .firstMatch, .custom,
        .alternatives, .alternativeShapes:
        true
      case .adjacent, .adjacentNamed, .external, .wrapperArray: false
      }
    }

    /// Whether another tag makes an unknown element.
    var hasTags: Bool {
      switch self {
      case .jsonKind, .firstMatch, .custom, .alternativeShapes: false
      default: true
      }
    }

    var tag: TypeTag {
      switch self {
      case .compound: ["v1", "thing"]
      case .jsonKind, .alternativeShapes: "object"
      default: "thing"
      }
    }

    var otherTag: TypeTag { self == .compound ? ["v2", "thing"] : "other" }

    func register<Payload: Codable & SendableMetatype>(
      _ type: Payload.Type,
      in registry: inout PolymorphicRegistry<Item<Payload>>
    ) throws {
      try registry.register(
        for: tag,
        as: { Item<Payload>.payload($0) },
        from: { if case .payload(let payload) = $0 { payload } else { nil } }
      )
    }

    /// The element of a payload.
    func element(_ payload: JSONTree, _ keys: KeyStrategy) -> JSONTree {
      let thing = JSONTree.string("thing")
      func adding(_ members: [JSONTree.Member]) -> JSONTree {
        guard case .object(let own) = payload else { return payload }
        return .object(members + own)
      }
      switch self {
      case .key, .camelKey: return adding([.init(key: "item_kind", value: thing)])
      case .path, .camelPath:
        return adding([.init(key: "meta_data", value: .object(["item_kind": thing]))])
      case .compound:
        return adding([
          .init(key: "meta_data", value: "v1"), .init(key: "item_kind", value: thing),
        ])
      case .adjacent: return .object(["item_kind": thing, "the_data": payload])
      case .adjacentNamed:
        return .object(["item_kind": thing, "thing": payload])
      case .external: return .object(["thing": payload])
      case .wrapperArray: return .array([thing, payload])
      case .jsonKind, .firstMatch, .custom, .alternativeShapes: return payload
      case .alternatives: return adding([.init(key: "other_kind", value: thing)])
      }
    }
  }

  enum Item<Payload: Codable & Hashable & Sendable>: Hashable, Sendable {
    case payload(Payload)
    case other
  }

  // MARK: - Payloads

  /// A value of any kind, as apps write it by hand.
  indirect enum Loose: Codable, Hashable, Sendable {
    case number(Int)
    case text(String)
    case list([Loose])
    case object([String: Loose])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Loose].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Loose].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      case .object(let members): try container.encode(members)
      }
    }

    static let names = [
      "return_code", "returnCode", "a", "_x", "x_", "HTTPCode", "image_2x", "image2X", "ümlaut_key",
      "my_key", "myKey", "key with spaces", "a.b", "",
    ]

    static func randomMembers(depth: Int, _ random: inout SeededRandom) -> [JSONTree.Member] {
      names.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)).map {
        JSONTree.Member(key: $0, value: randomTree(depth: depth, &random))
      }
    }

    private static func randomTree(depth: Int, _ random: inout SeededRandom) -> JSONTree {
      switch Int.random(in: depth > 0 ? 0...4 : 3...4, using: &random) {
      case 0, 1: .object(randomMembers(depth: depth - 1, &random))
      case 2: .array([randomTree(depth: depth - 1, &random)])
      case 3: .string("snake_text")
      default: .number(JSONNumber(7))
      }
    }
  }

  /// A type around a dictionary, which goes through a single-value container.
  struct Bag: Codable, Hashable, Sendable {
    var members: [String: Loose]

    init(from decoder: any Decoder) throws {
      members = try decoder.singleValueContainer().decode([String: Loose].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(members)
    }
  }

  /// A type around a dictionary that calls its `init(from:)`, which every decoder converts.
  struct Direct: Codable, Hashable, Sendable {
    var members: [String: Loose]

    init(from decoder: any Decoder) throws {
      members = try [String: Loose](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try members.encode(to: encoder)
    }
  }

  /// A key of the app, which Foundation's coders convert or not.
  struct Own: Codable, Hashable, Sendable, RawRepresentable, CodingKeyRepresentable {
    var rawValue: String
  }

  struct Named: Codable, Hashable, Sendable {
    var myName: String
  }

  enum Kind: PolymorphicEnum, Hashable {
    case object([String: Loose])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Kind>(.jsonKind) { registry in
      try registry.register(for: "object", as: Kind.object)
    }
  }

  enum Match: PolymorphicEnum, Hashable {
    case object([String: Loose])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Match>(.firstMatch) { registry in
      try registry.register(for: "object", as: Match.object)
    }
  }

  struct Page: Codable, Hashable {
    static let names = ["myLossy", "myPlain", "myField", "myDefault"]

    @Lossy var myLossy: [String: Loose]
    var myPlain: [String: Loose]
    var myField: FieldValue<[String: Loose]>
    @Defaulted<Defaults.Empty> var myDefault: [String: Loose]

    init(_ members: [String: Loose]) {
      _myLossy = Lossy(wrappedValue: members)
      myPlain = members
      myField = .value(members)
      _myDefault = Defaulted(wrappedValue: members)
    }

    static func == (lhs: Page, rhs: Page) -> Bool {
      lhs.myLossy == rhs.myLossy && lhs.myPlain == rhs.myPlain
        && lhs.myField == rhs.myField && lhs.myDefault == rhs.myDefault
    }

    func hash(into hasher: inout Hasher) { hasher.combine(myPlain) }
  }
}
