import Medley
import MedleyComposition

extension BotUpdates {
  /// The client with Medley.
  enum WithMedley {}
}

extension BotUpdates.WithMedley {
  struct Response: ClientDocument, Codable, Equatable {
    var ok: Bool
    var result: [Update]
  }

  struct Update: ComposedCodable, Equatable, Sendable {
    var info: BotUpdates.UpdateInfo
    var content: Content

    static let composition = Composition(Update.init, \.info, \.content)
  }

  /// What an update is about: the member that is present tells.
  enum Content: PolymorphicEnum, Equatable, Sendable {
    case message(Message)
    case editedMessage(Message)
    case channelPost(Message)
    case callbackQuery(CallbackQuery)
    case inlineQuery(BotUpdates.InlineQuery)
    case poll(BotUpdates.Poll)
    case pollAnswer(BotUpdates.PollAnswer)
    case messageReaction(ReactionChange)
    case myChatMember(MemberChange)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Content>(.member) {
      try $0.register(for: "message", as: Content.message) {
        if case .message(let message) = $0 { message } else { nil }
      }
      try $0.register(for: "editedMessage", as: Content.editedMessage) {
        if case .editedMessage(let message) = $0 { message } else { nil }
      }
      try $0.register(for: "channelPost", as: Content.channelPost) {
        if case .channelPost(let message) = $0 { message } else { nil }
      }
      try $0.register(for: "callbackQuery", as: Content.callbackQuery)
      try $0.register(for: "inlineQuery", as: Content.inlineQuery)
      try $0.register(for: "poll", as: Content.poll)
      try $0.register(for: "pollAnswer", as: Content.pollAnswer)
      try $0.register(for: "messageReaction", as: Content.messageReaction)
      try $0.register(for: "myChatMember", as: Content.myChatMember)
      // An unknown kind whose content is no object has no tag.
      $0.policies.missing = .keep
    }

    var payload: any Encodable {
      switch self {
      case .message, .editedMessage, .channelPost: self
      case .callbackQuery(let query): query
      case .inlineQuery(let query): query
      case .poll(let poll): poll
      case .pollAnswer(let answer): answer
      case .messageReaction(let change): change
      case .myChatMember(let change): change
      case .unknown(let payload): payload
      }
    }
  }

  struct CallbackQuery: Codable, Equatable, Sendable {
    var id: String
    var from: BotUpdates.User
    var message: Message?
    var data: String?
  }

  struct ReactionChange: Codable, Equatable, Sendable {
    var chat: BotUpdates.Chat
    var messageId: Int
    var oldReaction: [Reaction]
    var newReaction: [Reaction]
  }

  struct MemberChange: Codable, Equatable, Sendable {
    var chat: BotUpdates.Chat
    var from: BotUpdates.User
    var oldChatMember: Member
    var newChatMember: Member
  }
}
