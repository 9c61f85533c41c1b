/// A page of documentation as a tree to render, in the manner of a documentation compiler's output.
///
/// Blocks, inline content, sections and references each have their tag among their own members. The
/// types here have no union in them, and both versions of the client use them.
package enum RenderTree {
  struct Identifier: Codable, Equatable, Sendable {
    var url: String
    var interfaceLanguage: String
  }

  struct Variant: Codable, Equatable, Sendable {
    var url: String
    var traits: [String]
  }

  struct ImageReference: Codable, Equatable, Sendable {
    var identifier: String
    var alt: String?
    var variants: [Variant]
  }

  struct LinkReference: Codable, Equatable, Sendable {
    var identifier: String
    var title: String
    var url: String
  }

  struct FileReference: Codable, Equatable, Sendable {
    var identifier: String
    var path: String
    var highlights: [Int]?
  }

  struct CodeListing: Codable, Equatable, Sendable {
    var syntax: String?
    var code: [String]
  }

  struct Heading: Codable, Equatable, Sendable {
    var level: Int
    var text: String
    var anchor: String
  }

  struct Token: Codable, Equatable, Sendable {
    /// A raw value, since newer compilers have more kinds.
    var kind: String
    var text: String
    var identifier: String?
  }

  struct Declaration: Codable, Equatable, Sendable {
    var languages: [String]
    var tokens: [Token]
  }

  struct Declarations: Codable, Equatable, Sendable {
    var declarations: [Declaration]
  }

  struct Mentions: Codable, Equatable, Sendable {
    var mentions: [String]
  }

  /// What the sections about web services have in common, whatever their kind.
  struct WebService: Codable, Equatable, Sendable {
    var kind: String
    var title: String
  }

  package static func page(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: DocumentType("render tree", ByHand.Page.self, fixture: "render-tree")
    case .withMedley: DocumentType("render tree", WithMedley.Page.self, fixture: "render-tree")
    }
  }
}
