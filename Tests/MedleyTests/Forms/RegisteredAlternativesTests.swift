import Medley
import MedleyTesting
import TestSupport
import Testing

/// Types that are registered for one alternative of a discriminator.
@Suite struct RegisteredAlternativesTests {
  protocol Event: Codable, Sendable {}
  struct Ready: Event, Hashable { var user: String }
  struct Reconnect: Event, Hashable { var delay: Int? }
  struct Beat: Event, Hashable { var count: Int }

  static let gateway = PolymorphicRegistry<any Event>(.key("t").or(.key("op"))) {
    try $0.register(Ready.self, for: "READY")
    try $0.register(Reconnect.self, for: 7, options: .in(.key("op")))
    try $0.register(Beat.self, for: 1, options: .in(.key("op")))
  }

  @Test(arguments: Backend.allCases)
  func `a type is written in the alternative that it is registered for`(
    _ backend: Backend
  ) throws {
    let json = #"[{"t":"READY","user":"a"},{"op":7,"delay":3},{"op":1,"count":2}]"#
    let feed = try backend.feed(json, Self.gateway)
    #expect(
      feed == [
        .known(Ready(user: "a")), .known(Reconnect(delay: 3)), .known(Beat(count: 2)),
      ]
    )
    #expect(try backend.encode(feed, with: Self.gateway) == JSONTree(parsing: json))
    try Self.gateway.validate()
  }

  @Test(arguments: Backend.allCases)
  func `a tag in another alternative than its own is unknown`(_ backend: Backend) throws {
    let json = #"[{"t":7,"delay":3},{"t":7,"op":1,"count":2},{"t":"NEW","op":1,"count":2}]"#
    let feed = try backend.feed(json, Self.gateway)
    #expect(feed[0].unknown?.tag == 7)
    #expect(feed[0].unknown?.reason == .unregistered)
    // A tag of the other alternative gives way to one of its own.
    #expect(feed[1] == .known(Beat(count: 2)))
    #expect(feed[2].unknown?.tag == "NEW")
    #expect(
      try backend.encode([feed[0], feed[2]], with: Self.gateway)
        == JSONTree(parsing: #"[{"t":7,"delay":3},{"t":"NEW","op":1,"count":2}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `a tag can select a type in each alternative`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Event>(.key("t").or(.key("op"))) {
      try $0.register(Ready.self, for: 1, options: .in(.key("t")))
      try $0.register(Beat.self, for: 1, options: .in(.key("op")))
    }
    let json = #"[{"t":1,"user":"a"},{"op":1,"count":2}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed == [.known(Ready(user: "a")), .known(Beat(count: 2))])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(registry.tags == [1])
    #expect(registry.payloadType(for: 1) is Ready.Type)
  }

  // MARK: - Literals beside wrappers

  enum Expression: PolymorphicEnum, Hashable {
    struct Call: Codable, Hashable { var name: String }
    case literal(String)
    case number(Int)
    case call(Call)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Expression>(.external.or(.jsonKind)) {
      try $0.register(for: "string", options: .in(.jsonKind), as: Expression.literal)
      try $0.register(for: "integer", options: .in(.jsonKind), as: Expression.number)
      try $0.register(for: "call", as: Expression.call)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a literal stays a literal`(_ backend: Backend) throws {
    let json = #"["a",{"call":{"name":"f"}},3,{"string":"b"}]"#
    let expressions = try backend.decode([Expression].self, from: json)
    #expect(
      Array(expressions.prefix(3)) == [.literal("a"), .call(.init(name: "f")), .number(3)]
    )
    #expect(expressions[3].unknownPayload?.tag == "string")
    #expect(try backend.encode(expressions) == JSONTree(parsing: json))
    try Expression.registry.validate()
  }

  // MARK: - Members beside the content

  protocol Property: Codable, Sendable {}
  struct Title: Property, Hashable { var text: String }
  struct Relation: Property, Hashable {
    var relation: [Int]
    var hasMore: Bool
    enum CodingKeys: String, CodingKey {
      case relation
      case hasMore = "has_more"
    }
  }

  @Test(arguments: Backend.allCases, [nil, "content"])
  func `a payload takes the whole element with members beside its content`(
    _ backend: Backend,
    _ content: String?
  ) throws {
    let adjacent =
      content.map { .adjacent(tag: "type", content: $0) }
      ?? Discriminator.adjacent(
        tag: "type"
      )
    var registry = PolymorphicRegistry<any Property>(adjacent.or(.key("type")))
    try registry.register(Title.self, for: "title", options: .in(adjacent))
    try registry.register(Relation.self, for: "relation", options: .in(.key("type")))
    let json = """
      [{"type":"title","\(content ?? "title")":{"text":"a"}},
       {"type":"relation","relation":[1,2],"has_more":true}]
      """
    let feed = try backend.feed(json, registry)
    #expect(
      feed == [.known(Title(text: "a")), .known(Relation(relation: [1, 2], hasMore: true))]
    )
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    try registry.validate()

    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"relation","relation":[1,2]}]"#, registry)
    }
    #expect(error.place == "[0].has_more")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "relation")
  }

  // MARK: - Misuse

  @Test func `registering for an alternative that isn't there is an error`() throws {
    var registry = PolymorphicRegistry<any Event>(.key("t").or(.key("op")))
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(Ready.self, for: "READY", options: .in(.external))
    }
    #expect(error.code == .unknownAlternative)
    #expect(error.tag == "READY")
    #expect(error.description.contains("Ready"))
    #expect(error.description.contains("as the only key"))
    #expect(registry.tags.isEmpty)
    // The only form is the alternative.
    var single = PolymorphicRegistry<any Event>("t")
    try single.register(Ready.self, for: "READY", options: .in(.key("t")))
  }

  @Test func `a tag for two types in one alternative is a conflict`() throws {
    for options in [RegistrationOptions.in(.key("op")), []] {
      var registry = Self.gateway
      let error = try #require(throws: RegistrationError.self) {
        try registry.register(Ready.self, for: 7, options: options)
      }
      #expect(error.code == .duplicateTag)
    }
    var registry = Self.gateway
    try registry.register(Beat.self, for: 7, options: .in(.key("t")))
  }

  @Test func `finds a tag that its alternative can't have, and one that nobody is registered for`()
    throws
  {
    let compound = Discriminator.compound("a", "b")
    var registry = PolymorphicRegistry<any Event>(.key("t").or(compound))
    try registry.register(Ready.self, for: "READY", options: .in(compound))
    #expect(registry.problems.map(\.code) == [.unusableTag])
    let unused = PolymorphicRegistry<any Property>(.adjacent(tag: "type").or(.key("type")))
    #expect(unused.problems.map(\.code) == [.unreachableAlternative])
  }

  @Test(arguments: Backend.allCases)
  func `merging and overriding keep alternatives`(_ backend: Backend) throws {
    let empty = PolymorphicRegistry<any Event>(.key("t").or(.key("op")))
    let json = #"[{"op":7,"delay":3}]"#
    for registry in [
      try empty.merging(Self.gateway), empty.overriding(with: Self.gateway),
      Self.gateway.overriding(with: empty),
    ] {
      let feed = try backend.feed(json, registry)
      #expect(feed == [.known(Reconnect(delay: 3))])
      #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    }
  }

  // MARK: - Decoders beside each other

  /// Payloads in each place, one of which may be absent or null.
  private static func divided(_ variant: Int) -> PolymorphicRegistry<any Event> {
    let content =
      variant == 4
      ? Discriminator.adjacent(tag: "kind") : .adjacent(tag: "kind", content: "value")
    let form = Discriminator.key("t").or(content).or(.key("op"))
    return PolymorphicRegistry<any Event>(form) {
      try $0.register(Ready.self, for: "READY", "A", options: .in(.key("t"))) { $0 }
      try $0.register(Beat?.self, for: "BEAT", "A", options: .in(content)) { $0 ?? Beat(count: -1) }
      try $0.register(Reconnect.self, for: "B", options: .in(.key("op"))) { $0 }
      // Key strategies convert it.
      try $0.register(Beat.self, for: "new_beat", options: .in(content)) { $0 }
      if variant > 0 { try $0.register(Reconnect.self, for: "ANY") { $0 } }
      if variant > 1 {
        try $0.register(Reconnect.self, matching: "op.*", options: .in(.key("op"))) { $0 }
      }
      if variant > 2 { try $0.register(Beat.self, matching: "B*", options: .in(content)) { $0 } }
    }
  }

  private static func document(_ random: inout SeededRandom) -> String {
    let tags = [
      "\"READY\"", "\"A\"", "\"BEAT\"", "\"B\"", "\"ANY\"", "\"op.new\"", "\"Bx\"", "\"?\"", "null",
      "7", "\"new_beat\"",
    ]
    var members: [String] = []
    for key in ["t", "kind", "op"] where !random.once(in: 3) {
      members.append(#""\#(key)":\#(random.pick(tags))"#)
    }
    for key in ["value", "BEAT", "A", "new_beat", "newBeat"] where !random.once(in: 3) {
      members.append(#""\#(key)":\#(random.pick(["null", #"{"count":2}"#, "{}", "[]"]))"#)
    }
    members += [#""user":"u""#, #""count":1"#].filter { _ in !random.once(in: 4) }
    return "{\(members.shuffled(using: &random).joined(separator: ","))}"
  }

  /// What an element is, or where it fails.
  private static func outcome(_ decode: () throws -> Polymorphic<any Event>) -> String {
    do {
      switch try decode() {
      case .known(let event): return "\(event)"
      case .unknown(let payload): return "\(payload.reason) \(payload.tag as Any)"
      }
    } catch let error as DecodingError {
      return "\(error.cause?.code as Any) at \(error.place)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 0..<5)
  func `all decoders agree about tags that are divided among places`(_ variant: Int) throws {
    let registry = Self.divided(variant)
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(registry)
    var random = SeededRandom(seed: 5, "\(variant)")
    for _ in 0..<Thoroughness.rounds(20_000) {
      let json = Self.document(&random)
      let value = try Backend.json.decode(PayloadValue.self, from: json)
      let expected = Self.outcome {
        try value.decode(Polymorphic<any Event>.self, userInfo: userInfo)
      }
      for backend in Backend.allJSON {
        let found = Self.outcome {
          try backend.decode(Polymorphic<any Event>.self, from: json) { $0.register(registry) }
        }
        #expect(found == expected, "\(backend): \(json)")
      }
    }
  }
}
