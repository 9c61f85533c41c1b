import Medley

/// Where a scalar stands in the container around it.
///
/// The index has links from containers to those around them, and none from scalars: the way back to
/// the nearest container may be as long as an array. So the last answer is kept, with all scalars
/// between its container or the last one beside them and itself, and a long way back is shortened
/// by a table. Whoever asks for the paths of a whole array, in any order, waits for one pass over it.
struct ScalarPlace {
  /// The scalar.
  var position = -1
  /// The container around it.
  var head = 0
  /// Which element it is, if that is an array.
  var ordinal = 0
  /// The first of the scalars of this container that stand before it without a container between.
  private var first = 0

  init() {}

  /// - Complexity: O(*d*) in the depth, and once for a document O(*n*) in its values.
  init(of position: Int, in index: DocumentIndex, since last: ScalarPlace) {
    if last.first <= position, position <= last.position {
      self = last
      move(to: position)
      return
    }
    let words = index.words
    let container = Self.container(before: position, in: index, since: last)
    if container < last.position, last.position < position, words[last.head].end > position {
      // There is no container between the two.
      self = last
      move(to: position)
      return
    }
    self.position = position
    if words[container].end > position {
      head = container
      first = container + IndexWord.headCount
      ordinal = position - first
      return
    }
    // A container beside this scalar, or inside of one beside it.
    var child = container
    var parent = words[child + 2].high
    while words[parent].end <= position {
      child = parent
      parent = words[child + 2].high
    }
    head = parent
    first = words[child].end
    ordinal = words[child + 2].low + 1 + position - first
  }

  private mutating func move(to position: Int) {
    ordinal += position - self.position
    self.position = position
  }

  /// The nearest container that begins before a scalar.
  private static func container(
    before position: Int,
    in index: DocumentIndex,
    since last: ScalarPlace
  ) -> Int {
    let words = index.words
    let start = position & ~(ContainerTable.reach - 1)
    var container = position - 1
    while !words[container].isContainer {
      if container <= start { return index.document.container(before: start) }
      container -= 1
    }
    StepCount.add(position - container)
    return container
  }
}
