public import Medley
import MedleyEngine
public import MedleyJSON

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
/// If nothing that can be shown has come, a snapshot is the value of the last one.
///
/// - Complexity: Appending is O(*n*) in the bytes that are appended, which the next snapshot or state
///   validates, each once. A snapshot decodes what came, in O(*n*) of the document so far. What is
///   around a value at its end that doesn't decode yet is decoded again without it, but not the
///   complete arrays and objects in it.
public struct PartialDecoder<Value: Decodable> {
  private let decoder: PolymorphicJSONDecoder
  private var text: PartialText
  /// The last value, the part of the text that it was decoded from, and the settings.
  private var lastValue: Value?
  private var lastPart: PartialText.Part?
  private var lastCall: AnyObject?
  /// What didn't decode in the last snapshot, the innermost value first.
  private var failures: [PartialFailure] = []
  /// Whether no bytes came since the last snapshot.
  private var isCurrent = false

  /// Creates a decoder for one document.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder, with its strategies and registries.
  public init(_ type: Value.Type, using decoder: PolymorphicJSONDecoder) {
    self.decoder = decoder
    text = PartialText(IncrementalValidator(for: decoder))
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
    isCurrent = false
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
    if var error = text.error {
      error.reason = text.buffer.encoding(ofElementAt: 0) ?? error.reason
      throw Document.error(for: error, in: text.buffer.bytes(0..<text.buffer.count))
    }
    if text.validator.isComplete {
      return try IssueCollector.muting { try finish() }
    }
    let call = decoder.nextCall
    if lastCall !== call { (lastPart, lastCall, failures) = (nil, call, []) }
    isCurrent = true
    // Most pieces end inside a value, and repeat all failures of the last snapshot.
    var known = 0
    defer { failures.removeSubrange(known...) }
    var level = text.level
    lazy var prefixes = DecodedPrefixes()
    while level > 0 {
      let part = text.part(at: level)
      if part == lastPart { return lastValue }
      let repeated = failures[known...].firstIndex { $0.repeats(at: part, in: text) }
      if let repeated {
        failures.removeSubrange(known..<repeated)
      } else {
        switch attempt(part, keeping: prefixes) {
        case .success(let value):
          (lastValue, lastPart) = (value, part)
          return value
        case .failure(let failure): failures.insert(failure, at: known)
        }
      }
      level = failures[known].level
      known += 1
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
    try decoder.withDocument(text.buffer.bytes(0..<text.buffer.count)) {
      try $0.index.decode(Value.self, at: 0)
    }
  }

  /// Decodes a part of the text.
  private func attempt(
    _ part: PartialText.Part,
    keeping prefixes: DecodedPrefixes
  ) -> Result<Value, PartialFailure> {
    let unknown = PartialFailure(part: part, level: part.level - 1)
    return withDocument(at: part.level) { document in
      document.prefixes = prefixes
      document.refusedString = nil
      document.untagged = nil
      defer { document.prefixes = nil }
      do {
        return .success(try IssueCollector.muting { try document.index.decode(Value.self, at: 0) })
      } catch let error as DecodingError {
        let growing = document.index.growing(around: error)
        let level = min(part.level, max(growing.depth, 1)) - 1
        var failure = PartialFailure(part: part, level: level, tag: error.element?.tag)
        let depth = growing.lacksEnd ? level - 1 : level
        if let (object, key) = document.untagged, case .keyNotFound(let lacking, _) = error,
          lacking.stringValue == key, let container = text.container(inside: level),
          container.entry == object
        {
          failure.absence = (object, key, container.lastEntry)
        }
        if growing.lacksMember || growing.lacksEnd, depth >= 0, part.level > depth + 1 {
          failure.lacking = text.container(inside: depth).map { (depth, $0.openChild) }
        }
        return .failure(failure)
      } catch {
        return .failure(unknown)
      }
    } ?? .failure(unknown)
  }

  /// Calls a function with the document in which so many values are closed; nil if it is too large.
  private func withDocument<Result>(at level: Int, _ body: (Document) -> Result) -> Result? {
    var document = decoder.pool.take(for: decoder.nextCall)
    defer { decoder.pool.finish(&document) }
    return try? text.closing(at: level, in: document) { body(document) }
  }
}

/// A part of a text that doesn't decode.
///
/// It isn't nested in the decoder, because its metadata would be looked up for each snapshot.
private struct PartialFailure: Error {
  var part: PartialText.Part
  /// The number of values that are left open without the innermost one that doesn't decode.
  var level: Int
  var tag: TypeTag?
  /// The number of containers around the one whose child grows, and the entry of that child, if the
  /// part fails whatever else comes of it.
  var lacking: (depth: Int, child: Int)?
  /// The absent tag of the innermost object that is left out, and the first key that wasn't compared.
  var absence: (object: Int, key: String, next: Int)?

  /// Whether a part fails as this one did.
  ///
  /// An object that lacks its tag still does until the key comes. One that lacks another member still
  /// does while the same other member grows, because types may require it for the values of others.
  /// A string that has to be complete still isn't.
  func repeats(at part: PartialText.Part, in text: PartialText) -> Bool {
    if part == self.part { return true }
    if let (object, key, next) = absence, part.level > level,
      text.lacks(key, in: object, from: next, inside: level)
    {
      return true
    }
    guard let lacking, part.level > lacking.depth + 1 else { return false }
    return text.container(inside: lacking.depth)?.openChild == lacking.child
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
  /// It has its path, with keys as they are written, its tag, if it belongs to a registry and the tag
  /// has come, and what has come of the element.
  ///
  /// It is nil before the first snapshot, and if nothing but a string, a number or a literal was
  /// left out.
  public var arriving: (codingPath: [any CodingKey], tag: TypeTag?, members: PayloadValue)? {
    // The last snapshot has validated the text, and nothing was appended since.
    guard isCurrent, let left = failures.last, let container = text.container(inside: left.level),
      let members = withDocument(at: text.level, { $0.index.value(at: container.entry) })
    else { return nil }
    return (Array(text.path.prefix(left.level)), left.tag, members)
  }

  /// How much of a value has come.
  ///
  /// ```swift
  /// if partial.state(of: "items", "3", "title") == .complete { ... }
  /// ```
  ///
  /// - Parameter path: The keys from the document to the value, as they are written, and the indexes of
  ///   elements. Without any, it is the whole document.
  /// - Returns: The state. It never goes back, from complete to growing to absent.
  /// - Complexity: O(*n*) in the document so far.
  public func state(of path: String...) -> PartialState {
    text.validate()
    if text.validator.isEmpty { return .absent }
    if path.isEmpty { return text.validator.isComplete ? .complete : .growing }
    if text.validator.isInPlainValue, text.path.map(\.pathName) == path { return .growing }
    guard text.level > 0 || text.validator.isComplete else { return .absent }
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

extension CodingKey {
  /// The name of this key in paths of ``PartialDecoder/state(of:)``.
  fileprivate var pathName: String { intValue.map(String.init) ?? stringValue }
}

extension DocumentIndex {
  /// Returns the value at a path of keys as they are written; nil if it isn't there.
  fileprivate func position(of path: [String]) -> Int? {
    var position = 0
    for name in path {
      if kind(position) == .object {
        position = member(name, of: position)
        guard position >= 0 else { return nil }
      } else {
        guard kind(position) == .array, let index = Int(name), "\(index)" == name, index >= 0,
          index < size(position)
        else { return nil }
        position += IndexEntry.entriesPerContainer
        for _ in 0..<index { position = next(position) }
      }
    }
    return position
  }
}
