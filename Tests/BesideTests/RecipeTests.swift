import Foundation
import Medley
import MedleyBeside
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// The recipes of the article *Tags beside documents*.
@Suite struct RecipeTests {
  // MARK: A webhook's header

  enum Hook: PolymorphicDecodable {
    case push(Push)
    case star(Star)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Hook>(.custom { _ in nil }) {
      try $0.register(for: "push", as: Hook.push)
      try $0.register(for: "star", as: Hook.star)
    }
  }

  struct Push: Decodable, Equatable {
    var ref: String
  }

  struct Star: Decodable, Equatable {
    var action: String
  }

  struct Request {
    var headers: [String: String]
    var body: Data
  }

  static func hook(of request: Request) throws -> Hook {
    let name = request.headers["X-GitHub-Event"] ?? "ping"
    return try JSONDecoder().decode(
      Hook.self,
      tagged: TypeTag(name),
      from: request.body
    )
  }

  @Test func `a header names the event of a webhook`() throws {
    let push = try Self.hook(
      of: Request(
        headers: ["X-GitHub-Event": "push"],
        body: Data(#"{"ref":"refs/heads/main","type":"Organization"}"#.utf8)
      )
    )
    guard case .push(Push(ref: "refs/heads/main")) = push else {
      Issue.record("Expected a push.")
      return
    }
    let ping = try Self.hook(of: Request(headers: [:], body: Data(#"{"zen":"Be."}"#.utf8)))
    #expect(ping.unknownPayload?.tag == "ping")
    #expect(ping.unknownPayload?.content["zen"] == "Be.")
  }

  // MARK: A queue's attribute

  struct Message {
    var attributes: [String: String]
    var body: String
  }

  static func message(_ order: Polymorphic<any Order>) throws -> Message {
    let (tag, body) = try PolymorphicJSONEncoder(orders).encodeTagged(order)
    return Message(
      attributes: ["kind": tag.string ?? ""],
      body: String(decoding: body, as: UTF8.self)
    )
  }

  static func order(in message: Message) throws -> Polymorphic<any Order> {
    try PolymorphicJSONDecoder(orders).decode(
      Polymorphic<any Order>.self,
      tagged: TypeTag(message.attributes["kind"] ?? ""),
      from: message.body
    )
  }

  protocol Order: Codable, Sendable {}

  struct Placed: Order, Equatable {
    var items: Int
  }

  static let orders = PolymorphicRegistry<any Order>("kind", ["placed": Placed.self])

  @Test func `an attribute names the kind of a message`() throws {
    let sent = try Self.message(.known(Placed(items: 3)))
    #expect(sent.attributes == ["kind": "placed"])
    #expect(sent.body == #"{"items":3}"#)
    #expect(try Self.order(in: sent).known as? Placed == Placed(items: 3))
    let other = Message(attributes: ["kind": "paid"], body: #"{ "cents": 100 }"#)
    let forwarded = try Self.message(Self.order(in: other))
    #expect(forwarded.attributes == other.attributes)
    #expect(forwarded.body == other.body)
  }

  // MARK: A job's name

  protocol Job: Codable, Sendable {
    func run() -> String
  }

  struct SendMail: Job {
    var to: String

    func run() -> String { "mail to \(to)" }
  }

  struct QueuedJob: Codable {
    var job: Polymorphic<any Job>
    var attempts: Int

    enum CodingKeys: CodingKey {
      case name
      case arguments
      case attempts
    }

    init(from decoder: any Decoder) throws {
      let entry = try decoder.container(keyedBy: CodingKeys.self)
      attempts = try entry.decode(Int.self, forKey: .attempts)
      job = try Polymorphic(
        tagged: entry.decode(TypeTag.self, forKey: .name),
        from: entry.superDecoder(forKey: .arguments)
      )
    }

    func encode(to encoder: any Encoder) throws {
      var entry = encoder.container(keyedBy: CodingKeys.self)
      try entry.encode(attempts, forKey: .attempts)
      let name = try job.encodeBody(
        to: entry.superEncoder(forKey: .arguments)
      )
      try entry.encode(name, forKey: .name)
    }
  }

  @Test(arguments: Backend.allCases)
  func `the name of a job says its type`(_ backend: Backend) throws {
    let jobs = PolymorphicRegistry<any Job>("name", ["send_mail": SendMail.self])
    let json = #"{"name":"send_mail","arguments":{"to":"ada"},"attempts":2}"#
    let queued = try backend.decode(QueuedJob.self, from: json) { $0.register(jobs) }
    #expect(queued.job.known?.run() == "mail to ada")
    #expect(queued.attempts == 2)
    #expect(try backend.encode(queued) { $0.register(jobs) } == JSONTree(parsing: json))
  }

  // MARK: An event store with versions

  struct DepositedV1: Codable {
    var amount: Int
  }

  struct Deposited: Codable, Equatable {
    var cents: Int
  }

  enum AccountEvent: PolymorphicEnum, Equatable {
    case deposited(Deposited)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<AccountEvent>(
      .compound("type", "version")
    ) {
      try $0.register(for: ["deposited", 2], as: AccountEvent.deposited)
      try $0.register(DepositedV1.self, for: ["deposited", 1]) {
        .deposited(Deposited(cents: $0.amount * 100))
      }
    }
  }

  static func event(
    type: String,
    version: Int64,
    data: Data
  ) throws -> AccountEvent {
    try PolymorphicJSONDecoder().decode(
      AccountEvent.self,
      tagged: [.string(type), .integer(version)],
      from: data
    )
  }

  @Test func `a type and a version select a type of the event store`() throws {
    let old = try Self.event(type: "deposited", version: 1, data: Data(#"{"amount":5}"#.utf8))
    #expect(old == .deposited(Deposited(cents: 500)))
    let new = try Self.event(type: "deposited", version: 2, data: Data(#"{"cents":501}"#.utf8))
    #expect(new == .deposited(Deposited(cents: 501)))
    let (tag, body) = try PolymorphicJSONEncoder().encodeTagged(old)
    #expect(tag == ["deposited", 2])
    #expect(String(decoding: body, as: UTF8.self) == #"{"cents":500}"#)
    let next = try Self.event(type: "deposited", version: 3, data: Data("{}".utf8))
    #expect(next.unknownPayload?.tag == ["deposited", 3])
  }

  // MARK: Two columns of a table

  struct Row: Equatable {
    var id: Int
    var kind: String
    var body: String
  }

  static func row(_ id: Int, _ media: Polymorphic<any Media>) throws -> Row {
    let (tag, body) = try encoder.encodeTagged(media)
    let text = String(decoding: body, as: UTF8.self)
    return Row(id: id, kind: tag.string ?? "", body: text)
  }

  static func media(of row: Row) throws -> Polymorphic<any Media> {
    try decoder.decode(
      Polymorphic<any Media>.self,
      tagged: TypeTag(row.kind),
      from: Data(row.body.utf8)
    )
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.userInfo.register(.media)
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo.register(.media)
    return decoder
  }

  @Test func `two columns of a table are tag and body`() throws {
    let rows = [
      Row(id: 1, kind: "MOVIE", body: #"{"minutes":170,"title":"Heat"}"#),
      Row(id: 2, kind: "OPERA", body: #"{"acts":[1,2.5],"title":"Aida"}"#),
    ]
    let media = try rows.map(Self.media)
    #expect(media[0].known as? Movie == Movie(title: "Heat", minutes: 170))
    #expect(media[1].unknown?.tag == "OPERA")
    #expect(try zip(1..., media).map(Self.row) == rows)
  }

  // MARK: A push notification

  enum Notice: PolymorphicDecodable {
    case message(Chat)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Notice>("kind") {
      try $0.register(for: "message", as: Notice.message)
    }
  }

  struct Chat: Decodable, Equatable {
    var room: Int
    var sent: Date
  }

  static func notice(_ userInfo: [AnyHashable: Any]) throws -> Notice {
    let value = try PayloadValue(propertyList: userInfo)
    let kind = value["aps"]?["category"]?.string ?? ""
    return try (value["data"] ?? [:]).decode(
      Notice.self,
      tagged: TypeTag(kind)
    )
  }

  @Test func `the category of a push notification selects its data`() throws {
    let sent = Date(timeIntervalSince1970: 60)
    let notice = try Self.notice([
      "aps": ["alert": "Hi", "category": "message"],
      "data": ["room": 7, "sent": sent] as [String: Any],
    ])
    guard case .message(Chat(room: 7, sent: sent)) = notice else {
      Issue.record("Expected a message.")
      return
    }
    #expect(try Self.notice(["aps": ["category": "call"]]).unknownPayload?.tag == "call")
  }

  // MARK: JSON-RPC

  enum Answer: PolymorphicDecodable {
    case sum(Int)
    case names([String])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Answer>(.custom { _ in nil }) {
      try $0.register(for: "math/sum", as: Answer.sum)
      try $0.register(for: "user/names", as: Answer.names)
    }
  }

  struct Response: Decodable {
    var id: Int
    var result: PayloadValue
  }

  static func answer(
    _ text: String,
    pending: inout [Int: String]
  ) throws -> Answer {
    let response = try PolymorphicJSONDecoder().decode(
      Response.self,
      from: text
    )
    let method = pending.removeValue(forKey: response.id)
    return try response.result.decode(tagged: TypeTag(method ?? ""))
  }

  @Test func `the request of an id says the type of a JSON-RPC result`() throws {
    var pending = [1: "math/sum", 2: "user/names"]
    let names = try Self.answer(
      #"{"jsonrpc":"2.0","id":2,"result":["Ada"]}"#,
      pending: &pending
    )
    guard case .names(["Ada"]) = names else {
      Issue.record("Expected names.")
      return
    }
    let sum = try Self.answer(#"{"jsonrpc":"2.0","id":1,"result":7}"#, pending: &pending)
    guard case .sum(7) = sum else {
      Issue.record("Expected a sum.")
      return
    }
    #expect(pending.isEmpty)
    let stray = try Self.answer(#"{"jsonrpc":"2.0","id":9,"result":null}"#, pending: &pending)
    #expect(stray.unknownPayload?.content == .null)
  }
}
