/// A function that appends bytes, and returns false at the end.
///
/// It runs outside of actors, as iterators do, so that one for bytes isn't entered for each byte.
@usableFromInline typealias AsyncFeedRead = @concurrent (FeedBuffer) async throws -> Bool

/// The input of a feed that several tasks decode.
enum FeedSource {
  /// A function that appends bytes where the feed is read, and returns false at the end.
  case function((FeedBuffer) throws -> Bool)
  /// The same for bytes that are there, as those of a file: no element waits for them.
  case ready((FeedBuffer) throws -> Bool)
  /// An asynchronous sequence.
  case sequence(AsyncFeedRead)

  /// Appends bytes; returns false at the end.
  func read(into buffer: FeedBuffer) async throws -> Bool {
    switch self {
    case .function(let read), .ready(let read): return try read(buffer)
    case .sequence(let read):
      // Sound: it is one iterator's turn, so nothing else uses both before `read` has returned.
      nonisolated(unsafe) let input = (read: read, buffer: buffer)
      let isRead = try await unsafe input.read(input.buffer)
      // A cancelled `AsyncStream` ends, maybe inside an element.
      if !isRead { try Task.checkCancellation() }
      return isRead
    }
  }
}
