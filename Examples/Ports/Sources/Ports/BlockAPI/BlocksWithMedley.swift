import Medley
import MedleyComposition

extension BlockAPI {
  /// The client with Medley.
  enum WithMedley {}
}

extension BlockAPI.WithMedley {
  struct BlockList: ClientDocument, Codable, Equatable {
    var results: [Block]

    var request: (any Encodable)? { results.map { BlockUpdate(content: $0.content) } }
  }

  struct Block: Codable, Equatable, Sendable {
    var info: BlockAPI.BlockInfo
    var content: Content

    init(from decoder: any Decoder) throws {
      info = try BlockAPI.BlockInfo(from: decoder)
      content = try Content(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        try info.encode(to: encoder)
        try content.encode(to: encoder)
      }
    }
  }

  enum Content: PolymorphicEnum, Equatable, Sendable {
    case paragraph(Text)
    case heading1(Heading)
    case heading2(Heading)
    case heading3(Heading)
    case bulletedListItem(Text)
    case numberedListItem(Text)
    case toggle(Text)
    case quote(Text)
    case toDo(ToDo)
    case code(Code)
    case callout(Callout)
    case image(Media)
    case file(Media)
    case video(Media)
    case equation(expression: String)
    case childPage(title: String)
    case tableRow(cells: [[RichText]])
    case table(Table)
    case columnList(Children)
    case column(Children)
    case syncedBlock(SyncedBlock)
    case linkToPage(Parent)
    case divider
    case breadcrumb
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Content>(.adjacent(tag: "type")) {
      // Where several cases hold one type, the function behind them is `from:`.
      try $0.register(for: "paragraph", as: Content.paragraph) {
        if case .paragraph(let text) = $0 { text } else { nil }
      }
      try $0.register(for: "heading_1", as: Content.heading1) {
        if case .heading1(let heading) = $0 { heading } else { nil }
      }
      try $0.register(for: "heading_2", as: Content.heading2) {
        if case .heading2(let heading) = $0 { heading } else { nil }
      }
      try $0.register(for: "heading_3", as: Content.heading3) {
        if case .heading3(let heading) = $0 { heading } else { nil }
      }
      try $0.register(for: "bulleted_list_item", as: Content.bulletedListItem) {
        if case .bulletedListItem(let text) = $0 { text } else { nil }
      }
      try $0.register(for: "numbered_list_item", as: Content.numberedListItem) {
        if case .numberedListItem(let text) = $0 { text } else { nil }
      }
      try $0.register(for: "toggle", as: Content.toggle) {
        if case .toggle(let text) = $0 { text } else { nil }
      }
      try $0.register(for: "quote", as: Content.quote) {
        if case .quote(let text) = $0 { text } else { nil }
      }
      try $0.register(for: "to_do", as: Content.toDo)
      try $0.register(for: "code", as: Content.code)
      try $0.register(for: "callout", as: Content.callout)
      try $0.register(for: "image", as: Content.image) {
        if case .image(let media) = $0 { media } else { nil }
      }
      try $0.register(for: "file", as: Content.file) {
        if case .file(let media) = $0 { media } else { nil }
      }
      try $0.register(for: "video", as: Content.video) {
        if case .video(let media) = $0 { media } else { nil }
      }
      try $0.register(for: "equation") { fields in
        .equation(expression: try fields.decode("expression"))
      } encoding: {
        if case .equation(let expression) = $0 { ["expression": expression] } else { nil }
      }
      try $0.register(for: "child_page") { fields in
        .childPage(title: try fields.decode("title"))
      } encoding: {
        if case .childPage(let title) = $0 { ["title": title] } else { nil }
      }
      try $0.register(for: "table_row") { fields in
        .tableRow(cells: try fields.decode("cells"))
      } encoding: {
        if case .tableRow(let cells) = $0 { ["cells": cells] } else { nil }
      }
      try $0.register(for: "table", as: Content.table)
      try $0.register(for: "column_list", as: Content.columnList) {
        if case .columnList(let children) = $0 { children } else { nil }
      }
      try $0.register(for: "column", as: Content.column) {
        if case .column(let children) = $0 { children } else { nil }
      }
      try $0.register(for: "synced_block", as: Content.syncedBlock)
      try $0.register(for: "link_to_page", as: Content.linkToPage)
      // The API wants an empty object as content, so these aren't registered as values.
      try $0.register(for: "divider") { _ in
        .divider
      } encoding: {
        if case .divider = $0 { [:] } else { nil }
      }
      try $0.register(for: "breadcrumb") { _ in
        .breadcrumb
      } encoding: {
        if case .breadcrumb = $0 { [:] } else { nil }
      }
    }

    var payload: any Encodable {
      switch self {
      case .toDo(let item): item
      case .code(let code): code
      case .callout(let callout): callout
      case .table(let table): table
      case .syncedBlock(let block): block
      case .linkToPage(let page): page
      case .unknown(let payload): payload
      // The functions in the registrations get these.
      default: self
      }
    }
  }

  struct Text: Codable, Equatable, Sendable {
    var text: [RichText]
    var color: String?
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case text = "rich_text"
      case color
      case children
    }
  }

  struct Heading: Codable, Equatable, Sendable {
    var text: [RichText]
    var isToggleable: Bool
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case text = "rich_text"
      case isToggleable = "is_toggleable"
      case children
    }
  }

  struct ToDo: Codable, Equatable, Sendable {
    var text: [RichText]
    var checked: Bool
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case text = "rich_text"
      case checked
      case children
    }
  }

  struct Code: Codable, Equatable, Sendable {
    var text: [RichText]
    var caption: [RichText]
    var language: String

    private enum CodingKeys: String, CodingKey {
      case text = "rich_text"
      case caption
      case language
    }
  }

  struct Callout: Codable, Equatable, Sendable {
    var text: [RichText]
    var icon: Icon?
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case text = "rich_text"
      case icon
      case children
    }
  }

  struct Table: Codable, Equatable, Sendable {
    var width: Int
    var hasColumnHeader: Bool
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case width = "table_width"
      case hasColumnHeader = "has_column_header"
      case children
    }
  }

  struct Children: Codable, Equatable, Sendable {
    var children: [Block]?
  }

  struct SyncedBlock: Codable, Equatable, Sendable {
    /// Nil in the original.
    var source: Parent?
    var children: [Block]?

    private enum CodingKeys: String, CodingKey {
      case source = "synced_from"
      case children
    }
  }

  struct MediaInfo: Codable, Equatable, Sendable {
    var caption: [RichText]
  }

  /// A file with a caption, which stands beside the file's tag.
  struct Media: ComposedCodable, Equatable, Sendable {
    var info: MediaInfo
    var source: Icon

    static let composition = Composition(Media.init, \.info, \.source)
  }
}

extension BlockAPI.WithMedley {
  /// What the API takes to change a block: its content, without the type.
  struct BlockUpdate: Encodable {
    let content: Content

    private static let registry = {
      var registry = Content.registry
      registry.tagWriting = .never
      return registry
    }()

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(content, to: encoder)
    }
  }
}
