import MedleyEngine

/// Finds the elements of an array, which may be in an object.
///
/// The text around the elements is validated as it comes. Elements are only framed here, because the
/// scanner validates each when it is complete.
struct ArraySplitter: FeedSplitter {
  private let limit: Int
  private let path: [String]
  /// The first byte that wasn't looked at.
  private var position = 0
  private var validator: IncrementalValidator
  private var frame = ElementFrame()
  /// Whether the frame has found the end of the element.
  private var isFramed = false
  private var elementStart = 0
  private var isInElement = false
  /// The number of keys of the path that were found.
  private var found = 0
  /// Whether the array was found.
  private var isFound = false

  init(path: [String], limit: Int, _ validator: IncrementalValidator) {
    self.path = path
    self.limit = limit
    self.validator = validator
    self.validator.awaitsContainer = true
  }

  var firstNeeded: Int {
    if isInElement { return elementStart }
    return validator.isInString && validator.isKey ? validator.tokenStart : position
  }

  var awaited: AwaitedBytes {
    if isInElement { return frame.awaited }
    if validator.framesValues { return .afterElement }
    // Before the array, a bracket may begin it; after it, there are no elements.
    return AwaitedBytes(UInt8(ascii: "["), count: isFound ? .max : 1)
  }

  mutating func move(by count: Int) {
    position += count
    elementStart += count
    validator.tokenStart += count
  }

  // MARK: - Finding elements

  mutating func collect(_ search: inout FeedSearch, in buffer: FeedBuffer) -> FeedStop {
    let bytes = buffer.bytes
    while !search.isFull {
      if !isInElement, let stop = lookAround(bytes, search.isAtEnd) { return stop }
      if frame.isNew, scanNext(&search, in: buffer) { continue }
      // The next scan begins with the element.
      let isBehindWindow = search.isScanning && search.window.upperBound < buffer.count
      if isBehindWindow, !search.found.ranges.isEmpty { return .full }
      if !isFramed { isFramed = frame.advance(&position, in: bytes) }
      guard position - elementStart <= limit else {
        position = elementStart
        return fault(.syntax(.elementTooLarge(limit)))
      }
      if !isFramed {
        guard search.isAtEnd else { return .needsInput }
        // A number may be cut off. The scanner says why other texts end too early.
        if frame.isPlain { return fault(.syntax(.truncated)) }
      } else if scanNext(&search, in: buffer) {
        continue
      }
      // One that isn't valid is the first of its batch.
      if search.isScanning, !search.found.ranges.isEmpty { return .full }
      isInElement = false
      search.found.append(elementStart..<position)
      if search.isScanning { return .full }
    }
    return .full
  }

  /// Scans the element that begins; returns whether it is complete and valid.
  private mutating func scanNext(_ search: inout FeedSearch, in buffer: FeedBuffer) -> Bool {
    guard let end = search.scan(elementStart..<position, in: buffer),
      end - elementStart <= limit
    else { return false }
    position = end
    isInElement = false
    search.found.append(elementStart..<end)
    return true
  }

  private func fault(_ reason: FeedFault.Reason) -> FeedStop {
    .fault(FeedFault(reason, at: position))
  }

  // MARK: - Looking at the text around

  /// Looks at what is before, between and after elements; nil if an element begins.
  private mutating func lookAround(_ bytes: Bytes, _ isAtEnd: Bool) -> FeedStop? {
    do {
      while let event = try validator.advance(&position, in: bytes) {
        if validator.framesValues {
          if case .stopped = event {
            (elementStart, frame, isFramed) = (position, ElementFrame(), false)
            isInElement = true
            return nil
          }
          validator.framesValues = false
        }
        if case .key = event, position - 1 - validator.tokenStart > limit { return keyTooLarge() }
        if !isFound, let stop = find(event, bytes) { return stop }
      }
    } catch {
      position = error.offset
      return fault(.syntax(error.reason))
    }
    let isInKey = validator.isInString && validator.isKey
    if isInKey, position - validator.tokenStart > limit { return keyTooLarge() }
    guard isAtEnd else { return .needsInput }
    guard validator.isCompleteAtEnd else {
      return fault(.syntax(validator.isEmpty ? .empty : .truncated))
    }
    return isFound ? .end : fault(.wrongKind(found))
  }

  private mutating func keyTooLarge() -> FeedStop {
    position = validator.tokenStart
    return fault(.syntax(.elementTooLarge(limit)))
  }

  /// Follows the path to the array.
  private mutating func find(_ event: IncrementalValidator.Event, _ bytes: Bytes) -> FeedStop? {
    let depth = validator.containers.count
    // The value of a key of the path, or the document.
    if validator.awaitsContainer {
      validator.awaitsContainer = false
      switch event {
      case .openedArray where found == path.count:
        isFound = true
        validator.framesValues = true
        return nil
      case .openedObject where found < path.count: return nil
      default:
        position = validator.tokenStart
        return fault(.wrongKind(found))
      }
    }
    switch event {
    case .key where depth == found + 1:
      let (key, token) = (path[found], validator.tokenStart..<position)
      let isKey =
        validator.kind == .ascii
        ? bytes.isEqual(to: "\"\(key)\"".utf8, in: token) : bytes.string(token) == key
      guard isKey else { break }
      validator.awaitsContainer = true
      found += 1
    case .closed where depth == found:
      position -= 1
      return fault(.missing(found))
    default: break
    }
    return nil
  }
}
