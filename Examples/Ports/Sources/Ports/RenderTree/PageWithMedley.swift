import Medley

extension RenderTree {
  /// The client with Medley.
  enum WithMedley {}
}

extension RenderTree.WithMedley {
  struct Page: ClientDocument, Codable, Equatable {
    var identifier: RenderTree.Identifier
    var abstract: [Inline]?
    var primaryContentSections: [Section]
    var references: [String: Reference]
  }

  enum Inline: PolymorphicEnum, Equatable, Sendable {
    case text(String)
    case codeVoice(code: String)
    case emphasis(inlineContent: [Inline])
    case strong(inlineContent: [Inline])
    case newTerm(inlineContent: [Inline])
    case superscript(inlineContent: [Inline])
    case strikethrough(inlineContent: [Inline])
    case image(identifier: String, title: String?)
    case reference(identifier: String, isActive: Bool, overridingTitle: String?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Inline>("type") {
      try $0.register(for: "text") { fields in
        .text(try fields.decode("text"))
      } encoding: {
        if case .text(let text) = $0 { ["text": text] } else { nil }
      }
      try $0.register(for: "codeVoice") { fields in
        .codeVoice(code: try fields.decode("code"))
      } encoding: {
        if case .codeVoice(let code) = $0 { ["code": code] } else { nil }
      }
      try $0.register(for: "emphasis") { fields in
        .emphasis(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .emphasis(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "strong") { fields in
        .strong(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .strong(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "newTerm") { fields in
        .newTerm(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .newTerm(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "superscript") { fields in
        .superscript(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .superscript(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "strikethrough") { fields in
        .strikethrough(inlineContent: try fields.decode("inlineContent"))
      } encoding: {
        if case .strikethrough(let content) = $0 { ["inlineContent": content] } else { nil }
      }
      try $0.register(for: "image") { fields in
        .image(
          identifier: try fields.decode("identifier"),
          title: try fields.decodeIfPresent("title")
        )
      } encoding: {
        guard case .image(let identifier, let title) = $0 else { return nil }
        return ["identifier": identifier, "title": title]
      }
      try $0.register(for: "reference") { fields in
        .reference(
          identifier: try fields.decode("identifier"),
          isActive: try fields.decode("isActive"),
          overridingTitle: try fields.decodeIfPresent("overridingTitle")
        )
      } encoding: {
        guard case .reference(let identifier, let isActive, let title) = $0 else { return nil }
        return ["identifier": identifier, "isActive": isActive, "overridingTitle": title]
      }
    }
  }
}
