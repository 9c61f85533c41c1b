/// A nested container or super encoder, which may be used after its parent went on.
///
/// Few are used so. What they write late is a ``Segment``.
///
/// The places of a call are in a list by serial. Those of one parent are linked, so that a container
/// that is asked for again is found; see `PlaceChildren`.
struct Place {
  /// The last of its levels, and the serial of all of them.
  var level: Int
  let serial: Int
  /// The serial of the value to which it belongs, and with which it ends.
  let owner: Int
  /// The level and the serial of the parent.
  let parent: (level: Int, serial: Int)
  var key: PlaceKey
  /// The index of the place before it in the same parent; -1 if there is none.
  let previous: Int

  /// Whether the value to which it belongs is finished.
  var isEnded = false

  // Set when the level is finished.

  /// The state of the level, with which another one goes on.
  var state: Level
  /// The number of the text, and in that the position of the closing bracket, or of the placeholder
  /// if nothing was written.
  var text = -1
  var end = 0
}

extension Place {
  /// Moves what is behind a position of its text.
  mutating func move(by size: Int, from start: Int) {
    if end >= start { end += size }
    if state.start >= start { state.start += size }
    if state.member >= start { state.member += size }
  }
}

/// The key of a place in its parent.
struct PlaceKey {
  /// The key or index.
  let key: any CodingKey
  /// The text of the key, if the container goes on when it is asked for again.
  var name: String?
}

/// The places of a container with many, by the text of the key.
struct ChildTable {
  /// The serial of the value to which the places belong.
  let owner: Int
  var places: [String: Int] = Dictionary()
}
