package import Foundation
import Medley
import MedleyJSON

/// Whether a client decodes its unions by hand or with Medley.
package enum Version: String, CaseIterable, Sendable {
  case byHand = "by hand"
  case withMedley = "with Medley"
}

/// The decoder that a document is decoded with.
package enum Reader: String, CaseIterable, Sendable {
  case jsonDecoder = "JSONDecoder"
  case engine = "PolymorphicJSONDecoder"
}

/// The encoder that a document is encoded with.
package enum Writer: String, CaseIterable, Sendable {
  case jsonEncoder = "JSONEncoder"
  case engine = "PolymorphicJSONEncoder"
}

/// A document that a client receives.
protocol ClientDocument: Decodable, Sendable {
  /// What the client sends to save the document; nil if it only receives it.
  var request: (any Encodable)? { get }
}

extension ClientDocument {
  var request: (any Encodable)? { self as? any Encodable }
}

extension Array: ClientDocument where Element: ClientDocument {}

/// A type of a client's documents, with the type erased.
///
/// Tests and the benchmark use both versions of a client through it.
package struct DocumentType: Sendable {
  /// The name of the client and of its documents.
  package let name: String
  /// A document that the tests and the benchmark decode.
  package let fixture: Data

  private let decode: @Sendable (Data, Reader) throws -> any ClientDocument
  private let encoders: Encoders

  /// Creates a type whose fixture is a resource.
  init<Document: ClientDocument>(
    _ name: String,
    _ type: Document.Type,
    fixture: String,
    decoder: JSONDecoder = JSONDecoder(),
    engine: PolymorphicJSONDecoder = PolymorphicJSONDecoder(),
    encoders: Encoders = Encoders()
  ) {
    self.name = name
    self.fixture = Fixtures.data(fixture)
    self.encoders = encoders
    decode = { data, reader in
      switch reader {
      case .jsonDecoder: try decoder.decode(type, from: data)
      case .engine: try engine.decode(type, from: data)
      }
    }
  }
}

/// The encoders of a client, with the same strategies.
struct Encoders: Sendable {
  var foundation = JSONEncoder()
  var engine = PolymorphicJSONEncoder()

  func encode(_ value: some Encodable, with writer: Writer) throws -> Data {
    switch writer {
    case .jsonEncoder: try foundation.encode(value)
    case .engine: try engine.encode(value)
    }
  }
}

/// A document as a client has decoded it.
package struct DecodedDocument: Sendable {
  fileprivate let document: any ClientDocument
  fileprivate let encoders: Encoders

  /// What was decoded, as text that is the same for both versions of a client.
  package var outline: String { Outline.text(of: document) }

  /// Encodes the document as it is received; nil if the client only receives it.
  package func encoded(with writer: Writer) throws -> Data? {
    try (document as? any Encodable).map { try encoders.encode($0, with: writer) }
  }

  /// Encodes what the client sends to save the document; nil if it only receives it.
  package func encodedRequest(with writer: Writer) throws -> Data? {
    try document.request.map { try encoders.encode($0, with: writer) }
  }
}

extension DocumentType {
  /// Decodes a document.
  package func decode(_ json: Data, with reader: Reader) throws -> DecodedDocument {
    DecodedDocument(document: try decode(json, reader), encoders: encoders)
  }
}

// MARK: - The clients

extension DocumentType {
  /// The documents of all clients in one version.
  package static func all(_ version: Version) -> [DocumentType] {
    [
      BlockAPI.blocks(version), BlockAPI.page(version),
      LanguageServer.messages(version), LanguageServer.results(version),
      RenderTree.page(version),
      Timeline.search(version), Timeline.notifications(version), Timeline.stream(version),
      BotUpdates.updates(version),
      Records.records(version),
      Expandables.events(version), Expandables.charges(version),
    ]
  }
}
