import Medley

/// `{"type": "text", "text": {"id": 1, "text": "Hi"}}`, but a poll stands beside its tag, as
/// `{"type": "poll", "id": 1, "isOpen": true}`.
enum ClientTwoForms {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("two forms", count, Hand.self, Made.self) {
      let content = $0.kind == 2 ? $0.members : "\"\($0.tag)\":{\($0.members)}"
      return "{\"type\":\"\($0.tag)\",\(content)}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>(
      .adjacent(tag: "type").or(.key("type"))
    ) { registry in
      try registry.register(for: "text", as: Made.text)
      try registry.register(for: "image", as: Made.image)
      try registry.register(for: "poll", options: .in(.key("type")), as: Made.poll)
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
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try container.decode(Client.Text.self, forKey: .text))
      case "image": self = .image(try container.decode(Client.Image.self, forKey: .image))
      case "poll": self = .poll(try Client.Poll(from: decoder))
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
        try poll.encode(to: encoder)
      }
    }
  }
}
