/// A pool of documents for decode calls; a document is reused with settings of its `CacheBasis`.
package typealias DocumentPool = CallPool<Document>

extension Document {
  /// The pool of the process.
  package static let pool = DocumentPool()

  fileprivate var hasSmallCaches: Bool {
    index.state.plans.count <= DocumentPool.largestCache
      && index.state.containers.typeCount <= DocumentPool.largestCache
  }
}

extension DocumentPool {
  package func take(for options: CallOptions, at textPath: [any CodingKey]? = nil) -> Document {
    let document = take { $0.basis.suits(options.basis) } ?? Document()
    document.begin(options, at: textPath)
    return document
  }

  /// Loads a document in any encoding, and calls a function with it.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - call: The settings.
  ///   - body: The function.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws, and `DecodingError.dataCorrupted` for a text that isn't JSON.
  package func withDocument<Value>(
    _ bytes: Bytes,
    for call: CallOptions,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    guard let encoding = TextEncoding(of: bytes) else {
      return try withUTF8Document(bytes, for: call, body)
    }
    let text: [UInt8]
    do {
      text = try encoding.utf8(bytes)
    } catch {
      throw Document.error(for: error, in: bytes)
    }
    return try text.withBytes { try withUTF8Document($0, for: call, body) }
  }

  /// Loads a document in UTF-8, and calls a function with it.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - call: The settings.
  ///   - textPath: For the text of a string: the path of the string.
  ///   - body: The function.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws, and `DecodingError.dataCorrupted` for a text that isn't JSON.
  package func withUTF8Document<Value>(
    _ bytes: Bytes,
    for call: CallOptions,
    at textPath: [any CodingKey]? = nil,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    var document = take(for: call, at: textPath)
    defer { finish(&document) }
    return try Self.load(bytes, in: document, body)
  }

  @inline(never) private static func load<Value>(
    _ bytes: Bytes,
    in document: Document,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    do {
      try document.load(bytes)
    } catch {
      throw document.error(for: error)
    }
    do {
      return try document.calling(Value.self) {
        try body(document)
      }
    } catch let error as DecodingError {
      throw document.located(error)
    }
  }

  /// Returns a document to the pool, unless it is still referenced.
  @inline(never) package func finish(_ document: inout Document) {
    // If a decoder or a container is still referenced, it keeps the document.
    let held = document.index.state.containers.endCall()
    let isShared = !isKnownUniquelyReferenced(&document)
    document.keep(hasEscaped: isShared || !held.isEmpty)
    if !held.isEmpty {
      keep(held, of: document)
    } else if !isShared {
      document.unload()
      if document.hasSmallCaches { give(document) }
    }
  }
}
