import Foundation

extension BotUpdates.ByHand {
  struct Message: Codable, Equatable, Sendable {
    var messageId: Int
    var from: BotUpdates.User?
    var chat: BotUpdates.Chat
    var date: Date
    var text: String?
    var photo: [BotUpdates.PhotoSize]?
    var entities: [Entity]?
    var forwardOrigin: Origin?
  }

  /// A range of the text with a meaning.
  struct Entity: Codable, Equatable, Sendable {
    var offset: Int
    var length: Int
    var style: Style

    private enum CodingKeys: CodingKey {
      case offset
      case length
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      offset = try container.decode(Int.self, forKey: .offset)
      length = try container.decode(Int.self, forKey: .length)
      style = try Style(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(offset, forKey: .offset)
      try container.encode(length, forKey: .length)
      try style.encode(to: encoder)
    }
  }

  enum Style: Codable, Equatable, Sendable {
    case bold
    case botCommand
    case textLink(url: String)
    case textMention(user: BotUpdates.User)
    case pre(language: String?)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case url
      case user
      case language
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "bold": self = .bold
      case "bot_command": self = .botCommand
      case "text_link": self = .textLink(url: try container.decode(String.self, forKey: .url))
      case "text_mention":
        self = .textMention(user: try container.decode(BotUpdates.User.self, forKey: .user))
      case "pre":
        self = .pre(language: try container.decodeIfPresent(String.self, forKey: .language))
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .bold: try container.encode("bold", forKey: .type)
      case .botCommand: try container.encode("bot_command", forKey: .type)
      case .textLink(let url):
        try container.encode("text_link", forKey: .type)
        try container.encode(url, forKey: .url)
      case .textMention(let user):
        try container.encode("text_mention", forKey: .type)
        try container.encode(user, forKey: .user)
      case .pre(let language):
        try container.encode("pre", forKey: .type)
        try container.encodeIfPresent(language, forKey: .language)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  /// Where a forwarded message comes from.
  enum Origin: Codable, Equatable, Sendable {
    case user(senderUser: BotUpdates.User)
    case hiddenUser(senderUserName: String)
    case channel(chat: BotUpdates.Chat, messageId: Int)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case senderUser
      case senderUserName
      case chat
      case messageId
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "user":
        self = .user(senderUser: try container.decode(BotUpdates.User.self, forKey: .senderUser))
      case "hidden_user":
        self = .hiddenUser(
          senderUserName: try container.decode(String.self, forKey: .senderUserName)
        )
      case "channel":
        self = .channel(
          chat: try container.decode(BotUpdates.Chat.self, forKey: .chat),
          messageId: try container.decode(Int.self, forKey: .messageId)
        )
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .user(let user):
        try container.encode("user", forKey: .type)
        try container.encode(user, forKey: .senderUser)
      case .hiddenUser(let name):
        try container.encode("hidden_user", forKey: .type)
        try container.encode(name, forKey: .senderUserName)
      case .channel(let chat, let message):
        try container.encode("channel", forKey: .type)
        try container.encode(chat, forKey: .chat)
        try container.encode(message, forKey: .messageId)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  enum Reaction: Codable, Equatable, Sendable {
    case emoji(String)
    case customEmoji(id: String)
    case paid
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case emoji
      case customEmojiId
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "emoji": self = .emoji(try container.decode(String.self, forKey: .emoji))
      case "custom_emoji":
        self = .customEmoji(id: try container.decode(String.self, forKey: .customEmojiId))
      case "paid": self = .paid
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .emoji(let emoji):
        try container.encode("emoji", forKey: .type)
        try container.encode(emoji, forKey: .emoji)
      case .customEmoji(let id):
        try container.encode("custom_emoji", forKey: .type)
        try container.encode(id, forKey: .customEmojiId)
      case .paid: try container.encode("paid", forKey: .type)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  /// A member of a chat, whose status tells its other members.
  enum Member: Codable, Equatable, Sendable {
    case administrator(user: BotUpdates.User, canDeleteMessages: Bool)
    case member(user: BotUpdates.User)
    case kicked(user: BotUpdates.User, untilDate: Date)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case status
      case user
      case canDeleteMessages
      case untilDate
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func user() throws -> BotUpdates.User {
        try container.decode(BotUpdates.User.self, forKey: .user)
      }
      switch try container.decode(String.self, forKey: .status) {
      case "administrator":
        self = .administrator(
          user: try user(),
          canDeleteMessages: try container.decode(Bool.self, forKey: .canDeleteMessages)
        )
      case "member": self = .member(user: try user())
      case "kicked":
        self = .kicked(
          user: try user(),
          untilDate: try container.decode(Date.self, forKey: .untilDate)
        )
      case let status: self = .unknown(status)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      func write(_ status: String, _ user: BotUpdates.User) throws {
        try container.encode(status, forKey: .status)
        try container.encode(user, forKey: .user)
      }
      switch self {
      case .administrator(let user, let canDelete):
        try write("administrator", user)
        try container.encode(canDelete, forKey: .canDeleteMessages)
      case .member(let user): try write("member", user)
      case .kicked(let user, let date):
        try write("kicked", user)
        try container.encode(date, forKey: .untilDate)
      case .unknown(let status): throw lost(self, status, encoder)
      }
    }
  }
}
