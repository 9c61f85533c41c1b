import MedleyBase
import MedleyEngine

/// The bytes of a document so far, and what is open at their end.
///
///     {"items": [{"title": "Heat"}, {"title": "Al          bytes that came
///     {"items": [{"title": "Heat"}, {"title": "Al"}]}      level 4: all is closed
///     {"items": [{"title": "Heat"}, {}]}                   level 3: the string is left out
///     {"items": [{"title": "Heat"}]}                       level 2: its object is left out
///
/// It is a class, because closing writes behind the bytes for a moment.
final class PartialText {
  let buffer = FeedBuffer()
  private let newValidator: IncrementalValidator
  private(set) var validator: IncrementalValidator
  private var index = GrowingIndex()
  private(set) var error: SyntaxError?
  /// The first byte that wasn't validated.
  private var position = 0

  init(_ validator: IncrementalValidator) {
    newValidator = validator
    self.validator = validator
  }

  /// Copies the bytes, which are then validated again.
  convenience init(copying other: PartialText) {
    self.init(other.newValidator)
    buffer.append(contentsOf: other.buffer.copy(0..<other.buffer.count))
  }

  // MARK: - Validating

  /// Validates the bytes that weren't validated yet, so that all that is asked of the text is right.
  ///
  /// Pieces have a few bytes. To validate each when it comes took five times as long as all of them
  /// at the next question.
  func validate() {
    let bytes = buffer.bytes
    guard error == nil, let start = buffer.skipMark(isAtEnd: false) else { return }
    position += start
    do {
      while let event = try validator.advance(&position, in: bytes) {
        index.add(event, validator.tokenStart..<position, validator.kind, in: bytes)
      }
    } catch {
      self.error = error
    }
  }

  // MARK: - Closing

  /// The number of open containers, and a string that is open.
  var level: Int { depth + (validator.isInString && !validator.isKey ? 1 : 0) }

  /// The number of open containers.
  var depth: Int { index.containers.count }

  /// A part of the text, which is the same document whenever it is equal.
  struct Part: Equatable {
    var level: Int
    var end: Int
  }

  /// Returns the part in which so many values are closed.
  func part(at level: Int) -> Part { Part(level: level, end: end(at: level)) }

  /// Returns the open container inside so many others; nil if there is none.
  func container(inside depth: Int) -> GrowingIndex.Container? {
    depth < index.containers.count ? index.containers[depth] : nil
  }

  /// Whether an object inside so many others, which lacked a key, still does, for certain.
  func lacks(_ key: String, in object: Int, from next: Int, inside depth: Int) -> Bool {
    container(inside: depth)?.entry == object
      && index.lacksKey(key, inside: depth, from: next, in: buffer.bytes)
  }

  /// Returns the end of the bytes that are certain, if so many values are left open.
  private func end(at level: Int) -> Int {
    if level > depth { return validator.stringEnd(before: position) }
    return level > 0 ? index.containers[level - 1].end : position
  }

  /// Calls a function with a document in which values are closed.
  ///
  /// - Parameters:
  ///   - level: The number of values that are closed; those inside are left out.
  ///   - document: A document to load.
  ///   - body: The function.
  /// - Returns: The result of `body`.
  /// - Throws: `SyntaxError` if the text is too large.
  func closing<Result>(
    at level: Int,
    in document: Document,
    _ body: () -> Result
  ) throws(SyntaxError) -> Result {
    let end = end(at: level)
    var closers: [UInt8] = level > depth ? [UInt8(ascii: "\"")] : []
    for container in index.containers.prefix(level).reversed() {
      closers.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
    // Written over the bytes that are left out, which come back afterwards.
    let tail = buffer.copy(end..<buffer.count)
    buffer.truncate(to: end)
    buffer.append(contentsOf: closers)
    buffer.pad()
    defer {
      buffer.truncate(to: end)
      buffer.append(contentsOf: tail)
    }
    // With bytes after the end, so that no key is near it.
    try document.prepare(buffer.bytes(0..<buffer.count + FeedBuffer.padding))
    document.index.certainEnd = end
    let string = level > depth ? validator.tokenStart..<end + 1 : nil
    try document.load { entries throws(SyntaxError) in
      try index.copy(to: &entries, closing: min(level, depth), string: string, before: end)
    }
    // Preserved values are encoded with what came, without the end that was added.
    defer { document.keep(hasEscaped: false) }
    return body()
  }

  // MARK: - Locating

  /// The path of the value that isn't complete, with keys as they are written.
  var path: [any CodingKey] {
    index.containers.compactMap { container in
      if !container.isObject { return WireKey(index: container.count) }
      return container.key.flatMap(buffer.bytes.string).map { WireKey($0) }
    }
  }
}
