import MedleyBase

/// A keyed container for the members of one object.
///
/// That of a pool has no owner, and its functions count no references.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: EncodingContainerState
  /// What keeps the state alive, if no pool does.
  let owner: PooledContainer<EncodingContainerState>?

  var codingPath: [any CodingKey] { state.path }

  /// Writes a member that was begun, unless its key is that of the tag, or the object is finished.
  @inline(__always) private func encode(
    _ value: some Encodable,
    _ key: Key,
    in member: BegunValue?,
    by write: (BegunValue) throws -> Void
  ) throws {
    if let member { try write(member) } else { try check(value, key) }
  }

  func encodeNil(forKey key: Key) throws {
    try encode(Bool?.none, key, in: state.anyBegin(key)) { $0.writeNull() }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try encode(value, key, in: state.begin(key)) { $0.write(value) }
  }

  func encode(_ value: String, forKey key: Key) throws {
    if let member = state.begin(key) {
      member.write(value)
    } else if !state.isTag(value, key.stringValue) {
      try check(value, key)
    }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try encode(value, key, in: state.begin(key)) { try $0.write(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try encode(value, key, in: state.anyBegin(key)) { try $0.write(value) }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try encode(value, key, in: state.begin(key)) { $0.write(value) }
  }

  func encode<Value: EncodableInteger>(_ value: Value, forKey key: Key) throws {
    try encode(integer: value, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encode(integer: value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(integer: value, key) }

  @inline(never) private func encode(integer: some EncodableInteger, _ key: Key) throws {
    try encode(integer, key, in: state.anyBegin(key)) { $0.write(integer: integer) }
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, key, in: state.begin(key)) { try $0.encode(value) }
  }

  /// Does what there is to do with a member that wasn't begun: its key is that of the tag, or the
  /// object is finished.
  @inline(never) private func check(_ value: some Encodable, _ key: Key) throws {
    guard let member = state.beginReserved(key) else { return }
    let (writer, serial) = (member.writer, state.target.serial)
    try member.encode(value) {
      try writer.keeps(value, writtenAt: member.level, under: key.stringValue, serial)
    }
  }

  // MARK: - Nesting

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    if let nested = state.nested(key) { return nested.container(keyedBy: type) }
    guard var checked = state.checkedContainer(key) else { return JSONWriter.deadContainer() }
    return checked.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    if let nested = state.nested(key) { return nested.unkeyedContainer() }
    guard var checked = state.checkedContainer(key) else {
      return ValueEncoder.dead.unkeyedContainer()
    }
    return checked.nestedUnkeyedContainer(forKey: key)
  }

  func superEncoder() -> any Encoder { state.beginSuper() ?? .dead }

  func superEncoder(forKey key: Key) -> any Encoder {
    if let member = state.anyBegin(key) { return member.nestedEncoder(PlaceKey(key: key)) }
    guard var checked = state.checkedContainer(key) else { return ValueEncoder.dead }
    return checked.superEncoder(forKey: key)
  }
}

/// The object that a container writes to.
struct EncodingTarget {
  /// The level of the object, and its serial.
  let level: Int
  let serial: Int
  /// Whether the keys are those of the second type of the object, or of one of its parts.
  var isSecond = false
  /// The bits of the keys that the tag of the object has as well.
  var reserved: UInt64 = 0
}

/// The state of a keyed container, in memory that its owner frees.
struct EncodingContainerState: PooledState {
  private struct Storage {
    /// The writer; nil after the call.
    var writer: JSONWriter?
    var target = EncodingTarget(level: -1, serial: 0)
    /// The size of a key, 0 or 1; -1 if keys aren't cached.
    let keySize: Int
    /// The cached keys; nil for a container that writes nothing.
    let keys: EncodedKeys?
  }

  private let storage: OwnedValue<Storage>

  /// - Parameters:
  ///   - keys: The cached keys.
  ///   - size: The size of a key, or -1 if keys aren't cached.
  init(_ keys: EncodedKeys?, keySize size: Int) {
    storage = OwnedValue(Storage(keySize: size, keys: keys))
  }

  func deallocate() {
    storage.deallocate()
  }

  /// Points the container at a level.
  @inline(__always) func point(_ writer: JSONWriter, _ target: EncodingTarget) {
    storage.value.writer = writer
    storage.value.target = target
  }

  @inline(__always) var target: EncodingTarget { storage.value.target }

  /// Ends the use of the writer.
  func detach() { storage.value.writer = nil }

  var path: [any CodingKey] { storage.value.writer?.path(target.level, target.serial) ?? [] }

  // MARK: - Beginning members

  /// Writes a key and returns its member; nil if the key is that of the object's tag, or the object
  /// is finished.
  @inline(__always) func begin<Key: CodingKey>(_ key: Key) -> BegunValue? {
    guard let member = next() else { return nil }
    let (writer, level) = (member.writer, member.level)
    let size = storage.value.keySize
    // Sound: the sizes are equal.
    let number = size > 0 ? Int(unsafe unsafeBitCast(key, to: UInt8.self)) : 0
    if size >= 0, number < EncodedKeys.largestCount, let keys = storage.value.keys,
      keys.isActive(number) || learn(key, at: number, writer)
    {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
      if target.isSecond, writer.levels[level].keyType == JSONWriter.partKeys {
        if target.reserved != 0, writer.isReserved(key, target.serial) { return nil }
        writer.notePart(keys[number].hash, in: level)
      } else if target.isSecond {
        if writer.levels[level].otherKeys & bit != 0 {
          writer.noteRepetition(of: writer.converted(key, in: level), in: level)
        }
        writer.levels[level].otherKeys |= bit
      } else {
        if writer.levels[level].keys & bit != 0 {
          if target.reserved & bit != 0 { return nil }
          writer.noteRepetition(of: writer.converted(key, in: level), in: level)
        }
        writer.levels[level].keys |= bit
      }
      if let text = keys[number].bytes { writer.levels[level].begin(text, in: &writer.output) }
      if writer.state.convertsKeys { writer.levels[level].cachedKey = (keys, number) }
      return member
    }
    if writer.state.taggedPayloads.count > 0, writer.isReserved(key, target.serial) { return nil }
    beginUncached(key, writer, level)
    return member
  }

  /// Does the same, compiled once for infrequent types: each copy takes 1 KB.
  @inline(never) func anyBegin(_ key: some CodingKey) -> BegunValue? { begin(key) }

  /// Goes on with the object; nil if it is finished.
  @inline(__always) private func next() -> BegunValue? {
    // Not by a chain: reading the state across the call would allocate memory.
    guard let writer = storage.value.writer else { return nil }
    return writer.next(in: target.level, target.serial)
  }

  // MARK: - Keys of a tag

  /// Returns whether a member is the tag of the object, which is written already.
  @inline(never) func isTag(_ value: String, _ name: String) -> Bool {
    // Not by a chain: reading the state across the call would allocate memory.
    guard let writer = storage.value.writer else { return false }
    return writer.isTag(value, under: name, target.serial)
  }

  /// Writes a key that may be that of the object's tag; the caller decides whether the member stays.
  ///
  /// - Returns: The member; nil if the object is finished.
  @inline(never) func beginReserved(_ key: some CodingKey) -> BegunValue? {
    guard let member = next() else { return nil }
    let (writer, level) = (member.writer, member.level)
    writer.beginMember(level, key, as: writer.converted(key, in: level))
    return member
  }

  /// Returns a container that checks a key which the object's tag has as well; nil if it hasn't.
  func checkedContainer<Key: CodingKey>(_ key: Key) -> KeyedEncodingContainer<Key>? {
    let serial = target.serial
    guard let writer = storage.value.writer, writer.isReserved(key, serial) else { return nil }
    return writer.checker(serial)?.container(keyedBy: Key.self)
  }

  /// Caches a key whose name isn't known in this call.
  @inline(never)
  private func learn(_ key: some CodingKey, at number: Int, _ writer: JSONWriter) -> Bool {
    // Paths must have the number, and the name before its conversion.
    guard key.intValue == nil, let keys = storage.value.keys else { return false }
    let isNew = keys.learn(key.stringValue, at: number) { writer.text(of: key) }
    // Objects with keys of two types were tested without a new key.
    if isNew && writer.state.hasMixedKeys || keys.hasRepeatedKeys { writer.state.mayRepeat = true }
    return true
  }

  @inline(never)
  private func beginUncached(_ key: some CodingKey, _ writer: JSONWriter, _ level: Int) {
    writer.levels[level].hasUncachedKeys = true
    if writer.levels[level].otherKeyType != nil { writer.state.mayRepeat = true }
    let text = writer.converted(key, in: level)
    writer.noteKey(text, in: level)
    writer.beginMember(level, key, as: text)
    writer.levels[level].keyNumber = key.intValue
  }

  /// Begins the member of a super encoder without a key of its own.
  func beginSuper() -> ValueEncoder? {
    guard let member = next() else { return nil }
    let key = WireKey.superKey
    beginUncached(key, member.writer, member.level)
    return member.nestedEncoder(PlaceKey(key: key))
  }

  // MARK: - Nesting

  /// Returns the encoder of a container under a key, which goes on with an earlier one; nil if the
  /// object is finished.
  func nested<Key: CodingKey>(_ key: Key) -> ValueEncoder? {
    guard let writer = storage.value.writer else { return nil }
    // The last container isn't finished if it goes on.
    let level = writer.find(target.level, target.serial)
    guard level >= 0 else { return nil }
    let name = writer.converted(key, in: level)
    if let index = writer.child(name, of: level) {
      // It may be that of another part.
      if writer.levels[level].keyType == JSONWriter.partKeys { writer.state.parts.mustCheck = true }
      let (level, serial) = (writer.state.places[index].level, writer.state.places[index].serial)
      return ValueEncoder(output: writer.owner, level: level, serial: serial)
    }
    guard let member = writer.beginChild(in: level, { anyBegin(key) }) else { return nil }
    // Or with an earlier value, which isn't looked for until the document is complete.
    writer.state.text.marks.append(Mark(position: writer.output.count, isCopy: false))
    return member.nestedEncoder(PlaceKey(key: key, name: name))
  }
}

/// The containers of a writer for one type of key.
///
/// A container that is still referenced when the call ends is detached from its writer, so that it
/// writes nothing, and isn't reused.
final class EncodingContainers: ContainerChain<EncodingContainerState> {
  private let keys = EncodedKeys()
  /// Whether the keys of the type are cached.
  private let cachesKeys: Bool
  /// Containers that keep their states themselves.
  private var unpooled: [PooledContainer<EncodingContainerState>] = []

  init(cachesKeys: Bool) {
    self.cachesKeys = cachesKeys
  }

  deinit {
    keys.deallocate()
  }

  /// Returns a container for an object.
  @inline(__always) func container<Key: CodingKey>(
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    guard let position = free() else { return addedContainer(writer, target) }
    return take(position) { $0.point(writer, target) }
  }

  @inline(never) private func addedContainer<Key: CodingKey>(
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    let state = EncodingContainerState(keys, keySize: cachesKeys ? MemoryLayout<Key>.size : -1)
    state.point(writer, target)
    // Reflection finds out whether a container is free, which takes longer than making one.
    guard !isFull else { return unpooledContainer(PooledContainer(state)) }
    let container = ObjectEncodingContainer<Key>(state: state, owner: nil)
    let pooled = TypedPooledContainer(state, KeyedEncodingContainer(container))
    guard pooled.canTellWhetherFree() else { return unpooledContainer(pooled) }
    append(pooled)
    return pooled.take()
  }

  /// Returns a container that keeps its state itself, because the pool can't know when it is released.
  private func unpooledContainer<Key: CodingKey>(
    _ owner: PooledContainer<EncodingContainerState>
  ) -> KeyedEncodingContainer<Key> {
    unpooled.append(owner)
    return KeyedEncodingContainer(ObjectEncodingContainer(state: owner.state, owner: owner))
  }

  /// Returns whether the keys of both types are cached, and none is that of both.
  func isDisjoint(from other: EncodingContainers) -> Bool {
    cachesKeys && other.cachesKeys && keys.isDisjoint(from: other.keys)
  }

  override func endCall(_ held: inout [PooledContainer<EncodingContainerState>]) {
    keys.forget()
    for container in unpooled { container.state.detach() }
    unpooled = []
    super.endCall(&held)
  }
}

// MARK: - Writing nothing

extension JSONWriter {
  /// A container that writes nothing.
  static func deadContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    let owner = PooledContainer(EncodingContainerState(nil, keySize: -1))
    return KeyedEncodingContainer(ObjectEncodingContainer(state: owner.state, owner: owner))
  }
}

extension ValueEncoder {
  /// The encoder of a value that is finished, which writes nothing.
  static var dead: ValueEncoder { ValueEncoder(output: Output(), level: -1, serial: 0) }
}
