import Medley

extension LanguageServer.WithMedley {
  struct DidChange: Codable, Equatable, Sendable {
    var textDocument: LanguageServer.Document
    var contentChanges: [ContentChange]
  }

  /// Without a range, the text is the whole document.
  enum ContentChange: PolymorphicEnum, Equatable, Sendable {
    case range(LanguageServer.RangeChange)
    case full(LanguageServer.FullChange)

    static let registry = PolymorphicRegistry<ContentChange>(.deduced) {
      try $0.register(for: "range", as: ContentChange.range)
      try $0.register(for: "full", as: ContentChange.full)
    }

    var payload: any Encodable {
      switch self {
      case .range(let change): change
      case .full(let change): change
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
  enum DocumentChange: PolymorphicEnum, Equatable, Sendable {
    case edit(LanguageServer.TextDocumentEdit)
    case create(LanguageServer.CreateFile)
    case rename(LanguageServer.RenameFile)
    case delete(LanguageServer.DeleteFile)

    static let registry = PolymorphicRegistry<DocumentChange>("kind") {
      try $0.register(for: "edit", as: DocumentChange.edit)
      try $0.register(for: "create", as: DocumentChange.create)
      try $0.register(for: "rename", as: DocumentChange.rename)
      try $0.register(for: "delete", as: DocumentChange.delete)
      $0.policies.missing = .assume("edit")
      $0.tagWriting = .unlessAssumed
    }

    var payload: any Encodable {
      switch self {
      case .edit(let edit): edit
      case .create(let operation): operation
      case .rename(let operation): operation
      case .delete(let operation): operation
      }
    }
  }
}
