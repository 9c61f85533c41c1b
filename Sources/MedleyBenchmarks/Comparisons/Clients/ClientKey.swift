import Medley

/// `{"type": "text", "id": 1, "text": "Hi"}`.
enum ClientKey {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("key", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\($0.members)}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
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
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try Client.Text(from: decoder))
      case "image": self = .image(try Client.Image(from: decoder))
      case "poll": self = .poll(try Client.Poll(from: decoder))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .text(let text):
        try container.encode("text", forKey: .type)
        try text.encode(to: encoder)
      case .image(let image):
        try container.encode("image", forKey: .type)
        try image.encode(to: encoder)
      case .poll(let poll):
        try container.encode("poll", forKey: .type)
        try poll.encode(to: encoder)
      }
    }
  }
}

/// The same, whose registrations have functions that get a payload out of a case.
enum ClientExtracting {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("from:", count, ClientKey.Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\($0.members)}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type") { registry in
      try registry.register(
        for: "text",
        as: Made.text,
        from: { if case .text(let text) = $0 { text } else { nil } }
      )
      try registry.register(
        for: "image",
        as: Made.image,
        from: { if case .image(let image) = $0 { image } else { nil } }
      )
      try registry.register(
        for: "poll",
        as: Made.poll,
        from: { if case .poll(let poll) = $0 { poll } else { nil } }
      )
    }
  }
}
