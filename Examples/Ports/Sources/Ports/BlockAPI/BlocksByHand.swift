extension BlockAPI {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension BlockAPI.ByHand {
  struct BlockList: ClientDocument, Codable, Equatable {
    var results: [Block]

    var request: (any Encodable)? { BlockUpdates(blocks: results) }
  }

  struct Block: Codable, Equatable, Sendable {
    var info: BlockAPI.BlockInfo
    var content: Content

    init(from decoder: any Decoder) throws {
      info = try BlockAPI.BlockInfo(from: decoder)
      content = try Content(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try info.encode(to: encoder)
      try content.encode(to: encoder)
    }
  }

  enum Content: Equatable, Sendable {
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
    case unknown(String)
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

  /// A file with a caption, which stands beside the file's tag.
  struct Media: Codable, Equatable, Sendable {
    var caption: [RichText]
    var source: Icon

    private enum CodingKeys: CodingKey {
      case caption
    }

    init(from decoder: any Decoder) throws {
      caption = try decoder.container(keyedBy: CodingKeys.self).decode(
        [RichText].self,
        forKey: .caption
      )
      source = try Icon(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(caption, forKey: .caption)
      try source.encode(to: encoder)
    }
  }
}
