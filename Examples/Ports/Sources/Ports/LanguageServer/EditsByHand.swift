extension LanguageServer.ByHand {
  struct DidChange: Codable, Equatable, Sendable {
    var textDocument: LanguageServer.Document
    var contentChanges: [ContentChange]
  }

  /// Without a range, the text is the whole document.
  enum ContentChange: Codable, Equatable, Sendable {
    case range(LanguageServer.RangeChange)
    case full(LanguageServer.FullChange)

    private enum CodingKeys: CodingKey {
      case range
    }

    init(from decoder: any Decoder) throws {
      if try decoder.container(keyedBy: CodingKeys.self).contains(.range) {
        self = .range(try LanguageServer.RangeChange(from: decoder))
      } else {
        self = .full(try LanguageServer.FullChange(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .range(let change): try change.encode(to: encoder)
      case .full(let change): try change.encode(to: encoder)
      }
    }
  }

  struct Diagnostics: Codable, Equatable, Sendable {
    var uri: String
    var diagnostics: [Diagnostic]
  }

  struct Diagnostic: Codable, Equatable, Sendable {
    var range: LanguageServer.Span
    var code: RequestID?
    var message: String
  }

  struct ApplyEdit: Codable, Equatable, Sendable {
    var label: String?
    var edit: WorkspaceEdit
  }

  struct WorkspaceEdit: Codable, Equatable, Sendable {
    var documentChanges: [DocumentChange]
  }

  /// An edit of a document has no kind; operations on files have one.
  enum DocumentChange: Codable, Equatable, Sendable {
    case edit(LanguageServer.TextDocumentEdit)
    case create(LanguageServer.CreateFile)
    case rename(LanguageServer.RenameFile)
    case delete(LanguageServer.DeleteFile)

    private enum CodingKeys: CodingKey {
      case kind
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decodeIfPresent(String.self, forKey: .kind) {
      case nil: self = .edit(try LanguageServer.TextDocumentEdit(from: decoder))
      case "create": self = .create(try LanguageServer.CreateFile(from: decoder))
      case "rename": self = .rename(try LanguageServer.RenameFile(from: decoder))
      case "delete": self = .delete(try LanguageServer.DeleteFile(from: decoder))
      case let kind?:
        throw DecodingError.dataCorruptedError(
          forKey: .kind,
          in: container,
          debugDescription: "Unknown kind \(kind)"
        )
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .edit(let edit): try edit.encode(to: encoder)
      case .create(let operation):
        try container.encode("create", forKey: .kind)
        try operation.encode(to: encoder)
      case .rename(let operation):
        try container.encode("rename", forKey: .kind)
        try operation.encode(to: encoder)
      case .delete(let operation):
        try container.encode("delete", forKey: .kind)
        try operation.encode(to: encoder)
      }
    }
  }
}
