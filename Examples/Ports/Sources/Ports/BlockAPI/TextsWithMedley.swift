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
  }

  enum Mention: PolymorphicEnum, Equatable, Sendable {
    case user(BlockAPI.Reference)
    case page(BlockAPI.Reference)
    case date(BlockAPI.DateRange)
    case linkPreview(BlockAPI.Link)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Mention>(.adjacent(tag: "type")) {
      try $0.register(for: "user", as: Mention.user)
      try $0.register(for: "page", as: Mention.page)
      try $0.register(for: "date", as: Mention.date)
      try $0.register(for: "link_preview", as: Mention.linkPreview)
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
  }

  enum Parent: PolymorphicEnum, Equatable, Sendable {
    case page(String)
    case block(String)
    case database(String)
    case workspace
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Parent>(.adjacent(tag: "type")) {
      try $0.register(for: "page_id", as: Parent.page)
      try $0.register(for: "block_id", as: Parent.block)
      try $0.register(for: "database_id", as: Parent.database)
      // The content is `true`.
      try $0.register(
        Bool.self,
        for: "workspace",
        as: { _ in .workspace },
        from: { if case .workspace = $0 { true } else { nil } }
      )
    }
  }
}
