/// Finds the elements of a feed in a format, without the type of its splitter.
///
/// It is a class, because an existential of a splitter is copied for each chunk, which took 400
/// instructions.
protocol FeedFramer: AnyObject {
  /// Finds the next elements and adds them to a batch without elements, which may load them.
  func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop

  /// Finds the next elements.
  func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop

  /// Discards the bytes that aren't needed, so that others can be appended.
  func prepareForInput(_ buffer: FeedBuffer)
}

/// Finds the elements of a feed with a splitter.
final class SplitterFramer<Splitter: FeedSplitter>: FeedFramer {
  // Only the reader of a feed calls it, so run-time checks for exclusivity aren't needed.
  @exclusivity(unchecked) private var splitter: Splitter

  init(_ splitter: Splitter) {
    unsafe self.splitter = splitter
  }

  func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop {
    unsafe splitter.load(into: batch, isAtEnd: isAtEnd)
  }

  func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    unsafe splitter.collect(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: size)
  }

  func prepareForInput(_ buffer: FeedBuffer) {
    unsafe splitter.prepareForInput(buffer)
  }
}
