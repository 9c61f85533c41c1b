/// A workspace of pages made of blocks, in the manner of Notion's API.
///
/// A block says its type and has its content under a key of that name, beside members that every
/// block has. Rich text, icons, parents and the values of properties have the same form. The types
/// here have no union in them, and both versions of the client use them.
package enum BlockAPI {
  struct Annotations: Codable, Equatable, Sendable {
    var bold: Bool
    var italic: Bool
    var code: Bool
    var color: String
  }

  struct Reference: Codable, Equatable, Sendable {
    var id: String
  }

  struct Link: Codable, Equatable, Sendable {
    var url: String
  }

  struct HostedFile: Codable, Equatable, Sendable {
    var url: String
    var expiry: String

    private enum CodingKeys: String, CodingKey {
      case url
      case expiry = "expiry_time"
    }
  }

  struct DateRange: Codable, Equatable, Sendable {
    var start: String
    var end: String?
  }

  struct SelectOption: Codable, Equatable, Sendable {
    var id: String
    var name: String
    var color: String
  }

  struct InlineText: Codable, Equatable, Sendable {
    var content: String
    var link: Link?
  }

  /// The members of a text that don't depend on its type.
  struct TextStyle: Codable, Equatable, Sendable {
    var plainText: String
    var href: String?
    var annotations: Annotations

    private enum CodingKeys: String, CodingKey {
      case plainText = "plain_text"
      case href
      case annotations
    }
  }

  /// The members of a block that don't depend on its type.
  struct BlockInfo: Codable, Equatable, Sendable {
    var object: String
    var id: String
    var created: String
    var hasChildren: Bool
    var archived: Bool

    private enum CodingKeys: String, CodingKey {
      case object
      case id
      case created = "created_time"
      case hasChildren = "has_children"
      case archived
    }
  }

  /// A property whose value is in several parts: `has_more` stands beside the relation.
  struct Relation: Codable, Equatable, Sendable {
    var relation: [Reference]
    var hasMore: Bool

    private enum CodingKeys: String, CodingKey {
      case relation
      case hasMore = "has_more"
    }
  }

  package static func blocks(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: DocumentType("block API, blocks", ByHand.BlockList.self, fixture: "blocks")
    case .withMedley:
      DocumentType("block API, blocks", WithMedley.BlockList.self, fixture: "blocks")
    }
  }

  package static func page(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: DocumentType("block API, page", ByHand.Page.self, fixture: "page")
    case .withMedley: DocumentType("block API, page", WithMedley.Page.self, fixture: "page")
    }
  }
}
