import Medley
import MedleyTesting
import TestSupport
import Testing

/// A second case for a tag is registered for encoding alone.
@Suite struct OnlyEncodedTests {
  struct Sent: Codable, Hashable {
    var text: String
  }

  struct Received: Codable, Hashable {
    var text: String
    var id: Int
  }

  enum Message: PolymorphicEnum, Hashable {
    case sent(Sent)
    case received(Received)
    case ping
    case pong

    static let registry = PolymorphicRegistry<Message>("type") { registry in
      try registry.register(for: "message", options: .onlyEncoded, as: Message.sent)
      try registry.register(for: "message", as: Message.received)
      try registry.register(.ping, for: "ping")
      try registry.register(.pong, for: "ping", options: .onlyEncoded)
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes two cases with one tag and decodes one`(_ backend: Backend) throws {
    let messages: [Message] = [
      .sent(Sent(text: "a")), .received(Received(text: "b", id: 1)), .ping, .pong,
    ]
    let json = """
      [{"type":"message","text":"a"},{"type":"message","text":"b","id":1},{"type":"ping"},
      {"type":"ping"}]
      """
    #expect(try backend.encode(messages) == JSONTree(parsing: json))
    let read = #"[{"type":"message","text":"b","id":1},{"type":"ping"}]"#
    #expect(
      try backend.decode([Message].self, from: read) == [
        .received(Received(text: "b", id: 1)), .ping,
      ]
    )
  }

  @Test func `isn't a mix-up of cases`() throws {
    #expect(Message.registry.problems.isEmpty)
    try Message.registry.validate(
      samples: [.received(Received(text: "b", id: 1)), .sent(Sent(text: "a")), .ping, .pong]
    )
    #expect(Message.registry.tags == ["message", "ping"])
  }

  @Test func `stays where registries are combined`() throws {
    let other = PolymorphicRegistry<Message>("type")
    let pong = [Polymorphic.known(Message.pong)]
    let json = try JSONTree(parsing: #"[{"type":"ping"}]"#)
    #expect(try Backend.json.encode(pong, with: other.merging(Message.registry)) == json)
    #expect(try Backend.json.encode(pong, with: other.overriding(with: Message.registry)) == json)
  }

  @Test func `a tag that is only encoded is unknown when it is decoded`() throws {
    var registry = PolymorphicRegistry<Sent>("type")
    try registry.register(Sent.self, for: "sent", options: .onlyEncoded)
    let feed = try Backend.json.feed(#"[{"type":"sent","text":"a"}]"#, registry)
    #expect(feed.unknown.map(\.tag) == ["sent"])
  }
}
