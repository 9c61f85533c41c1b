import Medley

/// `{"type": "text", "id": 1, "text": "Hi"}` as cases with labels, without a type for each.
enum ClientFields {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("functions for fields", count, Hand.self, Made.self) {
      "{\"type\":\"\($0.tag)\",\($0.members)}"
    }
  }

  enum Made: PolymorphicEnum {
    case text(id: Int, text: String)
    case image(id: Int, url: String)
    case poll(id: Int, isOpen: Bool)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type") { registry in
      try registry.register(for: "text") { fields in
        .text(id: try fields.decode("id"), text: try fields.decode("text"))
      } encoding: {
        guard case .text(let id, let text) = $0 else { return nil }
        return ["id": id, "text": text]
      }
      try registry.register(for: "image") { fields in
        .image(id: try fields.decode("id"), url: try fields.decode("url"))
      } encoding: {
        guard case .image(let id, let url) = $0 else { return nil }
        return ["id": id, "url": url]
      }
      try registry.register(for: "poll") { fields in
        .poll(id: try fields.decode("id"), isOpen: try fields.decode("isOpen"))
      } encoding: {
        guard case .poll(let id, let isOpen) = $0 else { return nil }
        return ["id": id, "isOpen": isOpen]
      }
    }
  }

  enum Hand: Codable {
    case text(id: Int, text: String)
    case image(id: Int, url: String)
    case poll(id: Int, isOpen: Bool)

    private enum CodingKeys: CodingKey {
      case type
      case id
      case text
      case url
      case isOpen
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text":
        self = .text(
          id: try container.decode(Int.self, forKey: .id),
          text: try container.decode(String.self, forKey: .text)
        )
      case "image":
        self = .image(
          id: try container.decode(Int.self, forKey: .id),
          url: try container.decode(String.self, forKey: .url)
        )
      case "poll":
        self = .poll(
          id: try container.decode(Int.self, forKey: .id),
          isOpen: try container.decode(Bool.self, forKey: .isOpen)
        )
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .text(let id, let text):
        try container.encode("text", forKey: .type)
        try container.encode(id, forKey: .id)
        try container.encode(text, forKey: .text)
      case .image(let id, let url):
        try container.encode("image", forKey: .type)
        try container.encode(id, forKey: .id)
        try container.encode(url, forKey: .url)
      case .poll(let id, let isOpen):
        try container.encode("poll", forKey: .type)
        try container.encode(id, forKey: .id)
        try container.encode(isOpen, forKey: .isOpen)
      }
    }
  }
}
