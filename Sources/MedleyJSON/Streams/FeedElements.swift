import Medley

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
  private let reader: FeedReader<Element>
  private let policy: FeedFailurePolicy
  /// A function that appends bytes, and returns false at the end.
  private let read: (FeedBuffer) throws -> Bool

  init(
    _ reader: FeedReader<Element>,
    _ policy: FeedFailurePolicy,
    _ read: @escaping (FeedBuffer) throws -> Bool
  ) {
    self.reader = reader
    self.policy = policy
    self.read = read
  }

  /// Returns the next element, or nil at the end.
  ///
  /// - Returns: The element.
  /// - Throws: `DecodingError` for an element that fails, with its path from the beginning of the
  ///   feed and its place; see ``FeedFailurePolicy``. Also what reading throws. The feed ends then.
  public mutating func next() throws -> Element? {
    while true {
      switch reader.next() {
      case .element(let element): return element
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
      reader.stop()
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
    fileprivate let elements: FeedElements

    /// Returns the next result, or nil at the end.
    public mutating func next() -> FeedResult<Element>? {
      while true {
        switch elements.reader.next() {
        case .needsInput:
          do {
            try elements.fill()
          } catch {
            return elements.reader.result(ofReading: error)
          }
        case .end: return nil
        case let step: return elements.reader.result(of: step)
        }
      }
    }
  }
}

// MARK: - Handling failures

extension FeedReader {
  /// The place of the last element.
  var lastPosition: FeedPosition? { cursor > 0 ? position(of: cursor - 1) : nil }

  /// The place after the last byte.
  var endPosition: FeedPosition {
    FeedPlace(FeedPiece(range: buffer.count..<buffer.count), in: buffer)
      .position(index: firstIndex)
  }

  /// Throws the error of an element that failed, or reports it.
  func handle(_ failure: FeedFailure, _ policy: FeedFailurePolicy) throws {
    if policy == .drop, !failure.isFinal {
      failure.report(userInfo)
      // The report may keep the element.
      if let decoder = failure.decoder { decoder.document.keepElement(at: decoder.position) }
    } else {
      stop()
      throw failure.error
    }
  }

  /// Returns an element, or a failure, as a result.
  func result(of step: Step) -> FeedResult<Element>? {
    switch step {
    case .element(let element):
      return lastPosition.map {
        FeedResult(result: .success(element), position: $0, sourceBytes: nil)
      }
    case .failure(let failure):
      if failure.isFinal { stop() }
      return FeedResult(
        result: .failure(failure.error),
        position: failure.position,
        sourceBytes: failure.sourceBytes
      )
    case .needsInput, .end: return nil
    }
  }

  /// Returns the result for an input that can't be read.
  func result(ofReading error: any Error) -> FeedResult<Element> {
    FeedResult(result: .failure(error), position: endPosition, sourceBytes: nil)
  }
}
