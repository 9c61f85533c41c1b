/// Where a scalar stands in the container around it.
///
/// The index has links from containers to those around them, and none from scalars. So whoever asks
/// goes back to the nearest container, which may be as far away as an array is long; the last
/// answer is kept, so that a list of nothing but faults is still gone through once.
struct ScalarPlace {
  /// The scalar.
  var position = -1
  /// The container around it.
  var head = 0
  /// Which element it is, if that is an array.
  var ordinal = 0

  init() {}

  /// - Complexity: O(*d*) in the depth, and O(*n*) in the scalars since the last container, or since
  ///   the scalar that `last` is the place of.
  init(of position: Int, in words: IndexWords, since last: ScalarPlace) {
    if last.position == position {
      // Whoever tries several types asks several times.
      self = last
      return
    }
    self.position = position
    var container = position - 1
    while !words[container].isContainer {
      if container == last.position {
        if words[last.head].end > position {
          head = last.head
          ordinal = last.ordinal + position - last.position
          return
        }
        // The last scalar of a container that ends before this one.
        container = last.head
        break
      }
      container -= 1
    }
    if words[container].end > position {
      head = container
      ordinal = position - container - IndexWord.headCount
      return
    }
    // A container beside this scalar, or inside of one beside it.
    var parent = words[container + 2].high
    while words[parent].end <= position {
      container = parent
      parent = words[container + 2].high
    }
    head = parent
    ordinal = words[container + 2].low + 1 + position - words[container].end
  }
}
