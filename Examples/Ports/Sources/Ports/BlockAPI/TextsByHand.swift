extension BlockAPI.ByHand {
  struct RichText: Codable, Equatable, Sendable {
    var style: BlockAPI.TextStyle
    var content: TextContent

    init(from decoder: any Decoder) throws {
      style = try BlockAPI.TextStyle(from: decoder)
      content = try TextContent(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try style.encode(to: encoder)
      try content.encode(to: encoder)
    }
  }

  enum TextContent: Codable, Equatable, Sendable {
    case text(BlockAPI.InlineText)
    case mention(Mention)
    case equation(expression: String)
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "text": self = .text(try content.decode())
      case "mention": self = .mention(try content.decode())
      case "equation": self = .equation(expression: try content.decode("expression"))
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .text(let content): try writer.encode("text", content)
      case .mention(let content): try writer.encode("mention", content)
      case .equation(let expression): try writer.encode("equation", ["expression": expression])
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  enum Mention: Codable, Equatable, Sendable {
    case user(BlockAPI.Reference)
    case page(BlockAPI.Reference)
    case date(BlockAPI.DateRange)
    case linkPreview(BlockAPI.Link)
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "user": self = .user(try content.decode())
      case "page": self = .page(try content.decode())
      case "date": self = .date(try content.decode())
      case "link_preview": self = .linkPreview(try content.decode())
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .user(let content): try writer.encode("user", content)
      case .page(let content): try writer.encode("page", content)
      case .date(let content): try writer.encode("date", content)
      case .linkPreview(let content): try writer.encode("link_preview", content)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  /// An icon, a cover or the file of a block.
  enum Icon: Codable, Equatable, Sendable {
    case emoji(String)
    case external(BlockAPI.Link)
    case file(BlockAPI.HostedFile)
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "emoji": self = .emoji(try content.decode())
      case "external": self = .external(try content.decode())
      case "file": self = .file(try content.decode())
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .emoji(let content): try writer.encode("emoji", content)
      case .external(let content): try writer.encode("external", content)
      case .file(let content): try writer.encode("file", content)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  enum Parent: Codable, Equatable, Sendable {
    case page(String)
    case block(String)
    case database(String)
    case workspace
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "page_id": self = .page(try content.decode())
      case "block_id": self = .block(try content.decode())
      case "database_id": self = .database(try content.decode())
      case "workspace": self = .workspace
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .page(let id): try writer.encode("page_id", id)
      case .block(let id): try writer.encode("block_id", id)
      case .database(let id): try writer.encode("database_id", id)
      case .workspace: try writer.encode("workspace", true)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  /// The error for a value whose content wasn't kept.
  static func lost(_ value: Any, _ type: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "The content of a \(type) wasn't kept"
      )
    )
  }
}
