extension BlockAPI.ByHand {
  /// A key that is known at run time: the one that a tag names.
  struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
  }

  /// An element that has its content under a key that its type names.
  struct NamedContent {
    let type: String
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
      type = try container.decode(String.self, forKey: "type")
    }

    func decode<Content: Decodable>(_ content: Content.Type = Content.self) throws -> Content {
      try container.decode(content, forKey: Key(stringValue: type))
    }

    /// Decodes one member of the content.
    func decode<Member: Decodable>(_ key: Key, _ member: Member.Type = Member.self) throws -> Member
    {
      try container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: type))
        .decode(member, forKey: key)
    }
  }

  /// Writes an element that has its content under a key that its type names.
  struct NamedContentWriter {
    var container: KeyedEncodingContainer<Key>
    /// An update takes the content alone.
    var writesType = true

    init(_ encoder: any Encoder, writesType: Bool = true) {
      container = encoder.container(keyedBy: Key.self)
      self.writesType = writesType
    }

    mutating func encode(_ type: Key, _ content: some Encodable) throws {
      if writesType { try container.encode(type.stringValue, forKey: "type") }
      try container.encode(content, forKey: type)
    }
  }

  struct Empty: Codable {}
}

extension BlockAPI.ByHand.Content: Codable {
  init(from decoder: any Decoder) throws {
    let content = try BlockAPI.ByHand.NamedContent(from: decoder)
    switch content.type {
    case "paragraph": self = .paragraph(try content.decode())
    case "heading_1": self = .heading1(try content.decode())
    case "heading_2": self = .heading2(try content.decode())
    case "heading_3": self = .heading3(try content.decode())
    case "bulleted_list_item": self = .bulletedListItem(try content.decode())
    case "numbered_list_item": self = .numberedListItem(try content.decode())
    case "toggle": self = .toggle(try content.decode())
    case "quote": self = .quote(try content.decode())
    case "to_do": self = .toDo(try content.decode())
    case "code": self = .code(try content.decode())
    case "callout": self = .callout(try content.decode())
    case "image": self = .image(try content.decode())
    case "file": self = .file(try content.decode())
    case "video": self = .video(try content.decode())
    case "equation": self = .equation(expression: try content.decode("expression"))
    case "child_page": self = .childPage(title: try content.decode("title"))
    case "table_row": self = .tableRow(cells: try content.decode("cells"))
    case "table": self = .table(try content.decode())
    case "column_list": self = .columnList(try content.decode())
    case "column": self = .column(try content.decode())
    case "synced_block": self = .syncedBlock(try content.decode())
    case "link_to_page": self = .linkToPage(try content.decode())
    case "divider": self = .divider
    case "breadcrumb": self = .breadcrumb
    case let type: self = .unknown(type)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try encode(to: BlockAPI.ByHand.NamedContentWriter(encoder), for: encoder)
  }

  func encode(to writer: BlockAPI.ByHand.NamedContentWriter, for encoder: any Encoder) throws {
    var writer = writer
    switch self {
    case .paragraph(let content): try writer.encode("paragraph", content)
    case .heading1(let content): try writer.encode("heading_1", content)
    case .heading2(let content): try writer.encode("heading_2", content)
    case .heading3(let content): try writer.encode("heading_3", content)
    case .bulletedListItem(let content): try writer.encode("bulleted_list_item", content)
    case .numberedListItem(let content): try writer.encode("numbered_list_item", content)
    case .toggle(let content): try writer.encode("toggle", content)
    case .quote(let content): try writer.encode("quote", content)
    case .toDo(let content): try writer.encode("to_do", content)
    case .code(let content): try writer.encode("code", content)
    case .callout(let content): try writer.encode("callout", content)
    case .image(let content): try writer.encode("image", content)
    case .file(let content): try writer.encode("file", content)
    case .video(let content): try writer.encode("video", content)
    case .equation(let expression): try writer.encode("equation", ["expression": expression])
    case .childPage(let title): try writer.encode("child_page", ["title": title])
    case .tableRow(let cells): try writer.encode("table_row", ["cells": cells])
    case .table(let content): try writer.encode("table", content)
    case .columnList(let content): try writer.encode("column_list", content)
    case .column(let content): try writer.encode("column", content)
    case .syncedBlock(let content): try writer.encode("synced_block", content)
    case .linkToPage(let content): try writer.encode("link_to_page", content)
    case .divider: try writer.encode("divider", BlockAPI.ByHand.Empty())
    case .breadcrumb: try writer.encode("breadcrumb", BlockAPI.ByHand.Empty())
    case .unknown(let type): throw BlockAPI.ByHand.lost(self, type, encoder)
    }
  }
}

extension BlockAPI.ByHand {
  /// What the API takes to change blocks: their contents, without types.
  struct BlockUpdates: Encodable {
    let blocks: [Block]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for block in blocks { try container.encode(BlockUpdate(content: block.content)) }
    }
  }

  struct BlockUpdate: Encodable {
    let content: Content

    func encode(to encoder: any Encoder) throws {
      try content.encode(to: NamedContentWriter(encoder, writesType: false), for: encoder)
    }
  }
}
