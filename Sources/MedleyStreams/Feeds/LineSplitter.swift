import MedleyEngine
import MedleyJSON

/// Finds the texts of lines.
struct LineSplitter: FeedSplitter {
  private let limit: Int
  private var mark = ByteOrderMark()
  private var position = 0
  private var lineStart = 0
  /// Whether the line is too large, so that its rest is skipped.
  private var isSkipping = false
  private var seen = LineFeeds()

  init(limit: Int) {
    self.limit = limit
  }

  var firstNeeded: Int { lineStart }
  var lineFeeds: LineFeeds? { seen }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n")) }

  mutating func discard(_ count: Int) {
    position -= count
    lineStart -= count
    seen = LineFeeds()
  }

  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep {
    if !mark.isSkipped {
      guard let start = mark.skip(in: buffer.bytes, isAtEnd: isAtEnd) else { return .needsInput }
      (position, lineStart) = (start, start)
    }
    let bytes = buffer.bytes
    while true {
      let end = bytes.first(0x0a, from: position, to: bytes.count)
      guard end < bytes.count || isAtEnd && lineStart < bytes.count else {
        position = bytes.count
        if position - lineStart > limit, let fault = tooLarge() { return fault }
        if isSkipping { lineStart = position }
        return isAtEnd ? .end : .needsInput
      }
      position = min(end + 1, bytes.count)
      if end < bytes.count { seen.add(endingAt: position) }
      if end - lineStart > limit, let fault = tooLarge() {
        isSkipping = false
        return fault
      }
      let line = bytes.trimmed(lineStart..<end)
      let isSkipped = isSkipping || line.isEmpty
      isSkipping = false
      lineStart = position
      if !isSkipped { return .piece(FeedPiece(range: line)) }
    }
  }

  mutating func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    // Whole lines within the limit, without a step for each: 140 instructions less.
    if mark.isSkipped, !isSkipping {
      let bytes = buffer.bytes
      while pieces.size < size {
        position = bytes.first(0x0a, from: position, to: bytes.count)
        guard position < bytes.count, position - lineStart <= limit else { break }
        let line = bytes.trimmed(lineStart..<position)
        position &+= 1
        seen.add(endingAt: position)
        lineStart = position
        if !line.isEmpty { pieces.append(line) }
      }
    }
    return collectSteps(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: size)
  }

  /// Returns the fault of a line that is larger than the limit, and skips its rest.
  private mutating func tooLarge() -> FeedStep? {
    defer {
      isSkipping = true
      lineStart = position
    }
    return isSkipping
      ? nil : .fault(FeedFault(tooLargeAt: lineStart, limit: limit, isFinal: false))
  }
}

extension FeedFault {
  init(tooLargeAt position: Int, limit: Int, isFinal: Bool) {
    self.init(
      range: position..<position,
      position: position,
      reason: .syntax(.elementTooLarge(limit)),
      isFinal: isFinal
    )
  }
}

extension Bytes {
  /// Returns a part without white space around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isSpace { start += 1 }
    while start < end, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }
}
