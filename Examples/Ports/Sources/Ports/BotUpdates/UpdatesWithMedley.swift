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

    static let registry = PolymorphicRegistry<Content>(.deduced) {
      try $0.register(member: "message", as: Content.message) {
        if case .message(let message) = $0 { message } else { nil }
      }
      try $0.register(member: "editedMessage", as: Content.editedMessage) {
        if case .editedMessage(let message) = $0 { message } else { nil }
      }
      try $0.register(member: "channelPost", as: Content.channelPost) {
        if case .channelPost(let message) = $0 { message } else { nil }
      }
      try $0.register(member: "callbackQuery", as: Content.callbackQuery) {
        if case .callbackQuery(let query) = $0 { query } else { nil }
      }
      try $0.register(member: "inlineQuery", as: Content.inlineQuery) {
        if case .inlineQuery(let query) = $0 { query } else { nil }
      }
      try $0.register(member: "poll", as: Content.poll) {
        if case .poll(let poll) = $0 { poll } else { nil }
      }
      try $0.register(member: "pollAnswer", as: Content.pollAnswer) {
        if case .pollAnswer(let answer) = $0 { answer } else { nil }
      }
      try $0.register(member: "messageReaction", as: Content.messageReaction) {
        if case .messageReaction(let change) = $0 { change } else { nil }
      }
      try $0.register(member: "myChatMember", as: Content.myChatMember) {
        if case .myChatMember(let change) = $0 { change } else { nil }
      }
      // An update without any of them is of a kind that the client doesn't know.
      $0.policies.missing = .keep
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

extension PolymorphicRegistry {
  /// Registers a case for a member: elements that have the member are decoded as the case.
  fileprivate mutating func register<Value: Codable & SendableMetatype>(
    member key: StaticString,
    as make: @escaping @Sendable (Value) -> Base,
    from extract: @escaping @Sendable (Base) -> Value?
  ) throws {
    let name = key.description
    try register(for: .string(name), fields: PayloadFields(required: [name])) { fields in
      make(try fields.decode(key))
    } encoding: { base in
      extract(base).map { [name: $0] }
    }
  }
}
