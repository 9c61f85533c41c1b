import MedleyEngine
import MedleyJSON

/// Finds the texts of a sequence whose texts begin with RS (RFC 7464).
///
/// RS can't be in JSON, not even in a string, so it ends every text, however broken.
struct TextSequenceSplitter: FeedSplitter {
  private let limit: Int
  private var mark = ByteOrderMark()
  private var position = 0
  /// The beginning of the text, or of what follows it.
  private var textStart = 0
  private var frame = ElementFrame()
  private var phase = Phase.beforeFirst

  private enum Phase {
    /// Before the first RS.
    case beforeFirst
    /// In a text.
    case text
    /// After a complete value: only white space may follow.
    case value(end: Int)
    /// After a complete text, which was returned.
    case complete
    /// In a text that is invalid, for a reason or for one that the scanner finds.
    case invalid(SyntaxError.Reason?)
    /// After an error, until RS.
    case skipping
  }

  init(limit: Int) {
    self.limit = limit
  }

  var firstNeeded: Int { textStart }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n"), or: 0x1e) }

  mutating func discard(_ count: Int) {
    position -= count
    textStart -= count
    if case .value(let end) = phase { phase = .value(end: end - count) }
  }

  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep {
    if !mark.isSkipped {
      guard let start = mark.skip(in: buffer.bytes, isAtEnd: isAtEnd) else { return .needsInput }
      (position, textStart) = (start, start)
    }
    while true {
      // The bytes before the next RS, so that no text goes beyond it.
      let all = buffer.bytes
      let separator = all.first(0x1e, from: position, to: all.count)
      let bytes = unsafe Bytes(buffer.memory(0..<separator))
      let ends = separator < all.count || isAtEnd
      if let step = next(in: bytes, ends: ends) { return step }
      guard ends else { return .needsInput }
      guard separator < all.count else { return .end }
      position = separator + 1
      textStart = position
      frame = ElementFrame()
      phase = .text
    }
  }

  /// Returns what the bytes until the next RS have.
  ///
  /// - Parameters:
  ///   - bytes: All bytes before the next RS.
  ///   - ends: Whether the text ends with the bytes.
  /// - Returns: An element; nil if there is none before the next RS.
  private mutating func next(in bytes: Bytes, ends: Bool) -> FeedStep? {
    switch phase {
    case .beforeFirst, .complete:
      skipSpace(bytes)
      guard position < bytes.count else { return nil }
      if case .complete = phase {
        phase = .invalid(.trailingBytes)
      } else {
        phase = .invalid(.expectedSeparator)
      }
      return next(in: bytes, ends: ends)
    case .text:
      if frame.isNew { skipSpace(bytes) }
      guard position < bytes.count || !frame.isNew else { return nil }
      let isComplete = frame.advance(&position, in: bytes)
      if position - textStart > limit { return tooLarge() }
      if isComplete {
        phase = .value(end: position)
      } else {
        guard ends else { return nil }
        // The scanner says why other texts end too early.
        phase = .invalid(frame.isPlain ? .truncated : nil)
      }
      return next(in: bytes, ends: ends)
    case .value(let end):
      while position < bytes.count, bytes[position].isSpace {
        position += 1
        // Complete without waiting for the next RS.
        if bytes[position - 1] == 0x0a { return piece(textStart..<end, then: .complete) }
      }
      guard position < bytes.count else {
        return ends ? piece(textStart..<end, then: .complete) : nil
      }
      phase = .invalid(nil)
      return next(in: bytes, ends: ends)
    case .invalid(let reason):
      position = bytes.count
      if position - textStart > limit { return tooLarge() }
      guard ends else { return nil }
      let range = bytes.trimmed(textStart..<bytes.count)
      guard let reason else { return piece(range, then: .skipping) }
      let place = reason.isAtEnd ? range.upperBound : range.lowerBound
      return fault(reason, range, at: place)
    case .skipping:
      position = bytes.count
      textStart = position
      return nil
    }
  }

  private mutating func tooLarge() -> FeedStep {
    fault(.elementTooLarge(limit), textStart..<textStart, at: textStart)
  }

  private mutating func skipSpace(_ bytes: Bytes) {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
    textStart = position
  }

  private mutating func piece(_ range: Range<Int>, then phase: Phase) -> FeedStep {
    self.phase = phase
    textStart = position
    return .piece(FeedPiece(range: range))
  }

  private mutating func fault(
    _ reason: SyntaxError.Reason,
    _ range: Range<Int>,
    at position: Int
  ) -> FeedStep {
    phase = .skipping
    textStart = self.position
    return .fault(
      FeedFault(range: range, position: position, reason: .syntax(reason), isFinal: false)
    )
  }
}

extension SyntaxError.Reason {
  /// Whether the reason is that bytes are missing at the end.
  fileprivate var isAtEnd: Bool {
    if case .truncated = self { true } else { false }
  }
}
