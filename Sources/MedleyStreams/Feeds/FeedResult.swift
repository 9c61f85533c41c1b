import Medley

/// An element of a feed, or the error that it failed with, and its place.
///
/// ```swift
/// for item in elements.results {
///   switch item.result {
///   case .success(let element): show(element)
///   case .failure: quarantine(item.sourceBytes, line: item.line)
///   }
/// }
/// ```
public struct FeedResult<Element> {
  /// The element, or the error.
  public let result: Result<Element, any Error>

  /// The number of elements before this one, including those that failed.
  public let index: Int

  /// The first byte of the element in the feed, beginning with 0; in an event, that of its data.
  public let offset: Int

  /// The line of that byte, beginning with 1.
  public let line: Int

  /// The last event id of an event; nil if there is none.
  public let eventID: String?

  /// The bytes of an element that failed, without the white space around it: of an event, those of its
  /// data.
  ///
  /// They are empty for an element that is too large, and where the text around elements is invalid.
  /// Nil if the element didn't fail.
  public let sourceBytes: [UInt8]?

  @inlinable @inline(__always)
  init(result: Result<Element, any Error>, position: FeedPosition, sourceBytes: [UInt8]? = nil) {
    self.result = result
    (index, offset, line, eventID) = position
    self.sourceBytes = sourceBytes
  }

  init(_ failure: FeedFailure) {
    self.init(
      result: .failure(failure.error),
      position: failure.position,
      sourceBytes: failure.sourceBytes
    )
  }

  /// Returns the element.
  ///
  /// ```swift
  /// let element = try item.get()
  /// ```
  ///
  /// - Returns: The element.
  /// - Throws: The error of an element that failed.
  public func get() throws -> Element { try result.get() }
}

extension FeedResult: Sendable where Element: Sendable {}

/// An element that failed, or why reading did.
@usableFromInline struct FeedFailure: Error {
  let error: any Error
  let position: FeedPosition
  /// The bytes of the element; nil if reading failed.
  var sourceBytes: [UInt8]?
  /// Whether it is the last element that its batch has decoded; not if it isn't JSON.
  var isDecoded = false
  /// Whether nothing after it in the feed has a meaning.
  var endsFeed = false
  /// What reports the element as dropped, if another task has decoded it.
  var issues: (@Sendable () -> Void)?

  /// Whether the feed ends with it.
  var isFinal: Bool { endsFeed || error.isFinal }
}
