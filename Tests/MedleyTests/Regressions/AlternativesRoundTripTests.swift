import Medley
import MedleyTesting
import TestSupport
import Testing

/// What `.or` wrote without its tag, or beside keys of another alternative, was read as another tag.
@Suite struct AlternativesRoundTripTests {
  @Test(arguments: Backend.allCases)
  func `writes an assumed tag where the element would be read as another`(
    _ backend: Backend
  ) throws {
    let samples: [(Discriminator, String)] = [
      (.key("type").or(.external), #"[{"type":"one","s":1}]"#),
      (.external.or(.key("type")), #"[{"one":{"s":1}}]"#),
      (.key("type").or(.key("s")), #"[{"type":"one","s":1}]"#),
      (.key("type").or(.adjacent(tag: "s")), #"[{"type":"one","s":1}]"#),
      (.key("type").or(.jsonKind), #"[{"type":"one","s":1}]"#),
      (.key("type").or(.custom { _ in "other" }), #"[{"type":"one","s":1}]"#),
      (.key("type").or(.deduced), #"[{"type":"one","s":1}]"#),
      (.key("type").or(.key("kind")), #"[{"s":1}]"#),
      (.key("type").or(.wrapperArray), #"[{"s":1}]"#),
      (.external, #"[{"one":{"s":1}}]"#),
      (.wrapperArray, #"[{"s":1}]"#),
    ]
    for (discriminator, json) in samples {
      var registry = PolymorphicRegistry<any Piece>(discriminator)
      try registry.register(One.self, for: "one")
      registry.policies.missing = .assume("one")
      registry.tagWriting = .unlessAssumed
      let feed = [Polymorphic<any Piece>.known(One(s: 1))]
      #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
      #expect(try backend.feed(json, registry) == feed)
    }
  }

  @Test(arguments: Backend.allCases)
  func `finds the content of an assumed tag in its own alternative`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Piece>(
      .key("type").or(.adjacent(tag: "kind", content: "data"))
    )
    let own = Discriminator.adjacent(tag: "kind", content: "data")
    try registry.register(One.self, for: "one", options: .in(own))
    registry.policies.missing = .assume("one")
    registry.tagWriting = .unlessAssumed
    let feed = [Polymorphic<any Piece>.known(One(s: 1))]
    let json = #"[{"data":{"s":1}}]"#
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(try backend.feed(json, registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `writes a tag that another alternative's type has as well`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Piece>(.key("type").or(.key("op")))
    try registry.register(One.self, for: "x", options: .in(.key("type")))
    try registry.register(Two.self, for: "x", options: .in(.key("op")))
    registry.policies.missing = .assume("x")
    registry.tagWriting = .unlessAssumed
    let feed: [Polymorphic<any Piece>] = [.known(One(s: 1)), .known(Two(m: 1, n: "a"))]
    let json = #"[{"s":1},{"op":"x","m":1,"n":"a"}]"#
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(try backend.feed(json, registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `reads a tag whose key is the only one of its object`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Piece>(.external.or(.key("type")))
    try registry.register(None.self, for: "none", options: .in(.key("type")))
    try registry.register(One.self, for: "one")
    let feed: [Polymorphic<any Piece>] = [.known(None()), .known(One(s: 1))]
    let json = #"[{"type":"none"},{"one":{"s":1}}]"#
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(try backend.feed(json, registry) == feed)
    // A tag of its own stays unknown.
    let unknown = try backend.feed(#"[{"two":{"type":"none"}}]"#, registry)
    #expect(unknown.unknown.map(\.tag) == ["two"])
  }

  // MARK: - Random registries

  @Test(arguments: Backend.allCases)
  func `decodes what it encodes with all alternatives, policies and ways to write tags`(
    _ backend: Backend
  ) throws {
    var (encoded, refused) = (0, 0)
    for seed in Thoroughness.seeds(0..<2_000) {
      var random = SeededRandom(seed: seed)
      let (registry, text) = Self.registry(&random)
      guard let registry else { continue }
      for value in Self.values {
        let feed = [Polymorphic<any Piece>.known(value)]
        // Not every payload can stand beside its tag, and not every form writes every tag.
        guard let tree = try? backend.encode(feed, with: registry) else {
          refused += 1
          continue
        }
        encoded += 1
        let again = Result { try backend.feed("\(tree)", registry) }
        #expect((try? again.get()) == feed, "\(seed): \(text): \(tree): \(again)")
      }
    }
    #expect(encoded > refused || !SeededRandom.isUsual)
  }
}

// MARK: - Payloads

private protocol Piece: Codable, Sendable {}

private struct None: Piece, Hashable {}

private struct One: Piece, Hashable {
  var s: Int
}

private struct Two: Piece, Hashable {
  var m: Int
  var n: String
}

/// A payload whose members are tags in other forms.
private struct Kind: Piece, Hashable {
  var kind: String
  var a: String
}

private struct Nested: Piece, Hashable {
  struct Meta: Codable, Hashable {
    var kind: String
  }

  var meta: Meta
  var data: [String: String]
}

private struct Several: Piece, Hashable {
  var strings: [String]

  init(_ strings: [String]) { self.strings = strings }

  init(from decoder: any Decoder) throws {
    strings = try decoder.singleValueContainer().decode([String].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(strings)
  }
}

private struct Text: Piece, Hashable {
  var string: String

  init(_ string: String) { self.string = string }

  init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

// MARK: - Registries

extension AlternativesRoundTripTests {
  fileprivate static let values: [any Piece] = [
    None(), One(s: 1), Two(m: 1, n: "one"), Kind(kind: "one", a: "x"), Kind(kind: "text", a: "two"),
    Nested(meta: .init(kind: "one"), data: ["one": "two"]), Several(["one", "two"]), Text("two"),
  ]

  private static let forms: [Discriminator] = [
    .key("type"), .key("kind"), .key("s"), .path("meta", "kind"),
    .compound("a", "b"), .compound("kind", "a"), .adjacent(tag: "t", content: "data"),
    .adjacent(tag: "kind"), .external, .wrapperArray,
  ]

  /// Returns a registry, and its description; nil if it is refused or has problems.
  private static func registry(
    _ random: inout SeededRandom
  ) -> (registry: PolymorphicRegistry<any Piece>?, text: String) {
    var forms = (0..<2 + random.number(below: 2)).map { _ in random.pick(Self.forms) }
    // It finds a kind in every element, so it is the last.
    if random.once(in: 6) { forms.append(.jsonKind) }
    let discriminator = forms.dropFirst().reduce(forms[0]) { $0.or($1) }
    var registry = PolymorphicRegistry<any Piece>(discriminator)
    var text = "\(discriminator)"
    let names = ["none", "one", "two", "three", "nested", "several", "text"]
    let types: [any Piece.Type] = [
      None.self, One.self, Two.self, Kind.self, Nested.self, Several.self, Text.self,
    ]
    var tags: [TypeTag] = []
    for (name, type) in zip(names, types) where !random.once(in: 3) {
      // Registering doesn't know what objects inside a payload have.
      if name == "nested", forms.contains(Self.forms[3]) { continue }
      let tag: TypeTag =
        switch random.number(below: 6) {
        case 0: [.string(name), "b"]
        case 1: [.string(name), nil]
        case 2 where name == "several" && forms.last == .jsonKind && !forms.contains(.wrapperArray):
          "array"
        case 2 where name == "text" && forms.last == .jsonKind: "string"
        default: .string(name)
        }
      tags.append(tag)
      let form = random.once(in: 4) ? random.pick(forms) : nil
      text += "; \(type): \(tag) in \(form.map { "\($0)" } ?? "any")"
      let writings: [TagWriting?] = [nil, nil, .always, .unlessAssumed]
      let options = form.map { RegistrationOptions.in($0) } ?? []
      let writing = random.pick(writings).map { RegistrationOptions.tagWriting($0) } ?? []
      do {
        try registry.add(type, tag, [options, writing])
      } catch {
        return (nil, text)
      }
    }
    guard let assumed = tags.isEmpty ? nil : random.pick(tags) else { return (nil, text) }
    if !random.once(in: 4) { registry.policies.missing = .assume(assumed) }
    let nulls: [MissingTagPolicy<any Piece>] = [.throw, .assume(random.pick(tags))]
    if random.once(in: 4) { registry.policies.null = random.pick(nulls) }
    if random.once(in: 3) { registry.policies.malformed = .keep }
    registry.tagWriting = random.pick([.always, .unlessAssumed, .unlessAssumed])
    let null = registry.policies.null.map { "\($0)" } ?? "nil"
    text += "; missing: \(registry.policies.missing), null: \(null)"
    return (registry.problems.isEmpty ? registry : nil, text)
  }
}

extension PolymorphicRegistry<any Piece> {
  fileprivate mutating func add<Payload: Piece>(
    _ type: Payload.Type,
    _ tag: TypeTag,
    _ options: RegistrationOptions
  ) throws {
    try register(type, for: tag, options: options)
  }
}
