import Medley
import MedleyBase

/// The turn of one iterator of a feed, while others of the same feed are refused.
///
/// Iterators share the place in the feed, and `next()` runs outside of actors in a loop, so that the
/// compiler doesn't prevent two tasks of an actor from reading a feed at the same time.
struct FeedTurn: Sendable {
  private let isTaken = Lock(false)

  /// Begins a turn.
  ///
  /// - Throws: `DecodingError` if another iterator waits for an element.
  func begin() throws {
    guard !isTaken.exchange(true) else {
      throw DecodingError.invalid(
        at: [],
        """
        Another iterator of the feed waits for its next element. Read a feed with one iterator at a \
        time.
        """
      )
    }
  }

  /// Ends the turn.
  func end() { isTaken.withLock { $0 = false } }
}
