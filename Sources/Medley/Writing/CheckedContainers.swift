import MedleyBase

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

  let reservedKeys: ReservedKeys
  private let reservesSuper: Bool
  private let keys = Lock(TypeTable<Bool>())

  /// - Parameter reserved: The keys that the payload must not write.
  init(reserved: [String]) {
    // An encoder may convert another key to one of them.
    var all = reserved
    for key in reserved.map(SnakeCase.camelCase) + reserved.map(SnakeCase.snakeCase)
    where !all.contains(key) {
      all.append(key)
    }
    reservedKeys = ReservedKeys(all)
    reservesSuper = reserved.contains("super")
  }

  /// Returns whether an encoder merges the containers of one object, as those of Foundation and MedleyJSON do.
  func merges<Other: Encoder>(_ encoder: Other) -> Bool {
    // A super encoder has a key that no key type declares.
    !reservesSuper && Self.merging.passes(Other.self)
  }

  private static let merging = TypeTest { type in
    let name = DecoderTraits.name(of: type)
    // Not that of a payload with a tag, whose containers must be checked.
    return ["FoundationEssentials.", "Foundation.", "MedleyEngine.ValueEncoder"]
      .contains(where: name.hasPrefix)
  }

  /// Returns the kind of a container with keys of a type.
  func use<Key: CodingKey>(of type: Key.Type) -> Use {
    let id = ObjectIdentifier(type)
    if let known = keys.withLock({ $0[id] }) { return known ? .direct : .checked }
    if reservedKeys.names.contains(where: { Key(stringValue: $0) != nil }) {
      keys.withLock { $0.insert(false, for: id) }
      return .checked
    }
    return .learning(KeyLesson(type: id))
  }

  /// Stores the result for a key type.
  func keep(_ lesson: KeyLesson) {
    guard lesson.hasKeys else { return }
    let (id, areRemade) = (lesson.type, lesson.areRemade)
    keys.withLock { $0.insert(areRemade, for: id) }
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

/// A container of an ``ObjectWriter``, which checks each member and writes it.
struct CheckedContainer<Key: CodingKey>: GenericKeyedEncoding {
  let writer: ObjectWriter
  /// Records whether the keys can be made from their names, if that isn't known yet.
  let lesson: KeyLesson?

  var codingPath: [any CodingKey] { writer.codingPath }

  private func write(
    _ value: RecordedValue,
    _ key: Key,
    _ encode: (inout KeyedEncodingContainer<WireKey>, WireKey) throws -> Void
  ) throws {
    let key = note(key)
    guard try writer.admits(value, under: key) else { return }
    var container = writer.container
    do {
      try encode(&container, key)
    } catch {
      writer.removeMember(under: key)
      throw error
    }
  }

  private func note(_ key: Key) -> WireKey {
    lesson?.learn(key)
    return WireKey(key)
  }

  func encodeNil(forKey key: Key) throws {
    try write(.null, key) { try $0.encodeNil(forKey: $1) }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try write(.boolean(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: String, forKey key: Key) throws {
    try write(.string(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try write(.integer(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try write(.double(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try write(.value(value), key) { try $0.encode(value, forKey: $1) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key)?.container(keyedBy: type)
      ?? container.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key)?.unkeyedContainer()
      ?? container.nestedUnkeyedContainer(forKey: key)
  }

  func superEncoder() -> any Encoder {
    var container = writer.container
    return writer.encoder(under: "super") ?? container.superEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key) ?? container.superEncoder(forKey: key)
  }
}

/// A single-value container of a payload, whose value must have members.
struct InPlaceContainer: SingleValueEncodingContainer {
  let writer: ObjectWriter
  var codingPath: [any CodingKey] { writer.codingPath }

  private func refusal(_ value: Any) -> EncodingError {
    writer.refusal("a single value", of: value)
  }

  func encodeNil() throws { throw writer.refusal("null", of: Any?.none as Any) }
  func encode(_ value: Bool) throws { throw refusal(value) }
  func encode(_ value: String) throws { throw refusal(value) }
  func encode(_ value: Double) throws { throw refusal(value) }
  func encode(_ value: Float) throws { throw refusal(value) }
  func encode(_ value: Int) throws { throw refusal(value) }
  func encode(_ value: Int8) throws { throw refusal(value) }
  func encode(_ value: Int16) throws { throw refusal(value) }
  func encode(_ value: Int32) throws { throw refusal(value) }
  func encode(_ value: Int64) throws { throw refusal(value) }
  func encode(_ value: UInt) throws { throw refusal(value) }
  func encode(_ value: UInt8) throws { throw refusal(value) }
  func encode(_ value: UInt16) throws { throw refusal(value) }
  func encode(_ value: UInt32) throws { throw refusal(value) }
  func encode(_ value: UInt64) throws { throw refusal(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { throw refusal(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { throw refusal(value) }

  func encode(_ value: some Encodable) throws { try writer.encodeInPlace(value) }
}
