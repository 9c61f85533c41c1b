import Medley

/// `"Hi"`, `1` or `{"id": 1, "text": "Hi"}`.
enum ClientScalars {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("scalars by kind", count, Hand.self, Made.self) {
      switch $0.kind {
      case 0: "{\($0.members)}"
      case 1: "\($0.id)"
      default: "\"\($0.words)\""
      }
    }
  }

  enum Made: PolymorphicEnum {
    case name(String)
    case number(Int)
    case text(Client.Text)

    static let registry = PolymorphicRegistry<Made>(.jsonKind) { registry in
      try registry.register(for: "string", as: Made.name)
      try registry.register(for: "integer", as: Made.number)
      try registry.register(for: "object", as: Made.text)
    }

    var payload: any Encodable {
      switch self {
      case .name(let name): name
      case .number(let number): number
      case .text(let text): text
      }
    }
  }

  enum Hand: Codable {
    case name(String)
    case number(Int)
    case text(Client.Text)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let name = try? container.decode(String.self) {
        self = .name(name)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(Client.Text.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .name(let name): try container.encode(name)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
}

/// `{"id": 1, "text": "Hi"}`, `{"id": 1, "url": "a.png"}` or a list of the first.
enum ClientFirstMatch {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("first match", count, Hand.self, Made.self) {
      $0.kind < 2
        ? "{\($0.members)}" : "[{\"id\":\($0.id),\"text\":\"\($0.words)\"}]"
    }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case texts([Client.Text])

    static let registry = PolymorphicRegistry<Made>(.firstMatch) { registry in
      try registry.register(for: "text", as: Made.text)
      try registry.register(for: "image", as: Made.image)
      try registry.register(for: "texts", as: Made.texts)
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .image(let image): image
      case .texts(let texts): texts
      }
    }
  }

  enum Hand: Codable {
    case text(Client.Text)
    case image(Client.Image)
    case texts([Client.Text])

    init(from decoder: any Decoder) throws {
      if let text = try? Client.Text(from: decoder) {
        self = .text(text)
      } else if let image = try? Client.Image(from: decoder) {
        self = .image(image)
      } else {
        self = .texts(try [Client.Text](from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .image(let image): try image.encode(to: encoder)
      case .texts(let texts): try texts.encode(to: encoder)
      }
    }
  }
}

/// `{"id": 1, "text": "Hi"}`, whose members tell the type.
enum ClientDeduced {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans("deduced", count, Hand.self, Made.self) { "{\($0.members)}" }
  }

  enum Made: PolymorphicEnum {
    case text(Client.Text)
    case image(Client.Image)
    case poll(Client.Poll)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>(.deduced) { registry in
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
      case url
      case isOpen
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.text) {
        self = .text(try Client.Text(from: decoder))
      } else if container.contains(.url) {
        self = .image(try Client.Image(from: decoder))
      } else if container.contains(.isOpen) {
        self = .poll(try Client.Poll(from: decoder))
      } else {
        throw UnknownTag(tag: "none")
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
