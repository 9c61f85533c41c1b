import Medley
import MedleyJSON

/// The elements of a feed that several tasks decode.
///
/// ```swift
/// let items = try decoder.elements(
///   of: Item.self, inFileAt: url, as: .lines, concurrency: 4)
/// for try await item in items { store(item) }
/// ```
///
/// `PolymorphicJSONDecoder` makes it. Elements, issues and errors come in the order of the feed, as
/// without tasks. The input is read when no complete element is left. If the task is cancelled,
/// `CancellationError` is thrown, also if the input ends then, as an `AsyncStream` does.
///
/// A feed can be read once: its iterators and ``results`` share their place, so that a second loop
/// goes on after the last element of the first. Only one of them can wait for an element.
public struct ConcurrentFeedElements<Element: Decodable & Sendable>: AsyncSequence {
  private let reader: ConcurrentFeedReader<Element>
  private let policy: FeedFailurePolicy

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ source: FeedSource,
    concurrency: Int
  ) {
    reader = ConcurrentFeedReader(decoder, format, policy, source, concurrency: concurrency)
    self.policy = policy
  }

  /// Begins to read the feed, or goes on after the last element that was read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: reader, policy: policy)
  }

  /// The elements as results, including those that fail.
  ///
  /// ```swift
  /// for try await item in elements.results {
  ///   guard let element = try? item.get() else { continue }
  /// }
  /// ```
  ///
  /// It throws what reading throws, and `CancellationError`. After an error that ends the feed,
  /// there are no further results.
  public var results: Results { Results(reader: reader) }

  /// The iterator of a feed.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: ConcurrentFeedReader<Element>
    fileprivate let policy: FeedFailurePolicy

    /// Returns the next element, or nil at the end.
    ///
    /// - Returns: The element.
    /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
    ///   feed and its place; see ``FeedFailurePolicy``. Also what reading throws, and
    ///   `CancellationError`. The feed ends then.
    public mutating func next() async throws -> Element? {
      try reader.turn.begin()
      defer { reader.turn.end() }
      while true {
        switch reader.advance() {
        case .ready: return reader.take()
        case .failure(let failure):
          if policy == .drop, !failure.isFinal {
            failure.report(reader.userInfo)
          } else {
            reader.stopReading()
            throw failure.error
          }
        case .needsInput: try await reader.fill()
        case .end: return nil
        }
      }
    }
  }

  /// The elements of a feed as results.
  public struct Results: AsyncSequence {
    fileprivate let reader: ConcurrentFeedReader<Element>

    /// Begins to read the feed, or goes on after the last element that was read.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(reader: reader)
    }

    /// The iterator of a feed.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let reader: ConcurrentFeedReader<Element>

      /// Returns the next result, or nil at the end.
      ///
      /// - Returns: The element, or why it failed.
      /// - Throws: What reading throws, and `CancellationError`. The feed ends then.
      public mutating func next() async throws -> FeedResult<Element>? {
        try reader.turn.begin()
        defer { reader.turn.end() }
        while true {
          switch reader.advance() {
          case .ready:
            guard let element = reader.take(), let position = reader.lastPosition else {
              return nil
            }
            return FeedResult(
              result: .success(element),
              position: position,
              sourceBytes: nil
            )
          case .failure(let failure):
            if failure.isFinal { reader.stopReading() }
            return FeedResult(
              result: .failure(failure.error),
              position: failure.position,
              sourceBytes: failure.sourceBytes
            )
          case .needsInput: try await reader.fill()
          case .end: return nil
          }
        }
      }
    }
  }
}
