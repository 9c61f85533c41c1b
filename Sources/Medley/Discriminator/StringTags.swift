/// An index of the string tags of a registry, which a decoder of Medley's own makes when it first
/// needs it.
///
/// A class, so that the copies of a registry share the index. A registry that changes gets a new one.
final class StringTags: Sendable {
  /// The key under which the tag stands; nil if it stands elsewhere.
  let key: String?
  private let made = Lock<(any AnyObject & Sendable)?>(nil)

  init(key: String?) {
    self.key = key
  }

  func index<Index: AnyObject & Sendable>(_ make: @Sendable () -> Index) -> Index {
    made.withLock { made in
      if let index = made as? Index { return index }
      let index = make()
      made = index
      return index
    }
  }
}
