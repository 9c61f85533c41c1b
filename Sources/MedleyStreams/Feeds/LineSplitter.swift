import MedleyEngine

/// Finds the texts of lines.
struct LineSplitter: FeedSplitter {
  private let limit: Int
  private var position = 0
  private var lineStart = 0
  /// Whether the line is too large, so that its rest is skipped.
  private var isSkipping = false

  init(limit: Int) {
    self.limit = limit
  }

  var firstNeeded: Int { lineStart }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n")) }

  mutating func move(by count: Int) {
    position += count
    lineStart += count
  }

  mutating func collect(_ search: inout FeedSearch, in buffer: FeedBuffer) -> FeedStop {
    let bytes = buffer.bytes
    while !search.isFull {
      guard lineStart < bytes.count else { return search.isAtEnd ? .end : .needsInput }
      let line = lineStart..<bytes.first(0x0a, from: position, to: bytes.count)
      let isWhole = line.upperBound < bytes.count || search.isAtEnd
      position = min(line.upperBound &+ 1, bytes.count)
      let isTooLarge = !isSkipping && line.count > limit
      let isSkipped = isSkipping || isTooLarge
      isSkipping = isSkipped && !isWhole
      if isWhole || isSkipped { lineStart = position }
      if isTooLarge {
        return .fault(FeedFault(.syntax(.elementTooLarge(limit)), at: line.lowerBound))
      }
      guard isWhole else { return .needsInput }
      let text = bytes.trimmed(line)
      if !isSkipped, !text.isEmpty { search.found.append(text) }
    }
    return .full
  }
}
