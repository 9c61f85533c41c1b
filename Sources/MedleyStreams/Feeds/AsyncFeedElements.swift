/// The elements of a feed that is read asynchronously, or those that several tasks decode.
///
/// ```swift
/// let elements = decoder.elements(
///   of: Polymorphic<any Media>.self, in: bytes, as: .lines)
/// for try await element in elements {
///   show(element)
/// }
/// ```
///
/// `PolymorphicJSONDecoder` makes it. The input is read when no complete element is left, so that a
/// slow reader slows down the sender. Elements, issues and errors come in the order of the feed, also
/// if several tasks decode. If the task that reads is cancelled, `CancellationError` is thrown, also
/// if the input ends then, as an `AsyncStream` does.
///
/// A feed can be read once: its copies, which its iterators are, and ``results`` share their place, so
/// that a second loop goes on after the last element of the first. Only one of them can wait for an
/// element.
public struct AsyncFeedElements<Element>: AsyncSequence, AsyncIteratorProtocol {
  private let reader: FeedReader
  /// Decodes the element that is ready.
  private let decode: () throws(FeedFailure) -> Element
  /// Makes a result of a failure; nil if it is thrown or reported.
  private var result: ((FeedFailure) -> Element)?

  /// Begins to read the feed, or goes on after the last element that was read.
  public func makeAsyncIterator() -> Self { self }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place, unless the feed is lossy. A result has that error instead. Also what
  ///   reading throws, and `CancellationError`. The feed ends then.
  public mutating func next() async throws -> Element? {
    try reader.beginTurn()
    defer { reader.endTurn() }
    while true {
      do throws(FeedFailure) {
        switch try reader.advance() {
        case .ready: return try decode()
        case .needsInput: break
        case .end: return nil
        }
      } catch {
        guard let result else {
          try reader.handle(error)
          continue
        }
        if error.isFinal { reader.stopReading() }
        return result(error)
      }
      do {
        try Task.checkCancellation()
        try await reader.fill()
      } catch {
        reader.stopReading()
        throw error
      }
    }
  }
}

// MARK: - Creating

extension AsyncFeedElements where Element: Decodable {
  @usableFromInline init(_ reader: FeedReader) {
    self.init(
      reader: reader,
      decode: { () throws(FeedFailure) in try reader.batch.decode(Element.self) }
    )
  }

  init(_ reader: ConcurrentFeedReader<Element>, _ concurrency: Int) where Element: Sendable {
    reader.concurrency = concurrency
    self.init(reader: reader, decode: { reader.take() })
  }

  /// The elements as results, including those that fail.
  ///
  /// ```swift
  /// for try await item in elements.results {
  ///   if let id = item.eventID { lastEventID = id }
  /// }
  /// ```
  ///
  /// It throws what reading throws, and `CancellationError`. After an error that ends the feed,
  /// there are no further results.
  public var results: AsyncFeedElements<FeedResult<Element>> {
    AsyncFeedElements<FeedResult<Element>>(
      reader: reader,
      decode: { () throws(FeedFailure) in
        let element = try decode()
        return FeedResult(result: .success(element), position: reader.lastPosition)
      },
      result: { FeedResult($0) }
    )
  }
}
