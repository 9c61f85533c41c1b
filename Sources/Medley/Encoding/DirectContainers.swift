/// The containers of a payload that can write to the encoder directly.
///
/// Foundation's encoders merge the containers of one object. So a payload whose keys can't equal
/// the key of the tag writes to them directly, which takes 0.6 of the instructions of checking each
/// member. `init(stringValue:)` of the key type shows whether a key can equal that of the tag. This
/// is trusted only after keys of the type were seen, and all of them could be made from their
/// names.
///
/// It is a class, because the result for a type is used for all later values.
final class DirectContainers: Sendable {
  enum Use {
    case direct
    case checked
    /// Checked, and records whether the keys can be made from their names.
    case learning(KeyLesson)
  }

  private let reserved: [String]
  private let encoders = Lock<[ObjectIdentifier: Bool]>([:])
  private let keys = Lock<[ObjectIdentifier: Bool]>([:])

  /// - Parameter reserved: The keys that the payload must not write.
  init(reserved: [String]) {
    self.reserved = reserved + reserved.map(SnakeCase.camelCase)
  }

  /// Returns whether an encoder merges the containers of one object, as those of Foundation do.
  func merges(_ encoder: any Encoder) -> Bool {
    let type = type(of: encoder)
    let id = ObjectIdentifier(type)
    if let known = encoders.withLock({ $0[id] }) { return known }
    let name = String(reflecting: type)
    // A super encoder has a key that no key type declares.
    let merges =
      (name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation."))
      && !reserved.contains("super")
    encoders.withLock { $0[id] = merges }
    return merges
  }

  /// Returns the kind of a container with keys of a type.
  func use<Key: CodingKey>(of type: Key.Type) -> Use {
    let id = ObjectIdentifier(type)
    if let known = keys.withLock({ $0[id] }) { return known ? .direct : .checked }
    if reserved.contains(where: { Key(stringValue: $0) != nil }) {
      keys.withLock { $0[id] = false }
      return .checked
    }
    return .learning(KeyLesson(type: id))
  }

  /// Stores the result for a key type.
  func keep(_ lesson: KeyLesson) {
    guard lesson.hasKeys else { return }
    let (id, areRemade) = (lesson.type, lesson.areRemade)
    keys.withLock { $0[id] = areRemade }
  }
}

/// The result for the keys of one type.
///
/// It is a class, because copies of a container share it.
final class KeyLesson {
  fileprivate let type: ObjectIdentifier
  fileprivate private(set) var hasKeys = false
  /// Whether each key can be made from its name.
  fileprivate private(set) var areRemade = true

  fileprivate init(type: ObjectIdentifier) {
    self.type = type
  }

  func learn<Key: CodingKey>(_ key: Key) {
    hasKeys = true
    if Key(stringValue: key.stringValue)?.stringValue != key.stringValue { areRemade = false }
  }
}
