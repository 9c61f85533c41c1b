import MedleyEngine

/// Finds the texts of a sequence whose texts begin with RS (RFC 7464).
///
/// RS can't be in JSON, not even in a string, so it ends every text, however broken.
struct TextSequenceSplitter: FeedSplitter {
  private let limit: Int
  private var position = 0
  /// The beginning of the text, or of what follows it.
  private var textStart = 0
  private var frame = ElementFrame()
  private var phase = Phase.invalid(.expectedSeparator)

  private enum Phase {
    /// In a text.
    case text
    /// After a complete value: only white space may follow.
    case value(end: Int)
    /// Before the first RS, after a complete text, or in an invalid one: anything but white space is
    /// invalid, for a reason or for one that the scanner finds.
    case invalid(SyntaxError.Reason?)
    /// After an error, until RS.
    case skipping
  }

  init(limit: Int) {
    self.limit = limit
  }

  var firstNeeded: Int { textStart }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n"), or: 0x1e) }

  mutating func move(by count: Int) {
    position += count
    textStart += count
    if case .value(let end) = phase { phase = .value(end: end + count) }
  }

  mutating func collect(_ search: inout FeedSearch, in buffer: FeedBuffer) -> FeedStop {
    while !search.isFull {
      // The bytes before the next RS, so that no text goes beyond it.
      let all = buffer.bytes
      let separator = all.first(0x1e, from: position, to: all.count)
      let ends = separator < all.count || search.isAtEnd
      let text = buffer.bytes(0..<separator, padding: FeedBuffer.padding)
      if let fault = look(at: text, ends: ends, &search.found) {
        return .fault(fault)
      }
      guard ends else { return .needsInput }
      guard separator < all.count else { return .end }
      position = separator + 1
      textStart = position
      frame = ElementFrame()
      phase = .text
    }
    return .full
  }

  /// Looks at the bytes until the next RS.
  ///
  /// - Parameters:
  ///   - bytes: All bytes before the next RS.
  ///   - ends: Whether the text ends with the bytes.
  ///   - found: The elements, to which the text is added if it is complete.
  /// - Returns: The fault of a text that can't be framed.
  private mutating func look(at bytes: Bytes, ends: Bool, _ found: inout FeedPieces) -> FeedFault? {
    while true {
      switch phase {
      case .text:
        if frame.isNew { skipSpace(bytes) }
        let isComplete = frame.advance(&position, in: bytes)
        if position - textStart > limit { return tooLarge() }
        if isComplete {
          phase = .value(end: position)
        } else {
          guard ends else { return nil }
          // The scanner says why other texts end too early.
          phase = .invalid(frame.isPlain ? .truncated : nil)
        }
      case .value(let end):
        var hasLineFeed = false
        while !hasLineFeed, position < bytes.count, bytes[position].isSpace {
          hasLineFeed = bytes[position] == 0x0a
          position += 1
        }
        if hasLineFeed || ends && position == bytes.count {
          // Complete without waiting for the next RS.
          found.append(textStart..<end)
          textStart = position
          phase = .invalid(.trailingBytes)
        } else {
          guard position < bytes.count else { return nil }
          phase = .invalid(nil)
        }
      case .invalid(let reason):
        if position == textStart { skipSpace(bytes) }
        position = bytes.count
        if position - textStart > limit { return tooLarge() }
        guard ends else { return nil }
        let text = bytes.trimmed(textStart..<position)
        phase = .skipping
        guard !text.isEmpty else { return nil }
        if let reason {
          var place = text.lowerBound
          if case .truncated = reason { place = text.upperBound }
          return FeedFault(.syntax(reason), at: place, in: FeedPiece(range: text))
        }
        found.append(text)
      case .skipping:
        position = bytes.count
        textStart = position
        return nil
      }
    }
  }

  private mutating func tooLarge() -> FeedFault {
    phase = .skipping
    return FeedFault(.syntax(.elementTooLarge(limit)), at: textStart)
  }

  private mutating func skipSpace(_ bytes: Bytes) {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
    textStart = position
  }
}
