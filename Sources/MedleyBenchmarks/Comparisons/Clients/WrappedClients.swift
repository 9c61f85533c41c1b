import Medley

/// `{"type": "text", "data": {"id": 1, "text": "Hi"}}`.
enum ClientAdjacent {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("adjacent", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\"data\":{\($0.members)}}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>(
      .adjacent(tag: "type", content: "data")
    ) { registry in
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
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)

    private enum CodingKeys: CodingKey {
      case type
      case data
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try container.decode(Client.Text.self, forKey: .data))
      case "image": self = .image(try container.decode(Client.Image.self, forKey: .data))
      case "poll": self = .poll(try container.decode(Client.Poll.self, forKey: .data))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .text(let text):
        try container.encode("text", forKey: .type)
        try container.encode(text, forKey: .data)
      case .image(let image):
        try container.encode("image", forKey: .type)
        try container.encode(image, forKey: .data)
      case .poll(let poll):
        try container.encode("poll", forKey: .type)
        try container.encode(poll, forKey: .data)
      }
    }
  }
}

/// `{"type": "text", "text": {"id": 1, "text": "Hi"}}`.
enum ClientNamedByTag {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("adjacent, named by the tag", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\"\($0.tag)\":{\($0.members)}}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>(.adjacent(tag: "type")) { registry in
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
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)

    private enum CodingKeys: CodingKey {
      case type
      case text
      case image
      case poll
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try container.decode(Client.Text.self, forKey: .text))
      case "image": self = .image(try container.decode(Client.Image.self, forKey: .image))
      case "poll": self = .poll(try container.decode(Client.Poll.self, forKey: .poll))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .text(let text):
        try container.encode("text", forKey: .type)
        try container.encode(text, forKey: .text)
      case .image(let image):
        try container.encode("image", forKey: .type)
        try container.encode(image, forKey: .image)
      case .poll(let poll):
        try container.encode("poll", forKey: .type)
        try container.encode(poll, forKey: .poll)
      }
    }
  }
}

/// `{"text": {"id": 1, "text": "Hi"}}`.
enum ClientMember {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("member", count, Hand.self, Made.self) {
      "{\"\($0.tag)\":{\($0.members)}}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>(.member) { registry in
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
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)

    private enum CodingKeys: CodingKey {
      case text
      case image
      case poll
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch container.allKeys.first {
      case .text: self = .text(try container.decode(Client.Text.self, forKey: .text))
      case .image: self = .image(try container.decode(Client.Image.self, forKey: .image))
      case .poll: self = .poll(try container.decode(Client.Poll.self, forKey: .poll))
      case nil: throw UnknownTag(tag: "none")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .text(let text): try container.encode(text, forKey: .text)
      case .image(let image): try container.encode(image, forKey: .image)
      case .poll(let poll): try container.encode(poll, forKey: .poll)
      }
    }
  }
}
