import Medley
import MedleyTesting
import TestSupport
import Testing

/// Compound tags of which a part may be absent.
@Suite struct CompoundTests {
  protocol Event: Codable {}

  struct Message: Event, Hashable {
    var text: String
  }

  struct BotMessage: Event, Hashable {
    var text: String
    var bot: String
  }

  struct Notice: Event, Hashable {
    var level: Int
  }

  /// A payload that stores the parts of its tag.
  struct Stored: Event, Hashable {
    var type: String?
    var subtype: String?
    var text: String
  }

  static let form: Discriminator = .compound("type", "subtype")

  static let events = PolymorphicRegistry<any Event>(
    form,
    [
      ["message", nil]: Message.self, ["message", "bot"]: BotMessage.self, [nil, 7]: Notice.self,
    ]
  )

  @Test(arguments: Backend.allCases)
  func `decodes and encodes tags without a part`(_ backend: Backend) throws {
    let json = """
      [{"type":"message","text":"a"},{"type":"message","subtype":"bot","text":"b","bot":"c"},
       {"subtype":7,"level":2}]
      """
    let feed = try backend.feed(json, Self.events)
    #expect(feed[0].known as? Message == Message(text: "a"))
    #expect(feed[1].known as? BotMessage == BotMessage(text: "b", bot: "c"))
    #expect(feed[2].known as? Notice == Notice(level: 2))
    #expect(try backend.encode(feed, with: Self.events) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(feed, with: Self.events) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `a part that is null is absent`(_ backend: Backend) throws {
    let json = #"[{"type":"message","subtype":null,"text":"a"}]"#
    let feed = try backend.feed(json, Self.events)
    #expect(feed[0].known as? Message == Message(text: "a"))
    #expect(
      try backend.encode(feed, with: Self.events)
        == JSONTree(parsing: #"[{"type":"message","text":"a"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `keeps unregistered tags with and without a part`(_ backend: Backend) throws {
    let json = #"[{"type":"message","subtype":"me"},{"type":"note","text":"a"},{"subtype":"x"}]"#
    let feed = try backend.feed(json, Self.events)
    #expect(feed.unknown.map(\.tag) == [["message", "me"], ["note", nil], [nil, "x"]])
    #expect(try backend.encode(feed, with: Self.events) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an element without any part has no tag`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"text":"a"}]"#, Self.events)
    }
    #expect(error.cause?.code == .missingTag)
    #expect(error.place == "[0].type")
  }

  @Test(arguments: Backend.allCases)
  func `a part of a wrong kind is an error`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"message","subtype":["a"],"text":"a"}]"#, Self.events)
    }
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.place == "[0]")
  }

  @Test(arguments: Backend.allCases)
  func `a part that no registered tag lacks is missing`(_ backend: Backend) throws {
    let events = PolymorphicRegistry<any Event>(Self.form, [["message", nil]: Message.self])
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"subtype":"bot","text":"a"}]"#, events)
    }
    #expect(error.cause?.code == .missingTag)
    #expect(error.place == "[0].type")
  }

  // MARK: - Payloads that store their tag

  static let stored = PolymorphicRegistry<any Event>(Self.form, [["message", nil]: Stored.self])

  @Test(arguments: Backend.allCases)
  func `a payload may store that a part is absent`(_ backend: Backend) throws {
    let json = #"[{"type":"message","text":"a"}]"#
    let feed = try backend.feed(json, Self.stored)
    #expect(feed[0].known as? Stored == Stored(type: "message", subtype: nil, text: "a"))
    let tree = try backend.encode(feed, with: Self.stored)
    #expect(try tree == JSONTree(parsing: json))
    #expect(tree.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `storing a part that the tag lacks is an error`(_ backend: Backend) throws {
    let feed: [Polymorphic<any Event>] = [
      .known(Stored(type: "message", subtype: "bot", text: "a"))
    ]
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: Self.stored)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.place == "[0].subtype")
    #expect(error.cause?.description.contains(#"stores "bot" under "subtype""#) == true)
  }

  @Test(arguments: Backend.allCases)
  func `a stored part selects among the tags of a type`(_ backend: Backend) throws {
    var events = PolymorphicRegistry<any Event>(Self.form)
    try events.register(Stored.self, for: ["message", nil], ["message", "me"])
    let json = #"[{"type":"message","text":"a"},{"type":"message","subtype":"me","text":"b"}]"#
    let feed = try backend.feed(json, events)
    #expect(feed.known.count == 2)
    #expect(try backend.encode(feed, with: events) == JSONTree(parsing: json))
    let wrong: [Polymorphic<any Event>] = [.known(Stored(subtype: "bot", text: "a"))]
    #expect(throws: EncodingError.self) { try backend.encode(wrong, with: events) }
  }

  @Test(arguments: Backend.allCases)
  func `a type for unknown elements may lack a part`(_ backend: Backend) throws {
    var events = Self.events
    events.policies.unknown = .decode(as: Stored.self)
    let json = #"[{"type":"note","text":"a"},{"type":"note","subtype":"b","text":"c"}]"#
    let feed = try backend.feed(json, events)
    #expect(feed.known.compactMap { $0 as? Stored }.map(\.subtype) == [nil, "b"])
    #expect(try backend.encode(feed, with: events) == JSONTree(parsing: json))
  }

  // MARK: - Registering

  @Test(arguments: Backend.allCases)
  func `values and comparisons without case take such tags`(_ backend: Backend) throws {
    enum Signal: PolymorphicEnum, Equatable {
      case ping, pong
      case unknown(UnknownPayload)

      static let registry = PolymorphicRegistry<Signal>(
        .compound("type", "subtype"),
        ignoringCase: true
      ) { registry in
        registry.tagKind = .string
        try registry.register(.ping, for: ["PING", nil])
        try registry.register(.pong, for: ["PING", "BACK"])
      }
    }
    let json = #"[{"type":"ping"},{"type":"Ping","subtype":"back"}]"#
    let signals = try backend.decode([Signal].self, from: json)
    #expect(signals == [.ping, .pong])
    #expect(
      try backend.encode(signals)
        == JSONTree(parsing: #"[{"type":"PING"},{"type":"PING","subtype":"BACK"}]"#)
    )
    try Signal.registry.validate(samples: [.ping, .pong])
  }

  static let unusable: [(Discriminator, TypeTag)] = [
    (form, [nil, nil]), (form, ["a"]), (form, [["a", nil], nil]), ("type", ["a", nil]),
  ]

  @Test(arguments: unusable)
  func `validation finds tags without a part that can't be read`(
    _ discriminator: Discriminator,
    _ tag: TypeTag
  ) throws {
    var events = PolymorphicRegistry<any Event>(discriminator)
    try events.register(Message.self, for: tag)
    #expect(events.problems.map(\.code) == [.unusableTag])
    #expect(events.problems.first?.tag == tag)
  }

  @Test func `validation accepts tags without a part`() throws {
    try Self.events.validate(
      samples: [Message(text: "a"), BotMessage(text: "a", bot: "b"), Notice(level: 1)]
    )
  }

  @Test func `the same tag without a part is registered once`() throws {
    var events = Self.events
    let error = try #require(throws: RegistrationError.self) {
      try events.register(Notice.self, for: ["message", nil])
    }
    #expect(error.code == .duplicateTag)
    #expect(error.description.contains(#"["message", null]"#))
  }

  @Test(arguments: Backend.allJSON)
  func `a tag without a part is encoded with null`(_ backend: Backend) throws {
    let tags: [TypeTag] = [["message", nil], [nil, 7]]
    #expect(try backend.encode(tags) == JSONTree(parsing: #"[["message",null],[null,7]]"#))
    #expect(try backend.roundTrip(tags) == tags)
  }
}
