import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Enums that are only decoded, or only encoded.
@Suite struct OneWayEnumTests {
  struct Message: Decodable, Equatable {
    var text: String
  }

  struct Draft: Encodable, Equatable {
    var text: String
  }

  struct Ping: Codable, Equatable {
    var id: Int
  }

  enum ServerEvent: PolymorphicDecodable, Equatable {
    case message(Message)
    case ping(Ping)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<ServerEvent>("type") { registry in
      try registry.register(for: "message", as: ServerEvent.message)
      try registry.register(for: "ping", as: ServerEvent.ping)
    }
  }

  /// An enum without a case for what isn't known.
  enum Reply: PolymorphicDecodable, Equatable {
    case message(Message)

    static let registry = PolymorphicRegistry<Reply>("type") { registry in
      try registry.register(for: "message", as: Reply.message)
    }
  }

  enum ClientEvent: PolymorphicEncodable, Equatable {
    case send(Draft)
    case edit(Draft)
    case ping(Ping)
    case close
    case other(UnknownPayload)

    static let registry = PolymorphicRegistry<ClientEvent>("type") { registry in
      try registry.register(encodable: Draft.self, for: "send", as: ClientEvent.send)
      try registry.register(
        encodable: Draft.self,
        for: "edit",
        as: ClientEvent.edit,
        from: { if case .edit(let draft) = $0 { draft } else { nil } }
      )
      try registry.register(for: "ping", as: ClientEvent.ping)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes payloads that are only Decodable`(_ backend: Backend) throws {
    let json = #"[{"type":"message","text":"a"},{"type":"ping","id":1},{"type":"pong","id":2}]"#
    let events = try backend.decode([ServerEvent].self, from: json)
    #expect(events.prefix(2) == [.message(Message(text: "a")), .ping(Ping(id: 1))])
    #expect(events.last?.unknownPayload?.tag == "pong")
    #expect(events.first?.unknownPayload == nil)
    #expect(
      try backend.encode(events.compactMap(\.unknownPayload))
        == JSONTree(parsing: #"[{"type":"pong","id":2}]"#)
    )
  }

  @Test func `an enum that is only decoded isn't Encodable`() {
    #expect(!(ServerEvent.self is any Encodable.Type))
    #expect(!(ClientEvent.self is any Decodable.Type))
  }

  @Test(arguments: Backend.allCases)
  func `an unknown tag is an error without a case for it`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Reply].self, from: #"[{"type":"ping"}]"#)
    }
    #expect(error.place == "[0].type")
    #expect(error.cause?.code == .unknownTag)
  }

  @Test(arguments: Backend.allCases)
  func `lossy lists and reports know such enums`(_ backend: Backend) throws {
    let json = #"[{"type":"message"},{"type":"ping","id":1},{"type":"pong"}]"#
    let (events, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[ServerEvent]>.self, from: json)
    }
    #expect(events.wrappedValue.count == 2)
    #expect(report.issues.map(\.codingPath.place) == ["[0].text"])
    #expect(report.issues.map(\.tag) == ["message"])
    #expect(report.unknownTags == ["pong": 1])
  }

  @Test(arguments: Backend.allCases)
  func `encodes payloads that are only Encodable`(_ backend: Backend) throws {
    let events: [ClientEvent] = [
      .send(Draft(text: "a")), .edit(Draft(text: "b")), .ping(Ping(id: 1)),
      .other(UnknownPayload(tag: "new", content: ["type": "new", "id": 2])),
    ]
    let json = """
      [{"type":"send","text":"a"},{"type":"edit","text":"b"},{"type":"ping","id":1},{"type":"new","id":2}]
      """
    #expect(try backend.encode(events) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encoding a case that isn't registered is an error`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) { try backend.encode([ClientEvent.close]) }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .unregisteredType)
  }

  @Test(arguments: Backend.allCases)
  func `decoding a type that is only Encodable is an error in the program`(
    _ backend: Backend
  ) throws {
    let json = #"[{"type":"send","text":"a"}]"#
    let error = try #require(throws: RegistrationError.self) {
      try backend.decode([Polymorphic<ClientEvent>].self, from: json, with: ClientEvent.registry)
    }
    #expect(error.code == .notDecodable)
    #expect(error.description.contains("Draft"))
    #expect(error.description.contains("Make it Decodable"))
    #expect(ClientEvent.registry.payloadType(for: "send") == nil)
    #expect(ClientEvent.registry.payloadType(for: "ping") is Ping.Type)
    #expect(ClientEvent.registry.tag(for: Draft.self) == "send")
  }

  @Test func `an enum that is decoded needs payloads that are`() throws {
    var registry = PolymorphicRegistry<Outgoing>("type")
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(encodable: Draft.self, for: "draft", as: Outgoing.draft)
    }
    #expect(error.code == .notDecodable)
    #expect(error.description.contains("Outgoing"))
  }

  @Test func `validation finds a payload that can't be encoded`() throws {
    let problems = Incoming.registry.problems
    #expect(problems.map(\.code) == [.notEncodable])
    #expect(problems.first?.description.contains("Message") == true)
    #expect(problems.first?.description.contains("PolymorphicDecodable") == true)
    try ServerEvent.registry.validate()
    try ClientEvent.registry.validate()
  }

  @Test func `a tag that is registered for two types is an error`() throws {
    var registry = ClientEvent.registry
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(encodable: Draft.self, for: "ping", as: ClientEvent.send)
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "ping")
  }

  // MARK: - A payload for the other direction

  @Test(arguments: Backend.allCases)
  func `an enum that is decoded may register a payload that is only encoded`(
    _ backend: Backend
  ) throws {
    var registry = Outgoing.registry
    try registry.register(
      encodable: Draft.self,
      for: "draft",
      options: .onlyEncoded,
      as: Outgoing.draft
    )
    try registry.validate()
    #expect(registry.tags.isEmpty)
    #expect(registry.tag(for: Draft.self) == "draft")
    let json = #"[{"type":"draft","text":"a"}]"#
    #expect(
      try backend.encode([Polymorphic.known(Outgoing.draft(Draft(text: "a")))], with: registry)
        == JSONTree(parsing: json)
    )
    // The tag isn't registered for decoding.
    let feed = try backend.decode([Polymorphic<Outgoing>].self, from: json, with: registry)
    #expect(feed.unknown.map(\.tag) == ["draft"])
  }

  @Test(arguments: Backend.allCases)
  func `a tag may be decoded as one type and encoded from another`(_ backend: Backend) throws {
    enum Note: PolymorphicDecodable, Equatable {
      case received(Message)
      case sent(Draft)

      static let registry = PolymorphicRegistry<Note>("type") { registry in
        try registry.register(for: "note", as: Note.received)
        try registry.register(
          encodable: Draft.self,
          for: "note",
          options: .onlyEncoded,
          as: Note.sent
        )
      }
    }
    let json = #"[{"type":"note","text":"a"}]"#
    #expect(try backend.decode([Note].self, from: json) == [.received(Message(text: "a"))])
    let sent = [Polymorphic.known(Note.sent(Draft(text: "a")))]
    #expect(try backend.encode(sent, with: Note.registry) == JSONTree(parsing: json))
    try Note.registry.validate()
  }

  // MARK: - Forms and validation

  static let forms: [(Discriminator, String)] = [
    (.path("meta", "kind"), #"{"meta":{"kind":"send"},"text":"a"}"#),
    (.adjacent(tag: "type", content: "data"), #"{"type":"send","data":{"text":"a"}}"#),
    (.adjacent(tag: "type"), #"{"type":"send","send":{"text":"a"}}"#),
    (.external, #"{"send":{"text":"a"}}"#),
    (.wrapperArray, #"["send",{"text":"a"}]"#),
    (.deduced, #"{"text":"a"}"#),
  ]

  @Test(arguments: Backend.allCases, forms)
  func `every form encodes a payload that is only Encodable`(
    _ backend: Backend,
    _ form: (discriminator: Discriminator, json: String)
  ) throws {
    var registry = PolymorphicRegistry<ClientEvent>(form.discriminator)
    try registry.register(encodable: Draft.self, for: "send", as: ClientEvent.send)
    try registry.validate()
    let events = [Polymorphic.known(ClientEvent.send(Draft(text: "a")))]
    #expect(
      try backend.encode(events, with: registry) == JSONTree(parsing: "[\(form.json)]")
    )
  }

  @Test func `validation finds a payload without a case of its own`() {
    var registry = PolymorphicRegistry<Draft>("type")
    #expect(throws: Never.self) {
      try registry.register(encodable: Draft.self, for: "a")
      try registry.register(encodable: Draft.self, for: "b")
    }
    #expect(registry.problems.map(\.code) == [.severalCanonicalTags])
  }

  @Test func `validation with samples reads back what can be read`() throws {
    try ClientEvent.registry.validate(samples: [.ping(Ping(id: 1))])
    let problems = ClientEvent.registry.problems(samples: [.close])
    #expect(problems.count == 1)
    #expect(problems.first?.description.contains("close") == true)
  }

  enum Outgoing: PolymorphicDecodable, Equatable {
    case draft(Draft)

    static let registry = PolymorphicRegistry<Outgoing>("type")
  }

  /// An enum for both directions with a payload for one.
  enum Incoming: PolymorphicEnum {
    case message(Message)

    static let registry = PolymorphicRegistry<Incoming>("type") { registry in
      try registry.register(for: "message", as: Incoming.message)
    }
  }
}
