/// A keyed container for the members of one object.
///
/// A container of a pool owns nothing, because counting references for each member takes time; its
/// keeper is `Void`. Others keep their state alive.
struct ObjectEncodingContainer<Key: CodingKey, Keeper>: KeyedEncodingContainerProtocol {
  let state: EncodingContainerState
  let keeper: Keeper

  var codingPath: [any CodingKey] { state.path }

  @inline(never) private func write(integer: some FixedWidthInteger, _ key: Key) {
    if let member = state.begin(key) { member.writer.write(integer) }
  }

  /// Writes a member that may be refused, and is removed then.
  private func attempt(
    _ key: Key,
    _ body: (EncodingContainerState.Member) throws -> Void
  ) throws {
    guard let member = state.begin(key) else { return }
    let segmentCount = member.writer.segments.count
    do {
      try body(member)
    } catch {
      member.writer.removeMember(of: member.level, member.wasEmpty, segmentCount)
      throw error
    }
  }

  // MARK: - Encoding scalars

  func encodeNil(forKey key: Key) {
    if let member = state.begin(key) { member.writer.output.append("null") }
  }

  func encode(_ value: Bool, forKey key: Key) {
    if let member = state.begin(key) { member.writer.write(value) }
  }

  func encode(_ value: String, forKey key: Key) {
    if let member = state.begin(key) { member.writer.write(value) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else {
      try attempt(key) { try $0.writer.write(value, at: $0.level) }
      return
    }
    if let member = state.begin(key) { member.writer.output.append(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try attempt(key) { try $0.writer.write(value, at: $0.level) }
  }

  func encode(_ value: Int, forKey key: Key) {
    if let member = state.begin(key) { member.writer.output.append(value) }
  }

  func encode(_ value: Int8, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) { write(integer: value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) { write(integer: value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) { write(integer: value, key) }

  // MARK: - Encoding values

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard let member = state.begin(key) else { return }
    try member.writer.encode(value, in: member.level, wasEmpty: member.wasEmpty)
  }

  // MARK: - Nesting

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    state.nested(key)?.container(keyedBy: type) ?? JSONWriter.deadContainer()
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    state.nested(key)?.unkeyedContainer() ?? DeadEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    state.beginSuper() ?? DeadEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    guard let member = state.begin(key) else { return DeadEncoder() }
    return member.writer.nestedEncoder(in: member.level, key: key)
  }
}

/// The object that a container writes to.
struct EncodingTarget {
  /// The level of the object, and its serial.
  let level: Int
  let serial: Int
  /// Whether the keys are those of the second type of the object.
  var isSecond = false
}

/// The state of a keyed container, in memory that its owner frees.
///
/// It has no references, so copying the container for each member costs nothing.
@safe struct EncodingContainerState {
  @safe struct Storage {
    /// The writer; nil after the call.
    var writer: JSONWriter?
    var level = -1
    var serial = 0
    /// Whether the keys are those of the second type of the object.
    var isSecond = false
    /// The size of a key, 0 or 1; -1 if keys aren't cached.
    var keySize: Int
    /// The cached keys; nil for a container that writes nothing.
    let keys: EncodedKeys?
  }

  private let storage: UnsafeMutablePointer<Storage>

  /// - Parameters:
  ///   - keys: The cached keys.
  ///   - size: The size of a key, or -1 if keys aren't cached.
  init(_ keys: EncodedKeys?, keySize size: Int) {
    self.init(Storage(writer: nil, keySize: size, keys: keys))
  }

  // Sound, all of them: the owner of the state outlives every container that reads it.

  func deallocate() {
    unsafe storage.deallocate()
  }

  /// A state of its own with the same content.
  func copy() -> EncodingContainerState {
    unsafe EncodingContainerState(storage.pointee)
  }

  private init(_ content: Storage) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: content)
  }

  /// Points the container at a level.
  @inline(__always) func point(_ writer: JSONWriter, _ target: EncodingTarget) {
    unsafe storage.pointee.writer = writer
    unsafe storage.pointee.level = target.level
    unsafe storage.pointee.serial = target.serial
    unsafe storage.pointee.isSecond = target.isSecond
  }

  /// Ends the use of the writer.
  func detach() {
    unsafe storage.pointee.writer = nil
  }

  @inline(__always) var writer: JSONWriter? { unsafe storage.pointee.writer }

  var path: [any CodingKey] {
    unsafe storage.pointee.writer?.path(storage.pointee.level, storage.pointee.serial) ?? []
  }

  // MARK: - Beginning members

  /// A member that was begun.
  struct Member {
    let writer: JSONWriter
    let level: Int
    let wasEmpty: Bool
  }

  /// Writes a key and returns its member; nil if the object is finished.
  @inline(__always) func begin<Key: CodingKey>(_ key: Key) -> Member? {
    guard let writer = unsafe storage.pointee.writer else { return nil }
    let level = unsafe writer.resume(storage.pointee.level, storage.pointee.serial)
    guard level >= 0 else { return nil }
    let wasEmpty = writer.levels[level].isEmpty
    let size = unsafe storage.pointee.keySize
    var number = 0
    if size > 0 {
      // Sound: the sizes are equal.
      number = Int(unsafe unsafeBitCast(key, to: UInt8.self))
    }
    if size >= 0, number < EncodedKeys.largestCount {
      let keys = unsafe storage.pointee.keys.unsafelyUnwrapped
      if keys.isActive(number) || learn(key, number, writer) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
        if unsafe storage.pointee.isSecond {
          if writer.levels[level].otherKeys & bit != 0 {
            writer.noteRepetition(of: writer.converted(key, in: level), in: level)
          }
          writer.levels[level].otherKeys |= bit
        } else {
          if writer.levels[level].keys & bit != 0 {
            writer.noteRepetition(of: writer.converted(key, in: level), in: level)
          }
          writer.levels[level].keys |= bit
        }
        writer.output.reserve(keys.size(of: number) &+ 1)
        writer.beginMember(level)
        keys.write(number, to: &writer.output)
        if writer.convertsKeys { writer.levels[level].cachedKey = keys.key(number) }
        return Member(writer: writer, level: level, wasEmpty: wasEmpty)
      }
    }
    beginUncached(key, writer, level)
    return Member(writer: writer, level: level, wasEmpty: wasEmpty)
  }

  /// Caches a key whose name isn't known in this call.
  @inline(never) private func learn<Key: CodingKey>(
    _ key: Key,
    _ number: Int,
    _ writer: JSONWriter
  ) -> Bool {
    // Paths must have the number, and the name before its conversion.
    guard key.intValue == nil else { return false }
    let keys = unsafe storage.pointee.keys.unsafelyUnwrapped
    switch keys.learn(key.stringValue, at: number) {
    case .known: break
    case .repeated: writer.mayRepeat = true
    case .new(let name):
      let text = writer.converted(key, in: 0)
      keys.insert(name, at: number) { $0.append(text, escapingSlashes: writer.escapesSlashes) }
      // Objects with keys of two types were tested without this key.
      if writer.hasMixedKeys || keys.isRepeated(number) { writer.mayRepeat = true }
    }
    return true
  }

  @inline(never) private func beginUncached(
    _ key: some CodingKey,
    _ writer: JSONWriter,
    _ level: Int
  ) {
    let text = writer.converted(key, in: level)
    writer.noteKey(text, in: level)
    writer.levels[level].hasUncachedKeys = true
    if writer.levels[level].otherKeyType != nil { writer.mayRepeat = true }
    writer.beginMember(level)
    writer.write(text)
    writer.output.append(UInt8(ascii: ":"))
    writer.levels[level].keyNumber = key.intValue
    if writer.convertsKeys {
      writer.originals[level] = key
      writer.levels[level].cachedKey = nil
    }
  }

  /// Begins the member of a super encoder without a key of its own.
  func beginSuper() -> ValueEncoder? {
    guard let writer = unsafe storage.pointee.writer else { return nil }
    let level = unsafe writer.resume(storage.pointee.level, storage.pointee.serial)
    guard level >= 0 else { return nil }
    let key = PathKey(stringValue: "super")
    beginUncached(key, writer, level)
    return writer.nestedEncoder(in: level, key: key)
  }

  // MARK: - Nesting

  /// Returns the encoder of a container under a key, which goes on with an earlier one; nil if the
  /// object is finished.
  func nested<Key: CodingKey>(_ key: Key) -> ValueEncoder? {
    guard let writer = unsafe storage.pointee.writer else { return nil }
    // The last container isn't finished if it goes on.
    let level = unsafe writer.find(storage.pointee.level, storage.pointee.serial)
    guard level >= 0 else { return nil }
    let name = writer.converted(key, in: level)
    if writer.levels[level].children.count > 0, let index = writer.child(name, of: level) {
      let place = writer.places[index]
      return ValueEncoder(output: writer.owner, level: place.level, serial: place.serial)
    }
    guard let member = writer.beginChild(in: level, { begin(key) }) else { return nil }
    // Or with an earlier value, which isn't looked for until the document is complete.
    writer.merges.append(writer.output.count)
    return writer.nestedEncoder(in: member.level, key: key, name: name)
  }
}
