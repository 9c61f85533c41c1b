public import Medley

/// Decodes a document while it arrives, such as the answer of a language model.
///
/// ```swift
/// var partial = PartialDecoder(Answer.self, using: decoder)
/// for try await delta in deltas {
///   partial.append(delta.utf8)
///   if let answer = try partial.snapshot() { show(answer) }
/// }
/// let answer = try partial.finish()
/// ```
///
/// A snapshot is the value of the longest part that decodes:
///
/// - What is open is closed.
/// - A property or element of type `String` grows by whole characters of Unicode, and never ends in
///   half an escape. Other types that are decoded from strings, such as enums, dates and identifiers,
///   appear when the string is complete.
/// - A number, a literal or a key counts when nothing can continue it.
/// - An element at the end that doesn't decode yet is left out. So are members that are optional.
/// - An element of a registry appears when its tag is complete and its payload decodes, and an
///   unknown one when it is complete. See ``arriving``.
///
/// What was complete never changes in later snapshots, and the last one equals a whole decode. No
/// part of a valid document makes a snapshot throw. Snapshots report no issues; ``finish()`` does.
///
/// - Complexity: Appending is O(*n*) in the bytes that are appended, which the next snapshot or state
///   validates, each once. A snapshot decodes what came, in O(*n*) of the document so far, once for
///   each value at its end that doesn't decode yet.
public struct PartialDecoder<Value: Decodable> {
  private let decoder: PolymorphicJSONDecoder
  private var text: PartialText
  private var left: LeftOut?

  /// A value at the end that the last snapshot left out.
  private struct LeftOut {
    /// The number of containers around it.
    var level: Int
    var tag: TypeTag?
  }

  /// Creates a decoder for one document.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder, with its strategies and registries.
  public init(_ type: Value.Type, using decoder: PolymorphicJSONDecoder) {
    self.decoder = decoder
    text = PartialText(
      depthLimit: decoder.depthLimit,
      allowsTrailingCommas: decoder.allowsTrailingCommas
    )
  }

  // MARK: - Appending

  /// Adds the next bytes of the document.
  ///
  /// ```swift
  /// partial.append(delta.utf8)
  /// ```
  ///
  /// They may end anywhere. If they make the document invalid, ``snapshot()`` throws.
  ///
  /// - Parameter bytes: Bytes in UTF-8. ``snapshot()`` throws for UTF-16 and UTF-32, which only whole
  ///   documents may be.
  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable public mutating func append(_ bytes: some Sequence<UInt8>) {
    beginAppending().append(contentsOf: bytes)
  }

  /// Returns the buffer for more bytes, which no copy of this decoder shares.
  @usableFromInline mutating func beginAppending() -> FeedBuffer {
    if !isKnownUniquelyReferenced(&text) { text = PartialText(copying: text) }
    left = nil
    return text.buffer
  }

  // MARK: - Decoding

  /// Returns as much of the value as decodes; nil if that is nothing.
  ///
  /// ```swift
  /// if let answer = try partial.snapshot() { show(answer) }
  /// ```
  ///
  /// - Returns: The value so far.
  /// - Throws: `DecodingError.dataCorrupted` if no valid document begins with the bytes, with the
  ///   first byte from which that is certain. Once the document is complete, what a whole decode
  ///   throws.
  public mutating func snapshot() throws -> Value? {
    text.validate()
    try requireValid()
    if text.isComplete {
      return try DecodingReport.discarding { try decodeWhole() }
    }
    var level = text.level
    left = nil
    while level > 0 {
      switch attempt(at: level) {
      case .success(let value): return value
      case .failure(let failure):
        level = failure.level
        left = LeftOut(level: failure.level, tag: failure.tag)
      }
    }
    return nil
  }

  /// Returns the value of the complete document.
  ///
  /// ```swift
  /// let answer = try partial.finish()
  /// ```
  ///
  /// - Returns: What a whole decode returns, with its issues.
  /// - Throws: What a whole decode throws, also for a document that isn't complete.
  public func finish() throws -> Value {
    try decodeWhole()
  }

  private func decodeWhole() throws -> Value {
    try unsafe decoder.decode(Value.self, from: text.buffer.memory(0..<text.buffer.count))
  }

  private struct Failure: Error {
    var level: Int
    var tag: TypeTag?
  }

  /// Decodes the text in which so many values are closed.
  private func attempt(at level: Int) -> Result<Value, Failure> {
    withDocument(at: level) { document in
      do {
        return .success(
          try DecodingReport.discarding { try document.index.decode(Value.self, at: 0) }
        )
      } catch {
        let depth = document.index.growingDepth(of: error) ?? level
        let tag = (error as? DecodingError)?.payloadTag
        return .failure(Failure(level: min(level, max(depth, 1)) - 1, tag: tag))
      }
    } ?? .failure(Failure(level: level - 1))
  }

  /// Calls a function with the document in which so many values are closed; nil if it is too large.
  private func withDocument<Result>(at level: Int, _ body: (Document) -> Result) -> Result? {
    var document = decoder.takeDocument()
    defer { decoder.finish(&document) }
    document.textPath = nil
    return try? text.closing(at: level, in: document) { body(document) }
  }

  private func requireValid() throws {
    guard var error = text.error else { return }
    error.reason = text.buffer.encoding(ofElementAt: 0) ?? error.reason
    let document = Document()
    // For the line and the excerpt.
    _ = try? unsafe document.load(text.buffer.memory(0..<text.buffer.count))
    throw document.error(for: error)
  }
}

// MARK: - Looking at what arrives

extension PartialDecoder {
  /// An element that the last snapshot left out, because it doesn't decode yet.
  ///
  /// ```swift
  /// if let element = partial.arriving {
  ///   showPlaceholder(for: element.tag, element.members["title"])
  /// }
  /// ```
  ///
  /// It is nil before the first snapshot, and if nothing but a string, a number or a literal was
  /// left out.
  public var arriving: ArrivingElement? {
    // The last snapshot has validated the text, and nothing was appended since.
    guard let left, left.level < text.depth else { return nil }
    let path = text.path.prefix(left.level)
    let members = withDocument(at: text.level) { document in
      document.index.position(of: Array(path)).map { document.index.value(at: $0) }
    }
    guard let members, let members else { return nil }
    return ArrivingElement(codingPath: path.map(\.pathKey), tag: left.tag, members: members)
  }

  /// How much of a value has come.
  ///
  /// ```swift
  /// if partial.state(of: "items", 3, "title") == .complete { ... }
  /// ```
  ///
  /// - Parameter path: The keys and indexes from the document to the value, with keys as they are
  ///   written. Without any, it is the whole document.
  /// - Returns: The state. It never goes back, from complete to growing to absent.
  /// - Complexity: O(*n*) in the document so far.
  public func state(of path: DocumentKey...) -> PartialState {
    text.validate()
    if text.isEmpty { return .absent }
    if path.isEmpty { return text.isComplete ? .complete : .growing }
    if text.isInPlainValue, text.path == path { return .growing }
    if text.isComplete {
      let found = try? unsafe decoder.withDocument(text.buffer.memory(0..<text.buffer.count)) {
        $0.index.position(of: path)
      }
      return found.flatMap(\.self) == nil ? .absent : .complete
    }
    guard text.level > 0 else { return .absent }
    return withDocument(at: text.level) { document in
      guard let position = document.index.position(of: path) else { return .absent }
      return document.index.isGrowing(position) ? .growing : .complete
    } ?? .absent
  }
}

/// How much of a value has come.
///
/// ```swift
/// let isDone = partial.state(of: "summary") == .complete
/// ```
public struct PartialState: Hashable, Sendable, CustomStringConvertible {
  /// The name of the state.
  public let description: String

  /// Nothing of the value has come.
  public static let absent = PartialState(description: "absent")
  /// A part of the value has come.
  public static let growing = PartialState(description: "growing")
  /// The value has come.
  public static let complete = PartialState(description: "complete")
}

/// An element of an incomplete document that doesn't decode yet.
///
/// ``PartialDecoder/arriving`` has one.
public struct ArrivingElement: Sendable {
  /// The path of the element, with keys as they are written.
  public let codingPath: [any CodingKey]

  /// The tag, if the element belongs to a registry and its tag has come.
  public let tag: TypeTag?

  /// What has come of the element.
  public let members: PayloadValue
}

extension DecodingError {
  /// The tag of the payload that threw this error.
  fileprivate var payloadTag: TypeTag? {
    (errorCause as? PayloadError)?.tag ?? (errorCause as? DiscriminatorError)?.tag
  }

  private var errorCause: (any Error)? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }
}
