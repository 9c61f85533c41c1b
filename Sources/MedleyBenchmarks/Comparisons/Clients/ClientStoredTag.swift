import Medley

/// `{"type": "text", "id": 1, "text": "Hi"}`, with payloads that have a property for the tag.
enum ClientStoredTag {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("key, payloads that store their tag", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\($0.members)}"
    }
  }

  struct Text: Codable {
    let type: String
    let id: Int
    let text: String
  }

  struct Image: Codable {
    let type: String
    let id: Int
    let url: String
  }

  struct Poll: Codable {
    let type: String
    let id: Int
    let isOpen: Bool
  }

  enum Made: PolymorphicEnum {
    case text(Text)
    case image(Image)
    case poll(Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type") { registry in
      try registry.register(for: "text", as: Made.text)
      try registry.register(for: "image", as: Made.image)
      try registry.register(for: "poll", as: Made.poll)
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .image(let image): image
      case .poll(let poll): poll
      case .unknown(let payload): payload
      }
    }
  }

  enum Hand: Codable {
    case text(Text)
    case image(Image)
    case poll(Poll)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try Text(from: decoder))
      case "image": self = .image(try Image(from: decoder))
      case "poll": self = .poll(try Poll(from: decoder))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .image(let image): try image.encode(to: encoder)
      case .poll(let poll): try poll.encode(to: encoder)
      }
    }
  }
}

/// `{"type": "text.created", "id": 1, "text": "Hi"}`, whose tags are families.
enum ClientPatterns {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("patterns", count, Hand.self, Made.self) {
      let event = $0.words.utf8.count % 2 == 0 ? "created" : "deleted"
      return "{\"type\":\"\($0.tag).\(event)\",\($0.members)}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(ClientStoredTag.Text)
    case image(ClientStoredTag.Image)
    case poll(ClientStoredTag.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type") { registry in
      try registry.register(matching: "text.*", as: Made.text)
      try registry.register(matching: "image.*", as: Made.image)
      try registry.register(matching: "poll.*", as: Made.poll)
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .image(let image): image
      case .poll(let poll): poll
      case .unknown(let payload): payload
      }
    }
  }

  enum Hand: Codable {
    case text(ClientStoredTag.Text)
    case image(ClientStoredTag.Image)
    case poll(ClientStoredTag.Poll)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type = try container.decode(String.self, forKey: .type)
      if type.hasPrefix("text.") {
        self = .text(try ClientStoredTag.Text(from: decoder))
      } else if type.hasPrefix("image.") {
        self = .image(try ClientStoredTag.Image(from: decoder))
      } else if type.hasPrefix("poll.") {
        self = .poll(try ClientStoredTag.Poll(from: decoder))
      } else {
        throw UnknownTag(tag: type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .image(let image): try image.encode(to: encoder)
      case .poll(let poll): try poll.encode(to: encoder)
      }
    }
  }
}
