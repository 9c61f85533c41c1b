import Medley

extension RenderTree.WithMedley {
  enum Block: PolymorphicEnum, Equatable, Sendable {
    case paragraph(inlineContent: [Inline])
    case heading(RenderTree.Heading)
    case codeListing(RenderTree.CodeListing)
    case aside(Aside)
    case orderedList(items: [ListItem])
    case unorderedList(items: [ListItem])
    case table(Table)
    case small(inlineContent: [Inline])
    case thematicBreak
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Block>("type") {
      try $0.register(for: "paragraph") { fields in
        .paragraph(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .paragraph(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "heading", as: Block.heading)
      try $0.register(for: "codeListing", as: Block.codeListing)
      try $0.register(for: "aside", as: Block.aside)
      try $0.register(for: "orderedList") { fields in
        .orderedList(items: try fields.decode("items"))
      } encoding: {
        if case .orderedList(let items) = $0 { ["items": items] } else { nil }
      }
      try $0.register(for: "unorderedList") { fields in
        .unorderedList(items: try fields.decode("items"))
      } encoding: {
        if case .unorderedList(let items) = $0 { ["items": items] } else { nil }
      }
      try $0.register(for: "table", as: Block.table)
      try $0.register(for: "small") { fields in
        .small(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .small(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(.thematicBreak, for: "thematicBreak")
    }

    var payload: any Encodable {
      switch self {
      case .heading(let heading): heading
      case .codeListing(let listing): listing
      case .aside(let aside): aside
      case .table(let table): table
      case .unknown(let payload): payload
      case .paragraph, .orderedList, .unorderedList, .small, .thematicBreak: self
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
