extension RenderTree {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension RenderTree.ByHand {
  struct Page: ClientDocument, Codable, Equatable {
    var identifier: RenderTree.Identifier
    var abstract: [Inline]?
    var primaryContentSections: [Section]
    var references: [String: Reference]
  }

  enum Inline: Codable, Equatable, Sendable {
    case text(String)
    case codeVoice(code: String)
    case emphasis(inlineContent: [Inline])
    case strong(inlineContent: [Inline])
    case newTerm(inlineContent: [Inline])
    case superscript(inlineContent: [Inline])
    case strikethrough(inlineContent: [Inline])
    case image(identifier: String, title: String?)
    case reference(identifier: String, isActive: Bool, overridingTitle: String?)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case text
      case code
      case inlineContent
      case identifier
      case title
      case isActive
      case overridingTitle
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func content() throws -> [Inline] {
        try container.decode([Inline].self, forKey: .inlineContent)
      }
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try container.decode(String.self, forKey: .text))
      case "codeVoice": self = .codeVoice(code: try container.decode(String.self, forKey: .code))
      case "emphasis": self = .emphasis(inlineContent: try content())
      case "strong": self = .strong(inlineContent: try content())
      case "newTerm": self = .newTerm(inlineContent: try content())
      case "superscript": self = .superscript(inlineContent: try content())
      case "strikethrough": self = .strikethrough(inlineContent: try content())
      case "image":
        self = .image(
          identifier: try container.decode(String.self, forKey: .identifier),
          title: try container.decodeIfPresent(String.self, forKey: .title)
        )
      case "reference":
        self = .reference(
          identifier: try container.decode(String.self, forKey: .identifier),
          isActive: try container.decode(Bool.self, forKey: .isActive),
          overridingTitle: try container.decodeIfPresent(String.self, forKey: .overridingTitle)
        )
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      func write(_ type: String, _ content: [Inline]) throws {
        try container.encode(type, forKey: .type)
        try container.encode(content, forKey: .inlineContent)
      }
      switch self {
      case .text(let text):
        try container.encode("text", forKey: .type)
        try container.encode(text, forKey: .text)
      case .codeVoice(let code):
        try container.encode("codeVoice", forKey: .type)
        try container.encode(code, forKey: .code)
      case .emphasis(let content): try write("emphasis", content)
      case .strong(let content): try write("strong", content)
      case .newTerm(let content): try write("newTerm", content)
      case .superscript(let content): try write("superscript", content)
      case .strikethrough(let content): try write("strikethrough", content)
      case .image(let identifier, let title):
        try container.encode("image", forKey: .type)
        try container.encode(identifier, forKey: .identifier)
        try container.encodeIfPresent(title, forKey: .title)
      case .reference(let identifier, let isActive, let title):
        try container.encode("reference", forKey: .type)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(isActive, forKey: .isActive)
        try container.encodeIfPresent(title, forKey: .overridingTitle)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  static func lost(_ value: Any, _ type: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "The content of a \(type) wasn't kept"
      )
    )
  }
}
