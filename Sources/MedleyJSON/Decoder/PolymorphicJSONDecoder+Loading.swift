package import MedleyEngine

// MARK: - Loading documents

extension PolymorphicJSONDecoder {
  /// Loads a document in any encoding, and calls a function with it; see `DocumentPool`.
  package func withDocument<Value>(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    try unsafe pool.withDocument(bytes, for: nextCall, body)
  }

  /// Loads a document in UTF-8, and calls a function with it; see `DocumentPool`.
  func withUTF8Document<Value>(
    _ bytes: UnsafeRawBufferPointer,
    at textPath: [any CodingKey]? = nil,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    try unsafe pool.withUTF8Document(bytes, for: nextCall, at: textPath, body)
  }

  /// Returns a document for a decode call, which ends with ``finish(_:)``.
  package func takeDocument() -> Document { pool.take(for: nextCall) }

  /// Returns a document to the pool, unless it is still referenced.
  package func finish(_ document: inout Document) { pool.finish(&document) }
}
