/// What a keyed container works on: memory that its owner keeps, without any reference, so that a
/// copy of the container for each field costs nothing.
@safe struct ContainerCell {
  @safe private struct State {
    let index: DocumentIndex
    var cursor: MemberCursor
    /// The size of a key: 0 or 1, or -1 where a key isn't its own number.
    var keySize: Int
    /// What is known of the keys; nil if none are learned.
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

  private let state: UnsafeMutablePointer<State>

  /// - Parameters:
  ///   - index: The index of the document.
  ///   - head: The object.
  ///   - keys: What is known of the keys, for keys of at most one byte; nil if none are learned.
  ///   - size: The size of a key.
  init(_ index: DocumentIndex, at head: Int, _ keys: LearnedKeysOwner?, keySize size: Int) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(index, MemberCursor(index, head), keySize: size, keys)
    )
  }

  // Sound, all of them: the owner of the cell outlives every container that reads it.

  func deallocate() {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inline(__always) var index: DocumentIndex { unsafe state.pointee.index }
  @inline(__always) var head: Int { unsafe state.pointee.cursor.head }

  @inline(__always) func point(at cursor: MemberCursor) {
    unsafe state.pointee.cursor = cursor
  }

  // MARK: - Finding members

  /// The position of the value under a key, or `DocumentIndex.nowhere`.
  @inline(__always) func find<Key: CodingKey>(_ key: Key) -> Int {
    let size = unsafe state.pointee.keySize
    var number = 0
    if size > 0 {
      // Sound: the sizes are equal.
      number = Int(unsafe unsafeBitCast(key, to: UInt8.self))
      guard number < LearnedKeys.count else { return findUnlearned(key) }
    } else if size < 0 {
      return findUnlearned(key)
    }
    let value = unsafe state.pointee.cursor.findNext(keys.patterns + number, in: index)
    return value >= 0 ? value : findFurther(key, number)
  }

  /// What is known of the keys, where they are learned.
  @inline(__always) private var keys: LearnedKeys { unsafe state.pointee.keys.unsafelyUnwrapped }

  @inline(never) private func findFurther<Key: CodingKey>(_ key: Key, _ number: Int) -> Int {
    let pattern = unsafe keys.patterns + number
    if unsafe !pattern.pointee.isActive {
      guard keys.resume(key, at: number) || keys.learn(key, at: number) else {
        unsafe state.pointee.keySize = -1
        return findUnlearned(key)
      }
      // Often it is the next one, as in an earlier call.
      let value = unsafe state.pointee.cursor.findNext(pattern, in: index)
      if value >= 0 { return value }
    }
    return unsafe state.pointee.cursor.find(pattern, in: index)
  }

  @inline(never) private func findUnlearned<Key: CodingKey>(_ key: Key) -> Int {
    let position = find(named: key.stringValue)
    if position >= 0 { index.document.keepNumber(of: key, at: position, in: head) }
    return position
  }

  @inline(never) func find(named name: String) -> Int {
    let document = index.document
    if document.options.convertsKeys {
      return document.convertedMembers(of: head)[name] ?? DocumentIndex.nowhere
    }
    return KeyPattern.withPattern(of: name) { pattern in
      unsafe state.pointee.cursor.find(pattern, in: index)
    }
  }
}
