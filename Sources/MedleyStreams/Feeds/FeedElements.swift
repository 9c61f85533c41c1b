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

  @usableFromInline init(_ reader: FeedReader) {
    self.reader = reader
  }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place, unless the feed is lossy. Also what reading throws. The feed ends then.
  public mutating func next() throws -> Element? {
    while true {
      do throws(FeedFailure) {
        return try nextOrFailure()
      } catch {
        try reader.handle(error)
      }
    }
  }

  /// Returns the next element, or nil at the end.
  ///
  /// - Throws: What makes the next result a failure.
  @usableFromInline func nextOrFailure() throws(FeedFailure) -> Element? {
    while true {
      switch try reader.advance() {
      case .ready: return try reader.batch.decode(Element.self)
      case .needsInput:
        do {
          try reader.read()
        } catch {
          throw FeedFailure(error: error, position: reader.batch.endPosition, endsFeed: true)
        }
      case .end: return nil
      }
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
  @inlinable public var results: some Sequence<FeedResult<Element>> {
    sequence(state: self) { $0.nextResult() }
  }

  // Compiled for each client, because generic code looks up the metadata of the result: 970
  // instructions.
  @inlinable func nextResult() -> FeedResult<Element>? {
    do throws(FeedFailure) {
      guard let element = try nextOrFailure() else { return nil }
      return FeedResult(result: .success(element), position: lastPosition)
    } catch {
      return result(of: error)
    }
  }

  @usableFromInline var lastPosition: FeedPosition { reader.lastPosition }

  @usableFromInline func result(of failure: FeedFailure) -> FeedResult<Element> {
    if failure.isFinal { reader.stopReading() }
    return FeedResult(failure)
  }
}
