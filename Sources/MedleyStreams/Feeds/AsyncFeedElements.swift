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
  private let reader: any AsyncFeedReader
  private let policy: FeedFailurePolicy
  /// Decodes the element that is ready.
  private let decode: () throws -> Element
  /// Makes a result of a failure; nil if the policy says what becomes of it.
  private let result: ((FeedFailure) -> Element)?

  @usableFromInline init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ read: @escaping AsyncFeedRead
  ) where Element: Decodable {
    let reader = SerialFeedReader(decoder, format, .sequence(read))
    self.init(reader, policy, decode: { try reader.batch.decode(Element.self) })
  }

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ source: FeedSource,
    concurrency: Int
  ) where Element: Decodable & Sendable {
    let reader = ConcurrentFeedReader<Element>(
      decoder,
      format,
      policy,
      source,
      concurrency: concurrency
    )
    self.init(reader, policy, decode: reader.take)
  }

  fileprivate init(
    _ reader: any AsyncFeedReader,
    _ policy: FeedFailurePolicy,
    decode: @escaping () throws -> Element,
    result: ((FeedFailure) -> Element)? = nil
  ) {
    self.reader = reader
    self.policy = policy
    self.decode = decode
    self.result = result
  }

  /// Begins to read the feed, or goes on after the last element that was read.
  public func makeAsyncIterator() -> Self { self }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place; see ``FeedFailurePolicy``. A result has that error instead. Also what
  ///   reading throws, and `CancellationError`. The feed ends then.
  public mutating func next() async throws -> Element? {
    try reader.turn.begin()
    defer { reader.turn.end() }
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
          try await reader.fill()
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
      try reader.handle(failure, policy)
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
  ///   if let id = item.position.eventID { lastEventID = id }
  /// }
  /// ```
  ///
  /// It throws what reading throws, and `CancellationError`. After an error that ends the feed,
  /// there are no further results.
  public var results: AsyncFeedElements<FeedResult<Element>> {
    AsyncFeedElements<FeedResult<Element>>(
      reader,
      policy,
      decode: { [reader, decode] in
        let element = try decode()
        return FeedResult(
          result: .success(element),
          position: reader.lastPosition,
          sourceBytes: nil
        )
      },
      result: { FeedResult($0) }
    )
  }
}

/// What an asynchronous sequence of elements or results reads.
///
/// It has no type of elements, so that both share it. It is a class, because copies of an iterator
/// share the place in the feed.
protocol AsyncFeedReader: FeedReporting {
  var turn: FeedTurn { get }

  /// Finds what comes next.
  func advance() -> FeedReader.Signal

  /// Reads more, or decodes the elements that come next.
  func fill() async throws

  /// The place of the last element.
  var lastPosition: FeedPosition { get }

  /// Returns the failure of the last element.
  func failure(for error: any Error) -> FeedFailure
}

/// Reads an asynchronous feed whose elements are decoded when they are asked for.
final class SerialFeedReader: FeedReader, AsyncFeedReader {
  let turn = FeedTurn()
  private let source: FeedSource

  init(_ decoder: PolymorphicJSONDecoder, _ format: FeedFormat, _ source: FeedSource) {
    self.source = source
    super.init(decoder, format)
  }

  func fill() async throws {
    prepareForInput()
    if try await !source.read(into: buffer) { finish() }
  }
}
