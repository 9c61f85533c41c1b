import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// The keys of `[String: T]` payloads were converted like those of types: in a tool call,
/// `return_code` became `returnCode`.
///
/// What the same coder makes of a dictionary without a registry is the expectation throughout.
@Suite struct DictionaryKeysTests {
  static let coders: [(Backend, KeyStrategy)] =
    Backend.allCases.flatMap { backend in
      KeyStrategy.allCases.filter { $0 == .asWritten || backend.supportsKeyStrategies }
        .map { (backend, $0) }
    }

  static let seeds = Thoroughness.seeds(0..<40)

  // MARK: - In every form

  @Test(arguments: coders, Form.allCases)
  func `decodes and encodes dictionaries as without a registry`(
    _ coder: (backend: Backend, keys: KeyStrategy),
    _ form: Form
  ) throws {
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      let members = Loose.randomMembers(depth: 2, &random)
      let check = Check(backend: coder.backend, keys: coder.keys, form: form, members: members)
      guard check.findsContent else { return }
      try check([String: Loose].self)
      try check(Loose.self)
      try check(Bag.self)
      try check(PayloadValue.self)
      if check.hasDistinctKeys {
        try check(Direct.self)
        try check([Own: Loose].self)
      }
      try check([String: [String: Loose]].self)
      try check([String: Loose]?.self)
    }
  }

  @Test(arguments: coders)
  func `an enum keeps the keys of its dictionaries`(
    _ coder: (backend: Backend, keys: KeyStrategy)
  ) throws {
    let (backend, keys) = coder
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      let members = Loose.randomMembers(depth: 2, &random)
      let json = JSONTree.object(members).text
      let plain = try backend.decode([String: Loose].self, from: json, keys: keys)
      let text = "[\(json)]"
      let kinds = try backend.decode([Kind].self, from: text, keys: keys)
      #expect(kinds == [.object(plain)])
      #expect(try backend.encode(kinds, keys: keys) == JSONTree(parsing: text))
      let matches = try backend.decode([Match].self, from: text, keys: keys)
      #expect(matches == [.object(plain)])
      #expect(try backend.encode(matches, keys: keys) == JSONTree(parsing: text))
    }
  }

  @Test(arguments: [Backend.json, .engine], [KeyStrategy.snakeCase, .custom])
  func `the arguments of a tool call stay as they came`(
    _ backend: Backend,
    _ keys: KeyStrategy
  ) throws {
    let json = #"{"return_code":{"exit_code":[{"a_b":1}]},"returnCode":2}"#
    let kind = try backend.decode([Kind].self, from: "[\(json)]", keys: keys)
    #expect(
      kind == [
        .object([
          "return_code": .object(["exit_code": .list([.object(["a_b": .number(1)])])]),
          "returnCode": .number(2),
        ])
      ]
    )
    #expect(try backend.encode(kind, keys: keys) == JSONTree(parsing: "[\(json)]"))
  }

  // MARK: - In wrappers

  @Test(arguments: coders)
  func `wrappers keep the keys of dictionaries`(
    _ coder: (backend: Backend, keys: KeyStrategy)
  ) throws {
    let (backend, keys) = coder
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      let members = Loose.randomMembers(depth: 2, &random)
      let object = JSONTree.object(members)
      let plain = try backend.decode([String: Loose].self, from: object.text, keys: keys)
      let json = JSONTree.object(
        Page.names.map { JSONTree.Member(key: keys.encoded($0), value: object) }
      )
      let page = try backend.decode(Page.self, from: json.text, keys: keys)
      #expect(page == Page(plain))
      #expect(try backend.encode(page, keys: keys) == json)
      #expect(try backend.encode(Page(plain), keys: keys) == json)

      // As the whole value, where no container can tell that it is a dictionary.
      func check<Whole: Codable>(_ type: Whole.Type, _ value: (Whole) -> [String: Loose]) throws {
        let whole = try backend.decode(type, from: object.text, keys: keys)
        #expect(value(whole) == plain, "\(type)")
        #expect(try backend.encode(whole, keys: keys) == object, "\(type)")
      }
      try check(Lossy<[String: Loose]>.self, \.wrappedValue)
      try check(Lossy<[String: Loose]?>.self) { $0.wrappedValue ?? [:] }
      try check(Defaulted<Defaults.Empty<[String: Loose]>>.self, \.wrappedValue)
      try check(OmittedWhenEmpty<[String: Loose]>.self, \.wrappedValue)
      try check(FieldValue<[String: Loose]>.self) { $0.value ?? [:] }
      try check(Preserving<[String: Loose]>.self, \.value)
      try check(Preserving<Bag>.self, \.value.members)
    }
  }

  @Test(arguments: coders)
  func `parts of a composition keep the keys of dictionaries`(
    _ coder: (backend: Backend, keys: KeyStrategy)
  ) throws {
    let (backend, keys) = coder
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      var members = Loose.randomMembers(depth: 2, &random)
      members.insert(.init(key: keys.encoded("myName"), value: "a"), at: 0)
      let json = JSONTree.object(members)
      let plain = try backend.decode([String: Loose].self, from: json.text, keys: keys)
      let named = try backend.decode(
        Composed<Named, [String: Loose]>.self,
        from: json.text,
        keys: keys
      )
      #expect(named.base == Named(myName: "a"))
      #expect(named.extension == plain)
      #expect(try backend.encode(named, keys: keys) == json)
      let turned = try backend.decode(Composed<Bag, Named>.self, from: json.text, keys: keys)
      #expect(turned.base.members == plain)
      #expect(try backend.encode(turned, keys: keys) == json)
      let optional = try backend.decode(
        Composed<Named, [String: Loose]?>.self,
        from: json.text,
        keys: keys
      )
      #expect(optional.extension == plain)
      #expect(try backend.encode(optional, keys: keys) == json)
    }
  }

  // MARK: - Unknown elements

  @Test(arguments: coders, Form.allCases)
  func `an unknown element decodes as a dictionary with its keys`(
    _ coder: (backend: Backend, keys: KeyStrategy),
    _ form: Form
  ) throws {
    let (backend, keys) = coder
    // What is kept has the keys of the document, and a function of the app isn't called for them.
    guard form.hasTags, keys != .custom else { return }
    var random = SeededRandom(seed: 7)
    let payload = JSONTree.object(Loose.randomMembers(depth: 2, &random))
    let element = form.element(payload, keys)
    var registry = PolymorphicRegistry<Item<Named>>(form.discriminator(keys))
    try registry.register(for: form.otherTag, as: { Item<Named>.payload($0) })
    let feed = try backend.decode(
      [Polymorphic<Item<Named>>].self,
      from: "[\(element.text)]",
      keys: keys
    ) { $0.register(registry) }
    let unknown = try #require(feed.first?.unknown)
    let part = form.isWhole ? element : payload
    let plain = try backend.decode([String: Loose].self, from: part.text, keys: .asWritten)
    #expect(try unknown.decode(as: [String: Loose].self) == plain)
    #expect(try unknown.decode(as: Bag.self).members == plain)
    var later = PolymorphicRegistry<Item<[String: Loose]>>(form.discriminator(keys))
    try later.register(for: form.tag, as: { Item<[String: Loose]>.payload($0) })
    #expect(try unknown.resolve(with: later) == .known(.payload(plain)))
    #expect(
      try backend.encode(feed, keys: keys) { $0.register(registry) } == .array([element])
    )
  }

  // MARK: - In streams

  @Test(arguments: KeyStrategy.allCases, Form.allCases)
  func `a stream keeps the keys of dictionaries`(_ keys: KeyStrategy, _ form: Form) throws {
    guard form != .adjacentNamed || keys != .custom else { return }
    let decoder = PolymorphicJSONDecoder()
    let encoder = PolymorphicJSONEncoder()
    var registry = PolymorphicRegistry<Item<[String: Loose]>>(form.discriminator(keys))
    try form.register([String: Loose].self, in: &registry)
    decoder.userInfo.register(registry)
    encoder.userInfo.register(registry)
    decoder.keyDecodingStrategy = keys.decoding
    encoder.keyEncodingStrategy = keys.encoding
    var random = SeededRandom(seed: 3)
    let payloads = (0..<8).map { _ in JSONTree.object(Loose.randomMembers(depth: 2, &random)) }
    let elements = payloads.map { form.element($0, keys) }
    let lines = elements.map { $0.text + "\n" }.joined()
    var feed = decoder.elements(
      of: Polymorphic<Item<[String: Loose]>>.self,
      in: Data(lines.utf8),
      as: .lines
    )
    var written: [UInt8] = []
    var writer = FeedWriter(.lines, using: encoder) { written += $0 }
    for (payload, element) in zip(payloads, elements) {
      let part = form.isWhole ? element : payload
      let plain = try Backend.engine.decode([String: Loose].self, from: part.text, keys: keys)
      let next = try #require(try feed.next())
      #expect(next == .known(.payload(plain)))
      try writer.write(next)
    }
    try writer.finish()
    let again = try String(decoding: written, as: UTF8.self).split(separator: "\n")
      .map { try JSONTree(parsing: String($0)) }
    #expect(again == elements)
  }
}

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
