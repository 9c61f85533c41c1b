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

  @inline(never) func anyRequired(_ key: some CodingKey) throws -> Int { try required(key) }
  @inline(never) func anyOptional(_ key: some CodingKey) -> Int? { optional(key) }

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

/// The containers of a pool for one type of key.
///
/// Objects nest, so it is used like a stack, and its first free container is at the last place or
/// beside it.
@safe struct ContainerChain {
  /// The limit for a chain and so for what can escape; deeper containers own what they read.
  static let longest = 256

  var key: ObjectIdentifier?
  private var containers: UnsafeMutablePointer<Unmanaged<PooledContainer>>?
  private(set) var count = 0
  private var capacity = 0
  /// The position of the container that was taken last.
  var last = 0
  /// The place of the chain that was used before this one in the decode call; negative if there is
  /// none.
  var previous = unused
  /// The cached names of the keys; nil if they aren't cached.
  var keys: Unmanaged<LearnedKeysOwner>?

  /// What ``previous`` is in a chain that wasn't used.
  static var unused: Int { -2 }

  // Sound, all of it: containers are initialised up to their count, and the chain retains each
  // until `deallocate()`.

  func deallocate() {
    for container in 0..<count { unsafe containers.unsafelyUnwrapped[container].release() }
    unsafe containers?.deallocate()
    unsafe keys?.release()
  }

  @inline(__always) func isFree(_ position: Int) -> Bool {
    unsafe containers.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { $0.isFree }
  }

  /// Whether there are no references to any container.
  @inline(__always) var isFree: Bool {
    for position in 0..<count where !isFree(position) { return false }
    return true
  }

  /// Points a free container at an object, and returns it.
  @inline(__always) func take<Key: CodingKey>(
    _ position: Int,
    _ type: Key.Type,
    _ cursor: MemberCursor
  ) -> KeyedDecodingContainer<Key> {
    unsafe containers.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { container in
      container.state.point(at: cursor)
      // Sound: the chain is for this `Key`.
      return unsafe unsafeDowncast(
        container,
        to: TypedPooledContainer<KeyedDecodingContainer<Key>>.self
      ).take()
    }
  }

  mutating func append(_ container: PooledContainer) {
    if count == capacity {
      capacity = max(2, capacity * 2)
      let grown = UnsafeMutablePointer<Unmanaged<PooledContainer>>.allocate(capacity: capacity)
      if let old = unsafe containers {
        unsafe grown.moveInitialize(from: old, count: count)
        unsafe old.deallocate()
      }
      unsafe containers = grown
    }
    unsafe (containers.unsafelyUnwrapped + count).initialize(to: .passRetained(container))
    last = count
    count += 1
  }

  /// Adds the containers that are still referenced to a list.
  func addHeld(to held: inout [PooledContainer]) {
    for position in 0..<count where !isFree(position) {
      held.append(unsafe containers.unsafelyUnwrapped[position].takeUnretainedValue())
    }
  }
}

/// A cache of the names of the keys of one type, as patterns to search for.
///
/// A key type with at most 256 cases without payloads is one byte, and the byte stands for the
/// name. The name is read once in each decode call, because it may change. The containers for a
/// type of key share the cache without counting references; their owners keep it alive.
///
/// It has room for a few keys, because most types have few, and grows for others.
@safe struct LearnedKeys {
  @safe private struct State {
    /// The patterns whose names were read in this decode call.
    var learned: UInt64 = 0
    var capacity = 0
    var patterns: UnsafeMutablePointer<KeyPattern>
    var names: UnsafeMutablePointer<String>

    init(capacity: Int) {
      self.capacity = capacity
      unsafe patterns = .allocate(capacity: capacity)
      unsafe names = .allocate(capacity: capacity)
    }
  }

  /// The largest number of cached keys of a type: one for each bit of `State.learned`.
  static let largestCount = 64
  /// The number of keys that there is room for at first.
  private static let firstCount = 8

  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(capacity: 0))
    grow(to: Self.firstCount)
  }

  // Sound, all of it: there are `capacity` patterns and names, callers use smaller numbers, and an
  // owner deallocates this after the last container that reads it.

  func deallocate() {
    for number in 0..<capacity { unsafe patterns[number].deallocate() }
    unsafe patterns.deallocate()
    unsafe state.pointee.names.deinitialize(count: capacity)
    unsafe state.pointee.names.deallocate()
    unsafe state.deallocate()
  }

  /// The number of keys that there is room for.
  @inline(__always) var capacity: Int { unsafe state.pointee.capacity }

  /// The patterns, which move when the cache grows.
  @inline(__always) var patterns: UnsafeMutablePointer<KeyPattern> {
    unsafe state.pointee.patterns
  }

  /// Makes room for a key, at most `largestCount`.
  func reserve(_ number: Int) {
    var capacity = capacity
    while capacity <= number { capacity *= 2 }
    if capacity > self.capacity { grow(to: capacity) }
  }

  private func grow(to capacity: Int) {
    let old = unsafe state.pointee
    let (count, added) = (old.capacity, capacity - old.capacity)
    var grown = State(capacity: capacity)
    grown.learned = old.learned
    unsafe grown.patterns.moveInitialize(from: old.patterns, count: count)
    unsafe (grown.patterns + count).initialize(repeating: .unlearned, count: added)
    unsafe grown.names.moveInitialize(from: old.names, count: count)
    unsafe (grown.names + count).initialize(repeating: "", count: added)
    unsafe old.patterns.deallocate()
    unsafe old.names.deallocate()
    unsafe state.pointee = grown
  }

  /// Resumes the pattern of a key if its name is the same as in an earlier decode call.
  @inline(__always) func resume<Key: CodingKey>(_ key: Key, at number: Int) -> Bool {
    guard unsafe patterns[number].isLearned,
      unsafe key.stringValue == state.pointee.names[number]
    else { return false }
    unsafe patterns[number].resume()
    unsafe state.pointee.learned |= 1 &<< UInt64(truncatingIfNeeded: number)
    return true
  }

  /// Caches the name of a key, and the bytes of the key in the document if these differ.
  ///
  /// - Returns: False for a key with an `intValue`, which isn't cached, because paths must have
  ///   that.
  func learn<Key: CodingKey>(_ key: Key, at number: Int, as bytes: String? = nil) -> Bool {
    guard key.intValue == nil else { return false }
    let name = key.stringValue
    unsafe patterns[number].deallocate()
    unsafe patterns[number] = KeyPattern(bytes ?? name)
    unsafe state.pointee.names[number] = name
    unsafe state.pointee.learned |= 1 &<< UInt64(truncatingIfNeeded: number)
    return true
  }

  /// Suspends all patterns, because names may differ in the next decode call.
  ///
  /// The patterns are kept: comparing a name takes a fifth of the time of making a pattern.
  func forget() {
    var learned = unsafe state.pointee.learned
    while learned != 0 {
      unsafe patterns[learned.trailingZeroBitCount].suspend()
      learned &= learned &- 1
    }
    unsafe state.pointee.learned = 0
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
