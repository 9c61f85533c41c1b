/// The string tags of a registry, with an index that MedleyJSON makes on first use.
///
/// It is a class, so that copies of a registry share the index. A changed registry gets a new one.
final class StringTags: Sendable {
  /// The key of the tag; nil if the wire form has no single key.
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
