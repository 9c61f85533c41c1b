import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON

/// The place of an element in a feed.
///
/// ```swift
/// } catch let error as DecodingError {
///   if let position = error.feedPosition {
///     log("element \(position.index) at byte \(position.offset)")
///   }
/// }
/// ```
public struct FeedPosition: Hashable, Sendable {
  /// The number of elements before this one, including those that failed.
  public let index: Int

  /// The first byte of the element in the feed, beginning with 0; in an event, that of its data.
  public let offset: Int

  /// The line of that byte, beginning with 1.
  public let line: Int

  /// The last event id of an event; nil if there is none.
  public let eventID: String?
}

extension FeedPosition: CustomStringConvertible {
  /// The index, the line and the byte, and the event id if there is one.
  public var description: String {
    let event = eventID.map { ", event \($0)" } ?? ""
    return "element \(index), line \(line), byte \(offset)\(event)"
  }
}

extension DecodingError {
  /// The place of the element that failed; nil if the value isn't from a feed.
  ///
  /// `JSONLocation` has the place of the error inside the element.
  ///
  /// ```swift
  /// if let id = error.feedPosition?.eventID {
  ///   reconnect(after: id)
  /// }
  /// ```
  public var feedPosition: FeedPosition? {
    (locatedError as? JSONError)?.feedPlace as? FeedPosition
  }
}
