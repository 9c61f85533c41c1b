/// Finds the elements of a feed in a format, without the type of its splitter.
///
/// It is a class, because an existential of a splitter is copied for each chunk, which took 400
/// instructions. Swift has no abstract methods: `makeFramer` returns only subclasses, which override
/// all of these.
class FeedFramer {
  /// Finds the next elements and adds them to a batch without elements, which may load them.
  func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop {
    fatalError("A subclass loads.")
  }

  /// Finds the next elements.
  func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    fatalError("A subclass collects.")
  }

  /// Discards the bytes that aren't needed, so that others can be appended.
  func prepareForInput(_ buffer: FeedBuffer) {
    fatalError("A subclass discards.")
  }
}

/// Finds the elements of a feed with a splitter.
final class SplitterFramer<Splitter: FeedSplitter>: FeedFramer {
  // Only the reader of a feed calls it, so run-time checks for exclusivity aren't needed.
  @exclusivity(unchecked) private var splitter: Splitter

  init(_ splitter: Splitter) {
    unsafe self.splitter = splitter
  }

  override func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop {
    unsafe splitter.load(into: batch, isAtEnd: isAtEnd)
  }

  override func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    unsafe splitter.collect(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: size)
  }

  override func prepareForInput(_ buffer: FeedBuffer) {
    let needed = unsafe splitter.firstNeeded
    if needed > 0 {
      buffer.discard(before: needed)
      unsafe splitter.discard(needed)
    }
    buffer.awaited = unsafe splitter.awaited
  }
}

/// The bytes that may complete an element, so that bytes that come one at a time are looked at
/// together.
@usableFromInline struct AwaitedBytes: Sendable {
  @usableFromInline let first: UInt8
  @usableFromInline let second: UInt8
  /// The number of them that come at least before an element is complete; 0 if any byte may
  /// complete it.
  @usableFromInline var count: Int

  /// Any byte.
  static let any = AwaitedBytes(0, count: 0)

  init(_ first: UInt8, or second: UInt8? = nil, count: Int = 1) {
    self.first = first
    self.second = second ?? first
    self.count = count
  }

  /// Counts a byte; returns whether it may complete an element.
  @inlinable @inline(__always) mutating func isLast(_ byte: UInt8) -> Bool {
    if byte == first || byte == second { count &-= 1 }
    return count <= 0
  }
}
