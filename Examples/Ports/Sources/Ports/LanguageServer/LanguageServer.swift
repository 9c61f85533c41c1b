/// Messages of a language server, in the manner of the Language Server Protocol.
///
/// Its types are those of TypeScript: unions of a string and an object, of an object and an array, of
/// objects that differ in a member. The types here have no union in them, and both versions of the
/// client use them.
package enum LanguageServer {
  struct Version: Codable, Equatable, Sendable {
    var jsonrpc: String
  }

  struct Position: Codable, Equatable, Sendable {
    var line: Int
    var character: Int
  }

  struct Span: Codable, Equatable, Sendable {
    var start: Position
    var end: Position
  }

  struct Location: Codable, Equatable, Sendable {
    var uri: String
    var range: Span
  }

  struct LocationLink: Codable, Equatable, Sendable {
    var originSelectionRange: Span?
    var targetUri: String
    var targetRange: Span
    var targetSelectionRange: Span
  }

  struct MarkupContent: Codable, Equatable, Sendable {
    var kind: String
    var value: String
  }

  struct CodeText: Codable, Equatable, Sendable {
    var language: String
    var value: String
  }

  struct TextEdit: Codable, Equatable, Sendable {
    var range: Span
    var newText: String
  }

  struct Document: Codable, Equatable, Sendable {
    var uri: String
    var version: Int?
  }

  struct OpenedDocument: Codable, Equatable, Sendable {
    var uri: String
    var languageId: String
    var version: Int
    var text: String
  }

  struct DidOpen: Codable, Equatable, Sendable {
    var textDocument: OpenedDocument
  }

  struct DocumentPosition: Codable, Equatable, Sendable {
    var textDocument: Document
    var position: Position
  }

  struct TextDocumentEdit: Codable, Equatable, Sendable {
    var textDocument: Document
    var edits: [TextEdit]
  }

  struct FileOptions: Codable, Equatable, Sendable {
    var overwrite: Bool?
    var ignoreIfExists: Bool?
  }

  struct CreateFile: Codable, Equatable, Sendable {
    var uri: String
    var options: FileOptions?
  }

  struct RenameFile: Codable, Equatable, Sendable {
    var oldUri: String
    var newUri: String
  }

  struct DeleteFile: Codable, Equatable, Sendable {
    var uri: String
  }

  struct RangeChange: Codable, Equatable, Sendable {
    var range: Span
    var text: String
  }

  struct FullChange: Codable, Equatable, Sendable {
    var text: String
  }

  struct Command: Codable, Equatable, Sendable {
    var title: String
    var command: String
  }

  /// Its command is an object where that of a ``Command`` is a string.
  struct CodeAction: Codable, Equatable, Sendable {
    var title: String
    var kind: String?
    var command: Command?
  }

  struct WorkDoneOptions: Codable, Equatable, Sendable {
    var workDoneProgress: Bool
  }

  struct SaveOptions: Codable, Equatable, Sendable {
    var includeText: Bool
  }

  struct ResponseError: Codable, Equatable, Sendable {
    var code: Int
    var message: String
  }

  package static func messages(_ version: Ports.Version) -> DocumentType {
    switch version {
    case .byHand:
      DocumentType("language server, messages", [ByHand.Frame].self, fixture: "messages")
    case .withMedley:
      DocumentType("language server, messages", [WithMedley.Frame].self, fixture: "messages")
    }
  }

  package static func results(_ version: Ports.Version) -> DocumentType {
    switch version {
    case .byHand:
      DocumentType("language server, results", [ByHand.Results].self, fixture: "results")
    case .withMedley:
      DocumentType("language server, results", [WithMedley.Results].self, fixture: "results")
    }
  }
}
