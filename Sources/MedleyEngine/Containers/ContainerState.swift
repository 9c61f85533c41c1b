/// The state of a keyed container, in memory that its owner frees.
///
/// It has no references, so copying the container for each field costs nothing.
@safe struct ContainerState {
  @safe private struct Storage {
    let index: DocumentIndex
    var cursor: MemberCursor
    /// The size of a key, 0 or 1; -1 if its byte isn't used as its number.
    var keySize: Int
    /// The cached names of the keys; nil if they aren't cached.
    let keys: LearnedKeys?
    private let owner: LearnedKeysOwner?

    init(
      _ index: DocumentIndex,
      _ cursor: MemberCursor,
      keySize size: Int,
      _ owner: LearnedKeysOwner?
    ) {
      self.index = index
      self.cursor = cursor
      keySize = owner == nil ? -1 : size
      keys = owner?.keys
      self.owner = owner
    }
  }

  private let storage: UnsafeMutablePointer<Storage>

  /// - Parameters:
  ///   - index: The index of the document.
  ///   - object: The object.
  ///   - keys: The cached names of the keys, if these have at most one byte; nil for others.
  ///   - size: The size of a key.
  init(_ index: DocumentIndex, at object: Int, _ keys: LearnedKeysOwner?, keySize size: Int) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(index, MemberCursor(index, object), keySize: size, keys)
    )
  }

  // Sound, all of them: the owner of the state outlives every container that reads it.

  func deallocate() {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  @inline(__always) var index: DocumentIndex { unsafe storage.pointee.index }
  @inline(__always) var object: Int { unsafe storage.pointee.cursor.object }

  @inline(__always) func point(at cursor: MemberCursor) {
    unsafe storage.pointee.cursor = cursor
  }

  // MARK: - Finding members

  /// Returns the position of the value under a key, or `DocumentIndex.notFound`.
  @inline(__always) func find<Key: CodingKey>(_ key: Key) -> Int {
    let size = unsafe storage.pointee.keySize
    var number = 0
    if size > 0 {
      // Sound: the sizes are equal.
      number = Int(unsafe unsafeBitCast(key, to: UInt8.self))
      guard number < keys.capacity else { return findBeyond(key, number) }
    } else if size < 0 {
      return findUnlearned(key)
    }
    let value = unsafe storage.pointee.cursor.findNext(keys.patterns + number, in: index)
    return value >= 0 ? value : findFurther(key, number)
  }

  /// The cached names of the keys, which must be there.
  @inline(__always) private var keys: LearnedKeys { unsafe storage.pointee.keys.unsafelyUnwrapped }

  /// Finds a member whose key there is no room for yet.
  @inline(never) private func findBeyond<Key: CodingKey>(_ key: Key, _ number: Int) -> Int {
    guard number < LearnedKeys.largestCount else { return findUnlearned(key) }
    keys.reserve(number)
    return findFurther(key, number)
  }

  @inline(never) private func findFurther<Key: CodingKey>(_ key: Key, _ number: Int) -> Int {
    if index.convertsKeys { return findConverted(key, number) }
    if unsafe !keys.patterns[number].isActive {
      guard keys.resume(key, at: number) || keys.learn(key, at: number) else {
        unsafe storage.pointee.keySize = -1
        return findUnlearned(key)
      }
      // Often the next member, as in an earlier call.
      let value = unsafe storage.pointee.cursor.findNext(keys.patterns + number, in: index)
      if value >= 0 { return value }
    }
    return unsafe storage.pointee.cursor.find(keys.patterns + number, in: index)
  }

  /// Finds a member by its converted name, and caches the bytes of its key.
  ///
  /// Objects with keys that may collide aren't plain, so the cached bytes decide.
  private func findConverted<Key: CodingKey>(_ key: Key, _ number: Int) -> Int {
    guard unsafe storage.pointee.cursor.isPlain else { return findUnlearned(key) }
    if unsafe keys.patterns[number].isActive || keys.resume(key, at: number) {
      let value = unsafe storage.pointee.cursor.findBytes(keys.patterns + number, in: index)
      if value >= 0 { return value }
    }
    let value = index.findConverted(key.stringValue, in: object)
    guard value >= 0 else { return value }
    if keys.learn(key, at: number, as: index.string(at: value - 1)) {
      unsafe storage.pointee.cursor.move(behind: value, in: index)
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
      if unsafe storage.pointee.cursor.isPlain { return index.findConverted(name, in: object) }
      return document.convertedMembers(of: object)[name]
    }
    return KeyPattern.withPattern(of: name) { pattern in
      unsafe storage.pointee.cursor.find(pattern, in: index)
    }
  }
}
