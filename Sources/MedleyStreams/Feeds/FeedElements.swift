import Medley
public import MedleyJSON

/// The elements of a feed that is read synchronously.
///
/// ```swift
/// var elements = decoder.elements(
///   of: Polymorphic<any Media>.self, in: chunks, as: .lines)
/// while let element = try elements.next() {
///   show(element)
/// }
/// ```
///
/// `PolymorphicJSONDecoder` makes it. Elements are decoded when they are asked for, and the input is
/// read when no complete element is left. A feed can be read once: copies share their place.
public struct FeedElements<Element: Decodable> {
  private let reader: FeedReader
  private let policy: FeedFailurePolicy
  /// A function that appends bytes, and returns false at the end.
  private let read: (FeedBuffer) throws -> Bool

  @usableFromInline init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ read: @escaping (FeedBuffer) throws -> Bool
  ) {
    reader = FeedReader(decoder, format)
    self.policy = policy
    self.read = read
  }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place; see ``FeedFailurePolicy``. Also what reading throws. The feed ends then.
  public mutating func next() throws -> Element? { try nextElement() }

  // Not mutating: a function that may change the reader counts references to it.
  private func nextElement() throws -> Element? {
    while true {
      switch reader.advance() {
      case .ready:
        do {
          return try reader.batch.decode(Element.self)
        } catch {
          try reader.handle(reader.batch.failure(for: error), policy)
        }
      case .failure(let failure): try reader.handle(failure, policy)
      case .needsInput: try fill()
      case .end: return nil
      }
    }
  }

  private func fill() throws {
    do {
      try reader.read(read)
    } catch {
      reader.stopReading()
      throw error
    }
  }

  /// The elements as results, including those that fail.
  ///
  /// ```swift
  /// for item in elements.results {
  ///   guard let element = try? item.get() else { continue }
  /// }
  /// ```
  ///
  /// After an error that ends the feed, there are no further results.
  public var results: Results { Results(elements: self) }

  /// The elements of a feed as results.
  public struct Results: Sequence, IteratorProtocol {
    @usableFromInline let elements: FeedElements

    /// Returns the next result, or nil at the end.
    @inlinable public mutating func next() -> FeedResult<Element>? {
      // Compiled for each client, because generic code looks up the metadata of the result: 970
      // instructions.
      do throws(FailedElement) {
        guard let element = try elements.nextOfResults() else { return nil }
        return FeedResult(
          result: .success(element),
          position: elements.lastPosition,
          sourceBytes: nil
        )
      } catch {
        return FeedResult(
          result: .failure(error.cause),
          position: error.position,
          sourceBytes: error.sourceBytes
        )
      }
    }
  }

  /// Returns the next element, or nil at the end.
  ///
  /// - Throws: What makes the next result a failure.
  @usableFromInline func nextOfResults() throws(FailedElement) -> Element? {
    while true {
      switch reader.advance() {
      case .ready:
        do {
          return try reader.batch.decode(Element.self)
        } catch {
          throw reader.failed(by: reader.batch.failure(for: error))
        }
      case .failure(let failure): throw reader.failed(by: failure)
      case .needsInput:
        do {
          try fill()
        } catch {
          throw FailedElement(cause: error, position: reader.endPosition, sourceBytes: nil)
        }
      case .end: return nil
      }
    }
  }

  /// The place of the last element.
  @usableFromInline var lastPosition: FeedPosition {
    reader.batch.lastPosition ?? reader.endPosition
  }
}

/// What a result says of an element that failed.
@usableFromInline struct FailedElement: Error {
  @usableFromInline let cause: any Error
  @usableFromInline let position: FeedPosition
  @usableFromInline let sourceBytes: [UInt8]?
}
