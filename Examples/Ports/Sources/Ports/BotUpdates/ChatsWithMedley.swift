import Foundation
import Medley
import MedleyComposition

extension BotUpdates.WithMedley {
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

  struct Span: Codable, Equatable, Sendable {
    var offset: Int
    var length: Int
  }

  /// A range of the text with a meaning.
  struct Entity: ComposedCodable, Equatable, Sendable {
    var info: Span
    var style: Style

    static let composition = Composition(Entity.init, \.info, \.style)
  }

  enum Style: PolymorphicEnum, Equatable, Sendable {
    case bold
    case botCommand
    case textLink(url: String)
    case textMention(user: BotUpdates.User)
    case pre(language: String?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Style>("type") {
      try $0.register(.bold, for: "bold")
      try $0.register(.botCommand, for: "bot_command")
      try $0.register(for: "text_link") { fields in
        .textLink(url: try fields.decode("url"))
      } encoding: {
        if case .textLink(let url) = $0 { ["url": url] } else { nil }
      }
      try $0.register(for: "text_mention") { fields in
        .textMention(user: try fields.decode("user"))
      } encoding: {
        if case .textMention(let user) = $0 { ["user": user] } else { nil }
      }
      try $0.register(for: "pre") { fields in
        .pre(language: try fields.decodeIfPresent("language"))
      } encoding: {
        if case .pre(let language) = $0 { ["language": language] } else { nil }
      }
    }
  }

  /// Where a forwarded message comes from.
  enum Origin: PolymorphicEnum, Equatable, Sendable {
    case user(senderUser: BotUpdates.User)
    case hiddenUser(senderUserName: String)
    case channel(chat: BotUpdates.Chat, messageId: Int)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Origin>("type") {
      try $0.register(for: "user") { fields in
        .user(senderUser: try fields.decode("senderUser"))
      } encoding: {
        if case .user(let user) = $0 { ["senderUser": user] } else { nil }
      }
      try $0.register(for: "hidden_user") { fields in
        .hiddenUser(senderUserName: try fields.decode("senderUserName"))
      } encoding: {
        if case .hiddenUser(let name) = $0 { ["senderUserName": name] } else { nil }
      }
      try $0.register(for: "channel") { fields in
        .channel(chat: try fields.decode("chat"), messageId: try fields.decode("messageId"))
      } encoding: {
        if case .channel(let chat, let id) = $0 { ["chat": chat, "messageId": id] } else { nil }
      }
    }
  }

  enum Reaction: PolymorphicEnum, Equatable, Sendable {
    case emoji(String)
    case customEmoji(id: String)
    case paid
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Reaction>("type") {
      try $0.register(for: "emoji") { fields in
        .emoji(try fields.decode("emoji"))
      } encoding: {
        if case .emoji(let emoji) = $0 { ["emoji": emoji] } else { nil }
      }
      try $0.register(for: "custom_emoji") { fields in
        .customEmoji(id: try fields.decode("customEmojiId"))
      } encoding: {
        if case .customEmoji(let id) = $0 { ["customEmojiId": id] } else { nil }
      }
      try $0.register(.paid, for: "paid")
    }
  }

  /// A member of a chat, whose status tells its other members.
  enum Member: PolymorphicEnum, Equatable, Sendable {
    case administrator(user: BotUpdates.User, canDeleteMessages: Bool)
    case member(user: BotUpdates.User)
    case kicked(user: BotUpdates.User, untilDate: Date)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Member>("status") {
      try $0.register(for: "administrator") { fields in
        .administrator(
          user: try fields.decode("user"),
          canDeleteMessages: try fields.decode("canDeleteMessages")
        )
      } encoding: {
        guard case .administrator(let user, let canDelete) = $0 else { return nil }
        return ["user": user, "canDeleteMessages": canDelete]
      }
      try $0.register(for: "member") { fields in
        .member(user: try fields.decode("user"))
      } encoding: {
        if case .member(let user) = $0 { ["user": user] } else { nil }
      }
      try $0.register(for: "kicked") { fields in
        .kicked(user: try fields.decode("user"), untilDate: try fields.decode("untilDate"))
      } encoding: {
        if case .kicked(let user, let date) = $0 { ["user": user, "untilDate": date] } else { nil }
      }
    }
  }
}
