/// Which containers of a payload can be the encoder's own.
///
/// Foundation's encoders merge the containers of one object, so a payload whose keys can't be the
/// tag's writes to them directly: that takes 0.6 of the instructions of checking each member. Whether
/// keys of a type can be the tag's is asked of its `init(stringValue:)`. That is believed only of a
/// type whose keys were seen once, and were all made again from their names.
///
/// A class, because what is learnt of a type holds for all later values.
final class DirectContainers: Sendable {
  enum Use {
    case direct
    case checked
    /// Checked, to learn about the keys.
    case learning(KeyLesson)
  }

  private let reserved: [String]
  private let encoders = Lock<[ObjectIdentifier: Bool]>([:])
  private let keys = Lock<[ObjectIdentifier: Bool]>([:])

  /// - Parameter reserved: The keys that the payload must not write itself.
  init(reserved: [String]) {
    self.reserved = reserved + reserved.map(SnakeCase.camelCase)
  }

  /// Whether an encoder merges the containers of one object: those of Foundation do.
  func merges(_ encoder: any Encoder) -> Bool {
    let type = type(of: encoder)
    let id = ObjectIdentifier(type)
    if let known = encoders.withLock({ $0[id] }) { return known }
    let name = String(reflecting: type)
    // A super encoder has a key that no type of keys declares.
    let merges =
      (name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation."))
      && !reserved.contains("super")
    encoders.withLock { $0[id] = merges }
    return merges
  }

  /// How a container with keys of a type is made.
  func use<Key: CodingKey>(of type: Key.Type) -> Use {
    let id = ObjectIdentifier(type)
    if let known = keys.withLock({ $0[id] }) { return known ? .direct : .checked }
    if reserved.contains(where: { Key(stringValue: $0) != nil }) {
      keys.withLock { $0[id] = false }
      return .checked
    }
    return .learning(KeyLesson(type: id))
  }

  /// Keeps what was learnt of a type of keys.
  func keep(_ lesson: KeyLesson) {
    guard lesson.hasKeys else { return }
    let (id, areRemade) = (lesson.type, lesson.areRemade)
    keys.withLock { $0[id] = areRemade }
  }
}

/// What the keys of one type turned out to be.
///
/// A class, since copies of a container have one lesson.
final class KeyLesson {
  fileprivate let type: ObjectIdentifier
  fileprivate private(set) var hasKeys = false
  /// Whether each key can be made again from its name.
  fileprivate private(set) var areRemade = true

  fileprivate init(type: ObjectIdentifier) {
    self.type = type
  }

  func learn<Key: CodingKey>(_ key: Key) {
    hasKeys = true
    if Key(stringValue: key.stringValue)?.stringValue != key.stringValue { areRemade = false }
  }
}
