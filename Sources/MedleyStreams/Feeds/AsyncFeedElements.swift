import Medley
public import MedleyJSON

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
  private let reader: any FeedReading
  private let fill: FeedFill
  private let turn: FeedTurn
  private let isLossy: Bool
  /// Decodes the element that is ready.
  private let decode: () throws -> Element
  /// Makes a result of a failure; nil if it is thrown or reported.
  private let result: ((FeedFailure) -> Element)?

  @usableFromInline init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ lossily: Bool,
    _ read: @escaping AsyncFeedRead
  ) where Element: Decodable {
    let reader = FeedReader(decoder, format)
    self.init(reader, .reading(reader, read), lossily) {
      try reader.batch.decode(Element.self)
    }
  }

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ lossily: Bool,
    _ source: FeedSource,
    concurrency: Int
  ) where Element: Decodable & Sendable {
    let reader = ConcurrentFeedReader<Element>(
      decoder,
      format,
      lossily,
      source,
      concurrency: concurrency
    )
    self.init(reader, .decoding { try await reader.fill() }, lossily) { reader.take() }
  }

  fileprivate init(
    _ reader: any FeedReading,
    _ fill: FeedFill,
    _ lossily: Bool,
    turn: FeedTurn = FeedTurn(),
    result: ((FeedFailure) -> Element)? = nil,
    decode: @escaping () throws -> Element
  ) {
    self.reader = reader
    self.fill = fill
    self.turn = turn
    isLossy = lossily
    self.decode = decode
    self.result = result
  }

  /// Begins to read the feed, or goes on after the last element that was read.
  public func makeAsyncIterator() -> Self { self }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place, unless the feed is lossy. A result has that error instead. Also what
  ///   reading throws, and `CancellationError`. The feed ends then.
  public mutating func next() async throws -> Element? {
    try turn.begin()
    defer { turn.end() }
    while true {
      switch reader.advance() {
      case .ready:
        do {
          return try decode()
        } catch {
          if let result = try handle(reader.failure(for: error)) { return result }
        }
      case .failure(let failure):
        if let result = try handle(failure) { return result }
      case .needsInput:
        do {
          try Task.checkCancellation()
          switch fill {
          case .reading(let reader, let read):
            // Here, because each asynchronous function between would have a frame of its own.
            reader.prepareForInput()
            // Sound: it is this iterator's turn, so nothing else uses both before `read` has returned.
            nonisolated(unsafe) let input = (read: read, buffer: reader.buffer)
            if try await unsafe !input.read(input.buffer) {
              // A cancelled `AsyncStream` ends, maybe inside an element.
              try Task.checkCancellation()
              reader.finish()
            }
          case .decoding(let decode): try await decode()
          }
        } catch {
          reader.stopReading()
          throw error
        }
      case .end: return nil
      }
    }
  }

  private func handle(_ failure: FeedFailure) throws -> Element? {
    guard let result else {
      try reader.handle(failure, isLossy)
      return nil
    }
    if failure.isFinal { reader.stopReading() }
    return result(failure)
  }
}

extension AsyncFeedElements where Element: Decodable {
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
      reader,
      fill,
      isLossy,
      turn: turn,
      result: { FeedResult($0) },
      decode: { [reader, decode] in
        let element = try decode()
        return FeedResult(
          result: .success(element),
          position: reader.lastPosition,
          sourceBytes: nil
        )
      }
    )
  }
}

/// How an asynchronous feed gets further elements.
enum FeedFill {
  /// Its input is read, and elements are decoded when they are asked for.
  case reading(FeedReader, AsyncFeedRead)
  /// A function decodes those that come next, with several tasks.
  case decoding(() async throws -> Void)
}
