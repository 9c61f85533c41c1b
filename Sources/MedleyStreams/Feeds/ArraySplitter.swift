import Medley
import MedleyEngine
import MedleyJSON

/// Finds the elements of an array, which may be in an object.
///
/// The text around the elements is validated as it comes. Elements are only framed here, because the
/// scanner validates each when it is complete.
struct ArraySplitter: FeedSplitter {
  private let limit: Int
  private let path: [String]
  private let allowsTrailingCommas: Bool
  private var mark = ByteOrderMark()
  /// The first byte that wasn't looked at.
  private var position = 0
  private var validator: IncrementalValidator
  private var frame = ElementFrame()
  /// Whether the frame has found the end of the element.
  private var isFramed = false
  private var elementStart = 0
  private var phase = Phase.around
  /// The number of keys of the path that were found.
  private var found = 0
  /// Whether the value of a key of the path, or the document, comes next.
  private var isAtPath: Bool {
    get { validator.awaitsContainer }
    set { validator.awaitsContainer = newValue }
  }
  /// Whether the array was found.
  private var isFound = false

  private enum Phase {
    /// Before or after the array.
    case around
    case firstElement, element, inElement, separator
    case ended
  }

  init(path: [String], limit: Int, depthLimit: Int, allowsTrailingCommas: Bool) {
    self.path = path
    self.limit = limit
    self.allowsTrailingCommas = allowsTrailingCommas
    validator = IncrementalValidator(
      depthLimit: depthLimit,
      allowsTrailingCommas: allowsTrailingCommas
    )
    isAtPath = true
  }

  var firstNeeded: Int {
    switch phase {
    case .inElement: elementStart
    case .around where validator.isInString && validator.isKey: validator.tokenStart
    default: position
    }
  }

  var awaited: AwaitedBytes {
    switch phase {
    case .inElement: frame.awaited
    // Before the array, a bracket may begin it; after it, there are no elements.
    case .around: AwaitedBytes(UInt8(ascii: "["), count: isFound ? .max : 1)
    case .firstElement, .element, .separator: .afterElement
    case .ended: .any
    }
  }

  mutating func discard(_ count: Int) {
    position -= count
    elementStart -= count
    validator.tokenStart -= count
  }

  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep {
    let bytes = buffer.bytes
    while true {
      guard phase == .inElement else {
        if let step = look(bytes, isAtEnd) { return step }
        continue
      }
      if let step = frame(bytes, isAtEnd) { return step }
      phase = isFramed ? .separator : .ended
      return .piece(FeedPiece(range: elementStart..<position))
    }
  }

  /// Looks at what is before, between and after elements; nil if an element begins.
  private mutating func look(_ bytes: Bytes, _ isAtEnd: Bool) -> FeedStep? {
    if !mark.isSkipped {
      guard let start = mark.skip(in: bytes, isAtEnd: isAtEnd) else { return .needsInput }
      position = start
    }
    while true {
      switch phase {
      case .around:
        if let step = lookAround(bytes, isAtEnd) { return step }
      case .firstElement, .element, .separator:
        while position < bytes.count, bytes[position].isSpace { position &+= 1 }
        guard position < bytes.count else { return isAtEnd ? truncated() : .needsInput }
        if let fault = enter(bytes[position]) { return fault }
      case .inElement: return nil
      case .ended: return .end
      }
    }
  }

  /// Looks for the end of the element; nil if it is there, or if the scanner has to say why the text
  /// ends too early.
  private mutating func frame(_ bytes: Bytes, _ isAtEnd: Bool) -> FeedStep? {
    if !isFramed { isFramed = frame.advance(&position, in: bytes) }
    guard position - elementStart <= limit else { return tooLarge() }
    if isFramed { return nil }
    guard isAtEnd else { return .needsInput }
    // A number may be cut off.
    return frame.isPlain ? truncated() : nil
  }

  // MARK: - Looking at elements

  /// Looks at the byte that begins an element, or follows one.
  private mutating func enter(_ byte: UInt8) -> FeedStep? {
    if byte == UInt8(ascii: "]") {
      if phase == .element, !allowsTrailingCommas { return fault(.trailingComma) }
      // The validator reads the end of the array.
      phase = .around
    } else if case .separator = phase {
      guard byte == UInt8(ascii: ",") else { return fault(.expectedCommaOrBracket) }
      position &+= 1
      phase = .element
    } else {
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"): return fault(.unexpectedByte)
      default: break
      }
      elementStart = position
      frame = ElementFrame()
      isFramed = false
      phase = .inElement
    }
    return nil
  }

  private mutating func tooLarge() -> FeedStep {
    position = elementStart
    return fault(.elementTooLarge(limit))
  }

  private mutating func keyTooLarge() -> FeedStep {
    position = validator.tokenStart
    return fault(.elementTooLarge(limit))
  }

  private mutating func truncated() -> FeedStep { fault(.truncated) }

  private mutating func fault(_ reason: SyntaxError.Reason) -> FeedStep {
    fault(.syntax(reason))
  }

  private mutating func fault(_ reason: FeedFault.Reason) -> FeedStep {
    phase = .ended
    return .fault(
      FeedFault(range: position..<position, position: position, reason: reason, isFinal: true)
    )
  }

  // MARK: - Scanning elements

  mutating func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop {
    batch.load(from: &self, isAtEnd: isAtEnd)
  }

  /// Finds the next elements and scans them.
  ///
  /// - Returns: Why there are no more; `.invalid` if there is one, which isn't scanned.
  mutating func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int,
    scanning scan: inout ElementScan
  ) -> FeedStop {
    let bytes = buffer.bytes
    while pieces.size < size {
      if phase != .inElement, let step = look(bytes, isAtEnd) { return FeedStop(step) }
      if !frame.isNew || !scanNext(&pieces, in: buffer, &scan) {
        if !pieces.ranges.isEmpty, scan.window.upperBound < buffer.count { return .full }
        if let step = frame(bytes, isAtEnd) { return FeedStop(step) }
        if isFramed, scanNext(&pieces, in: buffer, &scan) { continue }
        guard pieces.ranges.isEmpty else { return .full }
        phase = isFramed ? .separator : .ended
        pieces.append(elementStart..<position)
        return .invalid
      }
    }
    return .full
  }

  /// The number of bytes of an element from which on it is scanned before its end is known.
  private static var leastScan: Int { 8 }

  /// Scans the element that begins; returns whether it is complete and valid.
  private mutating func scanNext(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    _ scan: inout ElementScan
  ) -> Bool {
    let known = elementStart..<position
    // Not for each of the bytes that come one at a time.
    guard isFramed || buffer.count - elementStart >= Self.leastScan else { return false }
    guard let end = scan.end(of: known, in: buffer), end - elementStart <= limit else {
      return false
    }
    position = end
    phase = .separator
    pieces.append(elementStart..<end)
    return true
  }

  // MARK: - Looking at the text around

  /// Looks at what is before or after the array; nil if the first element comes next.
  private mutating func lookAround(_ bytes: Bytes, _ isAtEnd: Bool) -> FeedStep? {
    do {
      while let event = try validator.advance(&position, in: bytes) {
        if case .key = event, position - 1 - validator.tokenStart > limit { return keyTooLarge() }
        if isFound { continue }
        if let step = find(event, bytes) { return step }
        if case .firstElement = phase { return nil }
      }
    } catch {
      position = error.offset
      return fault(error.reason)
    }
    let isInKey = validator.isInString && validator.isKey
    if isInKey, position - validator.tokenStart > limit { return keyTooLarge() }
    guard isAtEnd else { return .needsInput }
    guard validator.isCompleteAtEnd else { return fault(validator.isEmpty ? .empty : .truncated) }
    guard isFound else { return fault(.path(.wrongKind(found))) }
    phase = .ended
    return .end
  }

  /// Follows the path to the array.
  private mutating func find(_ event: IncrementalValidator.Event, _ bytes: Bytes) -> FeedStep? {
    let depth = validator.containers.count
    if isAtPath {
      isAtPath = false
      switch event {
      case .openedArray where found == path.count:
        isFound = true
        phase = .firstElement
        return nil
      case .openedObject where found < path.count: return nil
      case .scalar: return fault(.path(.wrongKind(found)))
      default:
        position = validator.tokenStart
        return fault(.path(.wrongKind(found)))
      }
    }
    switch event {
    case .key where depth == found + 1:
      isAtPath = bytes.isKey(path[found], validator.tokenStart..<position)
      if isAtPath { found += 1 }
    case .closed where depth == found:
      position -= 1
      return fault(.path(.missing(found)))
    default: break
    }
    return nil
  }
}

/// The reason why the array of ``FeedFormat/array(at:)`` isn't found.
enum ArrayPathError {
  /// The value after so many keys isn't an object or array.
  case wrongKind(Int)
  /// The key at an index is missing.
  case missing(Int)
}
