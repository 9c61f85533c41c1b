/// A nested container or super encoder, which may be used after its parent went on.
///
///     {"n":{},"a":1,"x":2}          the bytes in the order of writing
///            ▲      └─┬──┘
///            └────────┘             an edit moves what was written late
///
/// Few are used so. Then what is written late is at the end of the bytes until the call ends.
///
/// The places of a call are in a list by serial. Those of one parent are linked, so that a container
/// that is asked for again is found; see `ChildTable`.
struct Place {
  /// Its level, and the serial of that.
  let level: Int
  let serial: Int
  /// The serial of the value to which it belongs, and with which it ends.
  let owner: Int
  /// The level and the serial of the parent.
  let parent: (level: Int, serial: Int)
  /// The key or index in the parent.
  let key: any CodingKey
  /// The text of the key, if the container goes on when it is asked for again.
  var name: String?
  /// The index of the place before it in the same parent; -1 if there is none.
  let previous: Int

  /// Whether the value to which it belongs is finished.
  var isEnded = false

  // Set when the level is finished.

  var shape = Level.Shape.nothing
  var count = 0
  /// The position of the closing bracket, or of the placeholder if nothing was written.
  var end = 0
  var keyType: ObjectIdentifier?
  var keys: UInt64 = 0
  var children = PlaceChildren()
  /// The level and the serial with which it is continued.
  var continued = (level: 0, serial: 0)
}

/// The places in one container.
struct PlaceChildren {
  /// The index of the last one; -1 if there is none.
  var last: Int32 = -1
  var count: Int32 = 0

  /// The number of places up to which comparing their keys takes less than hashing one.
  static let fewest = 8
}

/// A change of the written bytes at the end of the call.
struct Edit {
  enum Target {
    /// Removed.
    case none
    /// Moved to a position, without commas.
    case replacement(Int)
    /// Moved to the end of a container: before its bracket, after a comma.
    case end(Int)
    /// Moved to a position before an element or member.
    case before(Int)
  }

  let start: Int
  var end: Int
  let target: Target
  /// The level that is continued, whose count changes; negative if that of a place is.
  var origin = (level: -1, serial: 0)
}
