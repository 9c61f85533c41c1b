import Medley

/// The bytes of a document so far, and what is open at their end.
///
///     {"items": [{"title": "Heat"}, {"title": "Al          bytes that came
///     {"items": [{"title": "Heat"}, {"title": "Al"}]}      level 4: all is closed
///     {"items": [{"title": "Heat"}, {}]}                   level 3: the string is left out
///     {"items": [{"title": "Heat"}]}                       level 2: its object is left out
///
/// It is a class, because closing writes behind the bytes for a moment.
final class PartialText {
  /// An array or object without its end.
  struct Container {
    var isObject: Bool
    var start: Int
    /// The end of the last complete child, or of the bracket.
    var end: Int
    /// The number of complete children.
    var count = 0
    /// The key of the value that isn't complete, with quotation marks.
    var key: Range<Int>?
  }

  let buffer = FeedBuffer()
  private var validator: IncrementalValidator
  private(set) var containers: [Container] = []
  private(set) var error: SyntaxError?
  private var mark = ByteOrderMark()
  private var isStarted = false
  /// The first byte that wasn't validated.
  private var position = 0

  init(depthLimit: Int, allowsTrailingCommas: Bool) {
    validator = IncrementalValidator(
      depthLimit: depthLimit,
      allowsTrailingCommas: allowsTrailingCommas
    )
  }

  init(copying other: PartialText) {
    buffer.append(contentsOf: other.buffer.copy(0..<other.buffer.count))
    validator = other.validator
    containers = other.containers
    error = other.error
    mark = other.mark
    isStarted = other.isStarted
    position = other.position
  }

  // MARK: - Appending

  func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
  }

  /// Validates the bytes that weren't validated yet, so that all that is asked of the text is right.
  ///
  /// Pieces have a few bytes. To validate each when it comes took five times as long as all of them
  /// at the next question.
  func validate() {
    let bytes = buffer.bytes
    guard error == nil, position < bytes.count else { return }
    if !isStarted {
      guard let start = mark.skip(in: bytes, isAtEnd: false) else { return }
      isStarted = true
      position = start
    }
    do {
      while let event = try validator.advance(&position, in: bytes) { note(event) }
    } catch {
      self.error = error
    }
  }

  private func note(_ event: IncrementalValidator.Event) {
    switch event {
    case .openedObject, .openedArray:
      var isObject = false
      if case .openedObject = event { isObject = true }
      containers.append(Container(isObject: isObject, start: position - 1, end: position))
    case .closed:
      containers.removeLast()
      completeChild()
    case .key: containers[containers.count - 1].key = validator.tokenStart..<position
    case .scalar: completeChild()
    }
  }

  private func completeChild() {
    guard !containers.isEmpty else { return }
    let last = containers.count - 1
    containers[last].end = position
    containers[last].count += 1
    containers[last].key = nil
  }

  // MARK: - Closing

  /// Whether the document is complete.
  var isComplete: Bool { validator.isComplete }

  /// Whether nothing but white space came.
  var isEmpty: Bool { !isStarted || validator.isEmpty }

  /// Whether the last value is a number or literal that more bytes may continue.
  var isInPlainValue: Bool { validator.isInPlainValue }

  /// The number of open containers, and a string that is open.
  var level: Int {
    containers.count + (validator.isInString && !validator.isKey ? 1 : 0)
  }

  /// Returns the end of the bytes that are certain, if so many values are left open.
  private func end(at level: Int) -> Int {
    if level > containers.count { return validator.stringEnd(before: position, in: buffer.bytes) }
    return containers[level - 1].end
  }

  /// Calls a function with the text in which values are closed.
  ///
  /// - Parameters:
  ///   - level: The number of values that are closed; those inside are left out.
  ///   - body: A function that takes the text and the end of its bytes that came.
  /// - Returns: The result of `body`.
  func closing<Result>(
    at level: Int,
    _ body: (UnsafeRawBufferPointer, Int) throws -> Result
  ) rethrows -> Result {
    let end = end(at: level)
    var closers: [UInt8] = level > containers.count ? [UInt8(ascii: "\"")] : []
    for container in containers.prefix(level).reversed() {
      closers.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
    // Written over the bytes that are left out, which come back afterwards.
    let tail = buffer.copy(end..<buffer.count)
    buffer.truncate(to: end)
    buffer.append(contentsOf: closers)
    defer {
      buffer.truncate(to: end)
      buffer.append(contentsOf: tail)
    }
    return try unsafe body(buffer.memory(0..<buffer.count), end)
  }

  // MARK: - Locating

  /// The path of the value that isn't complete, with keys as they are written.
  var path: [DocumentKey] {
    containers.compactMap { container in
      if !container.isObject { return .index(container.count) }
      guard let key = container.key else { return nil }
      let text = buffer.copy(key)
      return (try? PolymorphicJSONDecoder().decode(String.self, from: text)).map { .name($0) }
    }
  }
}
