import Medley
import MedleyComposition

extension BlockAPI.WithMedley {
  struct RichText: Codable, Equatable, Sendable {
    var style: BlockAPI.TextStyle
    var content: TextContent

    init(from decoder: any Decoder) throws {
      style = try BlockAPI.TextStyle(from: decoder)
      content = try TextContent(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        try style.encode(to: encoder)
        try content.encode(to: encoder)
      }
    }
  }

  enum TextContent: PolymorphicEnum, Equatable, Sendable {
    case text(BlockAPI.InlineText)
    case mention(Mention)
    case equation(expression: String)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<TextContent>(.adjacent(tag: "type")) {
      try $0.register(for: "text", as: TextContent.text)
      try $0.register(for: "mention", as: TextContent.mention)
      try $0.register(for: "equation") { fields in
        .equation(expression: try fields.decode("expression"))
      } encoding: {
        if case .equation(let expression) = $0 { ["expression": expression] } else { nil }
      }
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .mention(let mention): mention
      case .equation: self
      case .unknown(let payload): payload
      }
    }
  }

  enum Mention: PolymorphicEnum, Equatable, Sendable {
    case user(BlockAPI.Reference)
    case page(BlockAPI.Reference)
    case date(BlockAPI.DateRange)
    case linkPreview(BlockAPI.Link)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Mention>(.adjacent(tag: "type")) {
      try $0.register(for: "user", as: Mention.user) {
        if case .user(let reference) = $0 { reference } else { nil }
      }
      try $0.register(for: "page", as: Mention.page) {
        if case .page(let reference) = $0 { reference } else { nil }
      }
      try $0.register(for: "date", as: Mention.date)
      try $0.register(for: "link_preview", as: Mention.linkPreview)
    }

    var payload: any Encodable {
      switch self {
      case .user, .page: self
      case .date(let range): range
      case .linkPreview(let link): link
      case .unknown(let payload): payload
      }
    }
  }

  /// An icon, a cover or the file of a block.
  enum Icon: PolymorphicEnum, Equatable, Sendable {
    case emoji(String)
    case external(BlockAPI.Link)
    case file(BlockAPI.HostedFile)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Icon>(.adjacent(tag: "type")) {
      try $0.register(for: "emoji", as: Icon.emoji)
      try $0.register(for: "external", as: Icon.external)
      try $0.register(for: "file", as: Icon.file)
    }

    var payload: any Encodable {
      switch self {
      case .emoji(let emoji): emoji
      case .external(let link): link
      case .file(let file): file
      case .unknown(let payload): payload
      }
    }
  }

  enum Parent: PolymorphicEnum, Equatable, Sendable {
    case page(String)
    case block(String)
    case database(String)
    case workspace
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Parent>(.adjacent(tag: "type")) {
      try $0.register(for: "page_id", as: Parent.page) {
        if case .page(let id) = $0 { id } else { nil }
      }
      try $0.register(for: "block_id", as: Parent.block) {
        if case .block(let id) = $0 { id } else { nil }
      }
      try $0.register(for: "database_id", as: Parent.database) {
        if case .database(let id) = $0 { id } else { nil }
      }
      // The content is `true`.
      try $0.register(Bool.self, for: "workspace") { _ in .workspace }
    }

    var payload: any Encodable {
      switch self {
      case .page, .block, .database: self
      case .workspace: true
      case .unknown(let payload): payload
      }
    }
  }
}
