import Medley
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

  enum Outgoing: PolymorphicDecodable {
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
