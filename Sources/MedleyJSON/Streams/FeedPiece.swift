/// The text of one element in a buffer, complete and without white space around it.
struct FeedPiece {
  var range: Range<Int>
  /// What an event has beside its data; nil in other formats.
  var event: EventFields?
}

/// What a server-sent event has beside its data.
struct EventFields {
  /// The type; nil if the event has none.
  var type: String?
  /// The last event id, which may be that of an earlier event.
  var id: String?
  /// The line of the first data, beginning with 0.
  var line: Int
}

/// An element that can't be framed, or the reason why there are no further ones.
struct FeedFault {
  enum Reason {
    case syntax(SyntaxError.Reason)
    /// The array of ``FeedFormat/array(at:)`` isn't there, or another value is.
    case path(ArrayPathError)
  }

  /// The bytes of the element, or the place of the error.
  var range: Range<Int>
  /// The first invalid byte.
  var position: Int
  var reason: Reason
  var event: EventFields?
  /// Whether nothing after it has a meaning.
  var isFinal: Bool
}

/// What a splitter finds next.
enum FeedStep {
  case piece(FeedPiece)
  case fault(FeedFault)
  case needsInput
  case end
}

/// Finds the complete elements in a buffer, and continues where it stopped when there are more
/// bytes.
///
/// Positions are those of the buffer, see ``discard(_:)``.
protocol FeedSplitter {
  /// Returns the next element.
  ///
  /// - Parameters:
  ///   - buffer: The buffer.
  ///   - isAtEnd: Whether no bytes follow.
  /// - Returns: An element, or why there is none.
  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep

  /// The first byte that is needed further.
  var firstNeeded: Int { get }

  /// Adapts the positions to a buffer that discards bytes.
  mutating func discard(_ count: Int)
}

/// Finds no further elements.
struct NothingSplitter: FeedSplitter {
  var firstNeeded: Int { 0 }

  func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep { .end }

  func discard(_ count: Int) {}
}

/// Skips a byte order mark (RFC 8259 §8.1).
struct ByteOrderMark {
  private var isSkipped = false

  /// Returns the position after a byte order mark; nil if more bytes are needed to tell.
  mutating func skip(in bytes: Bytes, isAtEnd: Bool) -> Int? {
    if isSkipped { return 0 }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let length = min(bytes.count, mark.count)
    let isPrefix = (0..<length).allSatisfy { bytes[$0] == mark[$0] }
    if isPrefix, length < mark.count, !isAtEnd { return nil }
    isSkipped = true
    return isPrefix && length == mark.count ? mark.count : 0
  }
}
