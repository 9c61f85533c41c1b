import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON

/// The place of an element in a feed, as ``FeedResult`` says it.
@usableFromInline typealias FeedPosition = (index: Int, offset: Int, line: Int, eventID: String?)

extension DecodingError {
  /// The place of the element that failed, as in a ``FeedResult``; nil if the value isn't from a feed.
  ///
  /// `JSONLocation` has the place of the error inside the element.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   if let position = error.feedPosition {
  ///     log("element \(position.index) at byte \(position.offset)")
  ///     reconnect(after: position.eventID)
  ///   }
  /// }
  /// ```
  public var feedPosition: (index: Int, offset: Int, line: Int, eventID: String?)? {
    (locatedError as? JSONError)?.feedPlace as? FeedPosition
  }
}
