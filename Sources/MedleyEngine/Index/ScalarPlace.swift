import MedleyBase

/// The place of a scalar in its container.
///
/// The index links containers to their parents, but not scalars: the distance to the nearest
/// container may be as long as an array. The last result is cached, with the scalars between it and
/// the container before it, and a table shortens long distances. The paths of a whole array, in any
/// order, need one pass over it.
struct ScalarPlace {
  /// The scalar.
  var position = -1
  /// The container around it.
  var container = 0
  /// The index of the scalar, if the container is an array.
  var ordinal = 0
  /// The first scalar of this container without another container between them.
  private var first = 0

  init() {}

  /// - Complexity: O(*d*) in the depth, and once for a document O(*n*) in its values.
  init(of position: Int, in index: DocumentIndex, since last: ScalarPlace) {
    if last.first <= position, position <= last.position {
      self = last
      move(to: position)
      return
    }
    let entries = index.entries
    let nearest = Self.container(before: position, in: index, since: last)
    if nearest < last.position, last.position < position, entries[last.container].end > position {
      // No container is between the two.
      self = last
      move(to: position)
      return
    }
    self.position = position
    if entries[nearest].end > position {
      container = nearest
      first = nearest + IndexEntry.entriesPerContainer
      ordinal = position - first
      return
    }
    // A sibling container of this scalar, or one inside a sibling.
    var child = nearest
    var parent = entries[child + 2].high
    while entries[parent].end <= position {
      child = parent
      parent = entries[child + 2].high
    }
    container = parent
    first = entries[child].end
    ordinal = entries[child + 2].low + 1 + position - first
  }

  private mutating func move(to position: Int) {
    ordinal += position - self.position
    self.position = position
  }

  /// Returns the nearest container that begins before a scalar.
  private static func container(
    before position: Int,
    in index: DocumentIndex,
    since last: ScalarPlace
  ) -> Int {
    let entries = index.entries
    let start = position & ~(ContainerTable.reach - 1)
    var container = position - 1
    while !entries[container].isContainer {
      if container <= start { return index.document.container(before: start) }
      container -= 1
    }
    // Few steps aren't counted, because that reads a task-local value.
    if position - container > 8 { StepCount.add(position - container) }
    return container
  }
}
