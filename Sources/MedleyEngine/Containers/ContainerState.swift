/// The state of a keyed container, in memory that its owner frees.
struct ContainerState: PooledState {
  private struct Storage {
    let index: DocumentIndex
    var cursor: MemberCursor
    /// The cached names of the keys; nil if they aren't cached.
    var keys: LearnedKeys?
    let owner: LearnedKeysOwner?
  }

  private let storage: OwnedValue<Storage>

  /// - Parameters:
  ///   - index: The index of the document.
  ///   - object: The object.
  ///   - keys: The cached names of the keys, if these have at most one byte; nil for others.
  init(_ index: DocumentIndex, at object: Int, _ keys: LearnedKeysOwner?) {
    let cursor = MemberCursor(index, object)
    storage = OwnedValue(Storage(index: index, cursor: cursor, keys: keys?.keys, owner: keys))
  }

  func deallocate() {
    storage.deallocate()
  }

  @inline(__always) var index: DocumentIndex { storage.value.index }
  @inline(__always) var object: Int { storage.value.cursor.object }

  @inline(__always) func point(at cursor: MemberCursor) {
    storage.value.cursor = cursor
  }

  // MARK: - Finding members

  /// Returns the position of the value under a key, or `DocumentIndex.notFound`.
  @inline(__always) func find<Key: CodingKey>(_ key: Key) -> Int {
    guard let keys = storage.value.keys else { return findUnlearned(key) }
    var number = 0
    if MemoryLayout<Key>.size > 0 {
      // Sound: the sizes are equal.
      number = Int(unsafe unsafeBitCast(key, to: UInt8.self))
      guard number < keys.count else { return findFurther(key, number, keys) }
    }
    let value = storage.value.cursor.findNext(keys.pattern(number), in: index)
    return value >= 0 ? value : findFurther(key, number, keys)
  }

  /// Returns the position of the value under a key.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it is absent.
  @inline(__always) func required(_ key: some CodingKey) throws -> Int {
    let position = find(key)
    if position < 0 { throw index.missing(key, in: object) }
    return position
  }

  /// Returns the position of the value under a key; nil if it is absent or null.
  @inline(__always) func optional(_ key: some CodingKey) -> Int? {
    let position = find(key)
    return index.isNull(position) ? nil : position
  }

  // Finding a member is inlined for frequent types, and compiled once for all others, which saves
  // 20 KB.

  @inline(never) func anyFind(_ key: some CodingKey) -> Int { find(key) }

  @inline(never) func anyRequired(_ key: some CodingKey) throws -> Int {
    let position = anyFind(key)
    if position < 0 { throw index.missing(key, in: object) }
    return position
  }

  @inline(never) func anyOptional(_ key: some CodingKey) -> Int? {
    let position = anyFind(key)
    return index.isNull(position) ? nil : position
  }

  @inline(never)
  private func findFurther<Key: CodingKey>(_ key: Key, _ number: Int, _ keys: LearnedKeys) -> Int {
    guard number < LearnedKeys.largestCount else { return findUnlearned(key) }
    keys.reserve(number)
    if index.convertsKeys { return findConverted(key, number, keys) }
    if !keys.pattern(number).isActive {
      guard keys.resume(key, at: number) || keys.learn(key, at: number) else {
        storage.value.keys = nil
        return findUnlearned(key)
      }
      // Often the next member, as in an earlier call.
      let value = storage.value.cursor.findNext(keys.pattern(number), in: index)
      if value >= 0 { return value }
    }
    return storage.value.cursor.find(keys.pattern(number), in: index)
  }

  /// Finds a member by its converted name, and caches the bytes of its key.
  ///
  /// Objects with keys that may collide aren't plain, so the cached bytes decide.
  private func findConverted<Key: CodingKey>(
    _ key: Key,
    _ number: Int,
    _ keys: LearnedKeys
  ) -> Int {
    guard storage.value.cursor.isPlain else { return findUnlearned(key) }
    if keys.pattern(number).isActive || keys.resume(key, at: number) {
      let value = storage.value.cursor.findBytes(keys.pattern(number), in: index)
      if value >= 0 { return value }
    }
    let value = index.findConverted(key.stringValue, in: object)
    guard value >= 0 else { return value }
    if keys.learn(key, at: number, as: index.string(at: value - 1)) {
      storage.value.cursor.move(behind: value, in: index)
    } else {
      index.document.keepNumber(of: key, at: value, in: object)
    }
    return value
  }

  @inline(never) private func findUnlearned<Key: CodingKey>(_ key: Key) -> Int {
    let position = find(named: key.stringValue)
    if position >= 0 { index.document.keepNumber(of: key, at: position, in: object) }
    return position
  }

  @inline(never) func find(named name: String) -> Int {
    let document = index.document
    if index.convertsKeys {
      if storage.value.cursor.isPlain { return index.findConverted(name, in: object) }
      return document.convertedMember(name, of: object)
    }
    return name.withBytes { storage.value.cursor.find(KeyPattern($0), in: index) }
  }
}

/// A cache of the names of the keys of one type, as patterns to search for.
///
/// A key type with at most 256 cases without payloads is one byte, and the byte stands for the
/// name. The name is read once in each decode call, because it may change. The containers for a
/// type of key share the cache without counting references; their owners keep it alive.
///
/// It has room for a few keys, because most types have few, and grows for others.
struct LearnedKeys {
  private struct State {
    /// The cached keys; the memory moves when it grows.
    var patterns = MemoryStack<KeyPattern>(capacity: 8)
    var names = MemoryStack<String>(capacity: 8)
  }

  /// The largest number of cached keys of a type, which are suspended after each call.
  static let largestCount = 64

  private let state = OwnedValue(State())

  init() {
    // Also for a key type of one case, which has no byte.
    reserve(7)
  }

  func deallocate() {
    for number in 0..<count { state.value.patterns[number].deallocate() }
    state.value.patterns.deallocate()
    state.value.names.deallocate()
    state.deallocate()
  }

  /// The number of keys that there is room for.
  @inline(__always) var count: Int { state.value.patterns.count }

  @inline(__always) func pattern(_ number: Int) -> KeyPattern { state.value.patterns[number] }

  /// Makes room for a key.
  func reserve(_ number: Int) {
    while count <= number {
      state.value.patterns.push(KeyPattern())
      state.value.names.push("")
    }
  }

  /// Resumes the pattern of a key if its name is the same as in an earlier decode call.
  @inline(__always) func resume<Key: CodingKey>(_ key: Key, at number: Int) -> Bool {
    guard state.value.patterns[number].isLearned, key.stringValue == state.value.names[number]
    else { return false }
    state.value.patterns[number].resume()
    return true
  }

  /// Caches the name of a key, and the bytes of the key in the document if these differ.
  ///
  /// - Returns: False for a key with an `intValue`, which isn't cached, because paths must have
  ///   that.
  func learn<Key: CodingKey>(_ key: Key, at number: Int, as bytes: String? = nil) -> Bool {
    guard key.intValue == nil else { return false }
    let name = key.stringValue
    state.value.patterns[number].deallocate()
    state.value.patterns[number] = KeyPattern(bytes ?? name)
    state.value.names[number] = name
    return true
  }

  /// Suspends all patterns, because names may differ in the next decode call.
  ///
  /// The patterns are kept: comparing a name takes a fifth of the time of making a pattern.
  func forget() {
    for number in 0..<count { state.value.patterns[number].suspend() }
  }
}

/// The owner of the cached names of keys.
///
/// It is a class, because containers that escape from a pool share it.
final class LearnedKeysOwner {
  let keys = LearnedKeys()

  deinit {
    keys.deallocate()
  }
}
