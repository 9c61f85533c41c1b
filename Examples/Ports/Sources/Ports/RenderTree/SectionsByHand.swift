extension RenderTree.ByHand {
  enum Section: Codable, Equatable, Sendable {
    case content(content: [Block])
    case declarations(RenderTree.Declarations)
    case parameters(parameters: [Parameter])
    case mentions(RenderTree.Mentions)
    /// `restBody`, `restParameters`, `restResponses` and more to come.
    case webService(RenderTree.WebService)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case kind
      case content
      case parameters
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "content": self = .content(content: try container.decode([Block].self, forKey: .content))
      case "declarations": self = .declarations(try RenderTree.Declarations(from: decoder))
      case "parameters":
        self = .parameters(parameters: try container.decode([Parameter].self, forKey: .parameters))
      case "mentions": self = .mentions(try RenderTree.Mentions(from: decoder))
      case let kind where kind.hasPrefix("rest"):
        self = .webService(try RenderTree.WebService(from: decoder))
      case let kind: self = .unknown(kind)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .content(let content):
        try container.encode("content", forKey: .kind)
        try container.encode(content, forKey: .content)
      case .declarations(let declarations):
        try container.encode("declarations", forKey: .kind)
        try declarations.encode(to: encoder)
      case .parameters(let parameters):
        try container.encode("parameters", forKey: .kind)
        try container.encode(parameters, forKey: .parameters)
      case .mentions(let mentions):
        try container.encode("mentions", forKey: .kind)
        try mentions.encode(to: encoder)
      case .webService(let section): try section.encode(to: encoder)
      case .unknown(let kind): throw lost(self, kind, encoder)
      }
    }
  }

  struct Parameter: Codable, Equatable, Sendable {
    var name: String
    var content: [Block]
  }

  enum Reference: Codable, Equatable, Sendable {
    case topic(Topic)
    case image(RenderTree.ImageReference)
    case link(RenderTree.LinkReference)
    case file(RenderTree.FileReference)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "topic": self = .topic(try Topic(from: decoder))
      case "image": self = .image(try RenderTree.ImageReference(from: decoder))
      case "link": self = .link(try RenderTree.LinkReference(from: decoder))
      case "file": self = .file(try RenderTree.FileReference(from: decoder))
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .topic(let topic):
        try container.encode("topic", forKey: .type)
        try topic.encode(to: encoder)
      case .image(let image):
        try container.encode("image", forKey: .type)
        try image.encode(to: encoder)
      case .link(let link):
        try container.encode("link", forKey: .type)
        try link.encode(to: encoder)
      case .file(let file):
        try container.encode("file", forKey: .type)
        try file.encode(to: encoder)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  struct Topic: Codable, Equatable, Sendable {
    var identifier: String
    var title: String
    var url: String
    var abstract: [Inline]
  }
}
