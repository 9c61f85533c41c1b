import Medley

/// `{"type": "text", "id": 1, "text": "Hi"}` as an enum of a library, whose registry isn't public.
enum ClientLibrary {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("library enum", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\($0.members)}"
    }
  }

  enum Made: Codable {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unsupported(type: String?)

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
      registry.registerUnknown { .unsupported(type: $0.tag?.string) }
    }

    init(from decoder: any Decoder) throws {
      self = try Self.registry.decode(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }
  }

  enum Hand: Codable {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unsupported(type: String?)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try Client.Text(from: decoder))
      case "image": self = .image(try Client.Image(from: decoder))
      case "poll": self = .poll(try Client.Poll(from: decoder))
      case let tag: self = .unsupported(type: tag)
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
      case .unsupported(let type):
        throw UnknownTag(tag: type ?? "none")
      }
    }
  }
}
