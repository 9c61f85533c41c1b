import Medley
public import MedleyJSON

/// The elements of a feed that is read asynchronously.
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
/// slow reader slows down the sender. If the task is cancelled, `CancellationError` is thrown, also
/// if the input ends then, as an `AsyncStream` does.
///
/// A feed can be read once: its iterators and ``results`` share their place, so that a second loop
/// goes on after the last element of the first. Only one of them can wait for an element.
public struct AsyncFeedElements<Element: Decodable, Base: AsyncSequence>: AsyncSequence {
  /// A function that appends bytes, and returns false at the end.
  ///
  /// It runs outside of actors, as iterators do, so that one for bytes isn't entered for each byte.
  @usableFromInline typealias Read =
    @concurrent (FeedInput<Base>) async throws -> Bool

  private let input: FeedInput<Base>
  private let reader: FeedReader
  private let turn = FeedTurn()
  private let policy: FeedFailurePolicy
  private let read: Read

  @usableFromInline init(
    _ base: Base,
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ read: @escaping Read
  ) {
    reader = FeedReader(decoder, format)
    input = FeedInput(base, reader.buffer)
    self.policy = policy
    self.read = read
  }

  /// Begins to read the feed, or goes on after the last element that was read.
  public func makeAsyncIterator() -> AsyncIterator {
    input.begin()
    return AsyncIterator(input, reader, turn, policy, read)
  }

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
  public var results: Results { Results(elements: self) }

  /// The iterator of a feed.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let input: FeedInput<Base>
    fileprivate let reader: FeedReader
    fileprivate let turn: FeedTurn
    private let policy: FeedFailurePolicy
    private let read: Read

    fileprivate init(
      _ input: FeedInput<Base>,
      _ reader: FeedReader,
      _ turn: FeedTurn,
      _ policy: FeedFailurePolicy,
      _ read: @escaping Read
    ) {
      self.input = input
      self.reader = reader
      self.turn = turn
      self.policy = policy
      self.read = read
    }

    /// Returns the next element, or nil at the end.
    ///
    /// - Returns: The element.
    /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
    ///   feed and its place; see ``FeedFailurePolicy``. Also what reading throws, and
    ///   `CancellationError`. The feed ends then.
    public mutating func next() async throws -> Element? {
      try turn.begin()
      defer { turn.end() }
      while true {
        switch reader.advance() {
        case .ready:
          do {
            return try reader.batch.decode(Element.self)
          } catch {
            try reader.handle(reader.batch.failure(for: error), policy)
          }
        case .failure(let failure): try reader.handle(failure, policy)
        case .needsInput: try await fill()
        case .end: return nil
        }
      }
    }

    fileprivate mutating func fill() async throws {
      do {
        try Task.checkCancellation()
        reader.prepareForInput()
        // Sound: it is this iterator's turn, so nothing else uses the input before `read` has
        // returned.
        nonisolated(unsafe) let input = input
        if try await unsafe !read(input) {
          // A cancelled `AsyncStream` ends, maybe inside an element.
          try Task.checkCancellation()
          reader.finish()
        }
      } catch {
        reader.stopReading()
        throw error
      }
    }
  }

  /// The elements of a feed as results.
  public struct Results: AsyncSequence {
    fileprivate let elements: AsyncFeedElements

    /// Begins to read the feed, or goes on after the last element that was read.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(elements: elements.makeAsyncIterator())
    }

    /// The iterator of a feed.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var elements: AsyncFeedElements.AsyncIterator

      /// Returns the next result, or nil at the end.
      ///
      /// - Returns: The element, or why it failed.
      /// - Throws: What reading throws, and `CancellationError`. The feed ends then.
      public mutating func next() async throws -> FeedResult<Element>? {
        try elements.turn.begin()
        defer { elements.turn.end() }
        while true {
          switch elements.reader.advance() {
          case .ready: return elements.reader.decodeResult()
          case .failure(let failure): return elements.reader.result(of: failure)
          case .needsInput: try await elements.fill()
          case .end: return nil
          }
        }
      }
    }
  }
}

/// The input of a feed and the buffer for its bytes.
///
/// It is a class, because iterators share it, and a function that runs elsewhere changes it.
@usableFromInline final class FeedInput<Base: AsyncSequence> {
  private let base: Base
  private var isBegun = false
  /// Nil before the first iterator of the feed, while bytes are read, and after an error.
  @usableFromInline var iterator: Base.AsyncIterator?
  @usableFromInline let buffer: FeedBuffer

  init(_ base: Base, _ buffer: FeedBuffer) {
    self.base = base
    self.buffer = buffer
  }

  /// Makes the iterator, unless there was one.
  func begin() {
    if !isBegun { iterator = base.makeAsyncIterator() }
    isBegun = true
  }
}
