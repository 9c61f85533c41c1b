extension BotUpdates {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension BotUpdates.ByHand {
  struct Response: ClientDocument, Codable, Equatable {
    var ok: Bool
    var result: [Update]
  }

  struct Update: Codable, Equatable, Sendable {
    var info: BotUpdates.UpdateInfo
    var content: Content

    init(from decoder: any Decoder) throws {
      info = try BotUpdates.UpdateInfo(from: decoder)
      content = try Content(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try info.encode(to: encoder)
      try content.encode(to: encoder)
    }
  }

  /// What an update is about: the member that is present tells.
  enum Content: Codable, Equatable, Sendable {
    case message(Message)
    case editedMessage(Message)
    case channelPost(Message)
    case callbackQuery(CallbackQuery)
    case inlineQuery(BotUpdates.InlineQuery)
    case poll(BotUpdates.Poll)
    case pollAnswer(BotUpdates.PollAnswer)
    case messageReaction(ReactionChange)
    case myChatMember(MemberChange)
    case unknown

    private enum CodingKeys: CodingKey {
      case message
      case editedMessage
      case channelPost
      case callbackQuery
      case inlineQuery
      case poll
      case pollAnswer
      case messageReaction
      case myChatMember
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // Keys that aren't cases are left out.
      guard let key = container.allKeys.first else {
        self = .unknown
        return
      }
      func content<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
        try container.decode(type, forKey: key)
      }
      switch key {
      case .message: self = .message(try content())
      case .editedMessage: self = .editedMessage(try content())
      case .channelPost: self = .channelPost(try content())
      case .callbackQuery: self = .callbackQuery(try content())
      case .inlineQuery: self = .inlineQuery(try content())
      case .poll: self = .poll(try content())
      case .pollAnswer: self = .pollAnswer(try content())
      case .messageReaction: self = .messageReaction(try content())
      case .myChatMember: self = .myChatMember(try content())
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .message(let message): try container.encode(message, forKey: .message)
      case .editedMessage(let message): try container.encode(message, forKey: .editedMessage)
      case .channelPost(let message): try container.encode(message, forKey: .channelPost)
      case .callbackQuery(let query): try container.encode(query, forKey: .callbackQuery)
      case .inlineQuery(let query): try container.encode(query, forKey: .inlineQuery)
      case .poll(let poll): try container.encode(poll, forKey: .poll)
      case .pollAnswer(let answer): try container.encode(answer, forKey: .pollAnswer)
      case .messageReaction(let change): try container.encode(change, forKey: .messageReaction)
      case .myChatMember(let change): try container.encode(change, forKey: .myChatMember)
      case .unknown: throw lost(self, "an update", encoder)
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

  static func lost(_ value: Any, _ type: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "The content of \(type) wasn't kept"
      )
    )
  }
}
