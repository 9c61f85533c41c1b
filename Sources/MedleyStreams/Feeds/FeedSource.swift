/// The input of a feed that several tasks decode.
enum FeedSource {
  /// A function that appends bytes where the feed is read, and returns false at the end.
  case function((FeedBuffer) throws -> Bool)
  /// The same for bytes that are there, as those of a file: no element waits for them.
  case ready((FeedBuffer) throws -> Bool)
  /// An asynchronous sequence.
  case sequence(AsyncFeedSource)

  /// Appends bytes; returns false at the end.
  func read(into buffer: FeedBuffer) async throws -> Bool {
    switch self {
    case .function(let read), .ready(let read): return try read(buffer)
    case .sequence(let source):
      // Sound: an iterator isn't sent, and this call uses both again only after `read` has returned.
      nonisolated(unsafe) let input = (source: source, buffer: buffer)
      let isRead = try await unsafe input.source.read(into: input.buffer)
      // A cancelled `AsyncStream` ends, maybe inside an element.
      if !isRead { try Task.checkCancellation() }
      return isRead
    }
  }
}

/// An asynchronous sequence of chunks, without its type.
///
/// It is a class, because its iterator changes.
class AsyncFeedSource {
  /// Appends the next chunk; returns false at the end.
  ///
  /// It runs outside of actors, as iterators do.
  @concurrent func read(into buffer: FeedBuffer) async throws -> Bool {
    // Swift has no abstract methods; a source is always one of the subclasses.
    fatalError("A subclass reads.")
  }
}

/// An asynchronous sequence of chunks.
final class AsyncChunks<Chunks: AsyncSequence>: AsyncFeedSource
where Chunks.Element: Collection<UInt8> {
  private let chunks: Chunks
  private var iterator: Chunks.AsyncIterator?

  init(_ chunks: Chunks) {
    self.chunks = chunks
  }

  @concurrent override func read(into buffer: FeedBuffer) async throws -> Bool {
    var iterator = iterator.take() ?? chunks.makeAsyncIterator()
    guard let chunk = try await iterator.next() else { return false }
    self.iterator = iterator
    buffer.append(contentsOf: chunk)
    return true
  }
}
