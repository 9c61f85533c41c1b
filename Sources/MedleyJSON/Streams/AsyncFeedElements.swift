import Medley

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
/// slow reader slows down the sender. If the task is cancelled, `CancellationError` is thrown.
public struct AsyncFeedElements<Element: Decodable, Base: AsyncSequence>: AsyncSequence {
  /// A function that appends bytes, and returns false at the end.
  ///
  /// It runs outside of actors, as iterators do, so that one for bytes isn't entered for each byte.
  @usableFromInline typealias Read =
    @concurrent (FeedInput<Base.AsyncIterator>) async throws -> Bool

  private let base: Base
  private let decoder: PolymorphicJSONDecoder
  private let format: FeedFormat
  private let policy: FeedFailurePolicy
  private let read: Read

  @usableFromInline init(
    _ base: Base,
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ read: @escaping Read
  ) {
    self.base = base
    self.decoder = decoder
    self.format = format
    self.policy = policy
    self.read = read
  }

  /// Begins to read the feed.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base.makeAsyncIterator(), FeedReader(decoder, format), policy, read)
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
    private let input: FeedInput<Base.AsyncIterator>
    fileprivate let reader: FeedReader
    private let policy: FeedFailurePolicy
    private let read: Read

    fileprivate init(
      _ base: Base.AsyncIterator,
      _ reader: FeedReader,
      _ policy: FeedFailurePolicy,
      _ read: @escaping Read
    ) {
      input = FeedInput(base, reader.buffer)
      self.reader = reader
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
        // Sound: an iterator isn't sent, and this call uses the input again only after `read` has
        // returned.
        nonisolated(unsafe) let input = input
        if try await unsafe !read(input) { reader.finish() }
      } catch {
        reader.stopReading()
        throw error
      }
    }
  }

  /// The elements of a feed as results.
  public struct Results: AsyncSequence {
    fileprivate let elements: AsyncFeedElements

    /// Begins to read the feed.
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

/// An iterator and the buffer for its bytes.
///
/// It is a class, because both are changed by a function that runs elsewhere.
@usableFromInline final class FeedInput<Iterator: AsyncIteratorProtocol> {
  /// Nil while bytes are read, and after an error.
  @usableFromInline var iterator: Iterator?
  @usableFromInline let buffer: FeedBuffer

  init(_ iterator: Iterator, _ buffer: FeedBuffer) {
    self.iterator = iterator
    self.buffer = buffer
  }
}
