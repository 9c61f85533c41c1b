import Ports
import Testing

/// A bot whose updates are told by the member that is present.
@Suite struct BotUpdatesTests {
  private static func response(_ members: String) -> String {
    #"{"ok":true,"result":[{"update_id":1,\#(members)}]}"#
  }

  private static func outline(_ content: String) -> String {
    "(ok: true, result: [(updateId: 1, content: \(content))])"
  }

  private static let user = #"{"id":7,"is_bot":false,"first_name":"a"}"#
  private static let userOutline = #"(id: 7, isBot: false, firstName: "a")"#
  private static let chat = #"{"id":7,"type":"private"}"#
  private static let chatOutline = #"(id: 7, type: "private")"#
  private static let messageOutline = "(messageId: 5, chat: \(chatOutline), date: 9"

  private static func message(_ members: String = "") -> String {
    #"{"message_id":5,"chat":\#(chat),"date":9\#(members)}"#
  }

  @Test(
    arguments: Client.all,
    [
      (#""message":\#(message())"#, "message(\(messageOutline)))"),
      (#""edited_message":\#(message())"#, "editedMessage(\(messageOutline)))"),
      (
        #""callback_query":{"id":"c","from":\#(user)}"#,
        #"callbackQuery((id: "c", from: \#(userOutline)))"#
      ),
      (
        #""poll_answer":{"poll_id":"p","option_ids":[]}"#,
        #"pollAnswer((pollId: "p", optionIds: []))"#
      ),
      (
        #"""
        "message_reaction":{"chat":\#(chat),"message_id":5,"old_reaction":[],
          "new_reaction":[{"type":"paid"},{"type":"emoji","emoji":"e"}]}
        """#,
        """
        messageReaction((chat: \(chatOutline), messageId: 5, oldReaction: [], \
        newReaction: [paid, emoji("e")]))
        """
      ),
    ]
  )
  func `tells an update by the member that is present`(
    _ client: Client,
    _ update: (json: String, outline: String)
  ) throws {
    let json = Self.response(update.json)
    #expect(try client.outline(BotUpdates.updates, json) == Self.outline(update.outline))
    #expect(try client.encoded(BotUpdates.updates, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `ignores members that it doesn't know beside the one that it knows`(
    _ client: Client
  ) throws {
    let json = Self.response(#""a":{},"poll_answer":{"poll_id":"p","option_ids":[1]},"z":2"#)
    #expect(
      try client.outline(BotUpdates.updates, json)
        == Self.outline(#"pollAnswer((pollId: "p", optionIds: [1]))"#)
    )
  }

  private static let unknown = response(#""shipping_query":{"id":"s"}"#)

  @Test(arguments: Client.all)
  func `reads an update of an unknown kind`(_ client: Client) throws {
    let outline = try client.outline(BotUpdates.updates, Self.unknown)
    #expect(outline.hasPrefix("(ok: true, result: [(updateId: 1, content: unknown"))
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an unknown update is encoded as it came`(_ client: Client) throws {
    #expect(try client.encoded(BotUpdates.updates, Self.unknown) == JSON.sorted(Self.unknown))
  }

  private static let entity = response(
    #""channel_post":\#(message(#","entities":[{"offset":0,"length":1,"type":"spoiler","depth":2}]"#))"#
  )

  @Test(arguments: Client.all)
  func `reads an unknown entity`(_ client: Client) throws {
    let entity = #"entities: [(offset: 0, length: 1, style: unknown("spoiler"))]"#
    #expect(
      try client.outline(BotUpdates.updates, Self.entity)
        == Self.outline("channelPost(\(Self.messageOutline), \(entity)))")
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an unknown entity is encoded as it came`(_ client: Client) throws {
    #expect(try client.encoded(BotUpdates.updates, Self.entity) == JSON.sorted(Self.entity))
  }

  @Test(arguments: Client.all)
  func `places an error inside the member that tells`(_ client: Client) throws {
    #expect(
      try client.errorPath(
        BotUpdates.updates,
        Self.response(#""callback_query":{"id":"c","from":{"id":7,"is_bot":false}}"#)
      )
        == ".result[0].callbackQuery.from.firstName"
    )
  }
}
