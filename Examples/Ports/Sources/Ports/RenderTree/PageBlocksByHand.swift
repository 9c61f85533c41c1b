extension RenderTree.ByHand {
  enum Block: Codable, Equatable, Sendable {
    case paragraph(inlineContent: [Inline])
    case heading(RenderTree.Heading)
    case codeListing(RenderTree.CodeListing)
    case aside(Aside)
    case orderedList(items: [ListItem])
    case unorderedList(items: [ListItem])
    case table(Table)
    case small(inlineContent: [Inline])
    case thematicBreak
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case inlineContent
      case items
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "paragraph":
        self = .paragraph(
          inlineContent: try container.decode([Inline].self, forKey: .inlineContent)
        )
      case "heading": self = .heading(try RenderTree.Heading(from: decoder))
      case "codeListing": self = .codeListing(try RenderTree.CodeListing(from: decoder))
      case "aside": self = .aside(try Aside(from: decoder))
      case "orderedList":
        self = .orderedList(items: try container.decode([ListItem].self, forKey: .items))
      case "unorderedList":
        self = .unorderedList(items: try container.decode([ListItem].self, forKey: .items))
      case "table": self = .table(try Table(from: decoder))
      case "small":
        self = .small(inlineContent: try container.decode([Inline].self, forKey: .inlineContent))
      case "thematicBreak": self = .thematicBreak
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .paragraph(let content):
        try container.encode("paragraph", forKey: .type)
        try container.encode(content, forKey: .inlineContent)
      case .heading(let heading):
        try container.encode("heading", forKey: .type)
        try heading.encode(to: encoder)
      case .codeListing(let listing):
        try container.encode("codeListing", forKey: .type)
        try listing.encode(to: encoder)
      case .aside(let aside):
        try container.encode("aside", forKey: .type)
        try aside.encode(to: encoder)
      case .orderedList(let items):
        try container.encode("orderedList", forKey: .type)
        try container.encode(items, forKey: .items)
      case .unorderedList(let items):
        try container.encode("unorderedList", forKey: .type)
        try container.encode(items, forKey: .items)
      case .table(let table):
        try container.encode("table", forKey: .type)
        try table.encode(to: encoder)
      case .small(let content):
        try container.encode("small", forKey: .type)
        try container.encode(content, forKey: .inlineContent)
      case .thematicBreak: try container.encode("thematicBreak", forKey: .type)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  struct Aside: Codable, Equatable, Sendable {
    var style: String
    var name: String?
    var content: [Block]
  }

  struct ListItem: Codable, Equatable, Sendable {
    var content: [Block]
  }

  struct Table: Codable, Equatable, Sendable {
    var header: String
    var rows: [[[Block]]]
  }
}
