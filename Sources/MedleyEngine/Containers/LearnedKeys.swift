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
