import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import MedleyResilience
import MedleyStreams
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

  @Test(arguments: Backend.allJSON, [KeyStrategy.snakeCase, .custom])
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
