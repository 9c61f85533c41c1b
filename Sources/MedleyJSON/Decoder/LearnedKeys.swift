/// The names of the keys of one type, as patterns to be found.
///
/// A type of keys of at most 256 cases without payloads is a byte: that stands for the name, which is
/// asked for once in each decode call. Containers share what they learn; they reach it without a
/// reference, and their owners keep it.
@safe struct LearnedKeys {
  @safe private struct State {
    /// Which patterns are those of the keys in this decode call.
    var learned: UInt64 = 0
    let names: UnsafeMutablePointer<String>
  }

  /// So many keys of a type are learned: one for each bit of `State.learned`.
  static let count = 64

  let patterns: UnsafeMutablePointer<KeyPattern>
  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe patterns = .allocate(capacity: Self.count)
    unsafe patterns.initialize(repeating: .unlearned, count: Self.count)
    let names = UnsafeMutablePointer<String>.allocate(capacity: Self.count)
    unsafe names.initialize(repeating: "", count: Self.count)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(names: names))
  }

  // Sound, all of it: there are as many patterns and names as `count`, which callers stay below, and
  // an owner deallocates this when no container reads it any more.

  func deallocate() {
    for number in 0..<Self.count { unsafe patterns[number].deallocate() }
    unsafe patterns.deallocate()
    unsafe state.pointee.names.deinitialize(count: Self.count)
    unsafe state.pointee.names.deallocate()
    unsafe state.deallocate()
  }

  /// Makes the pattern of a key active if its name is what it was in an earlier decode call.
  @inline(__always) func resume<Key: CodingKey>(_ key: Key, at number: Int) -> Bool {
    guard unsafe patterns[number].isLearned,
      unsafe state.pointee.names[number] == key.stringValue
    else { return false }
    unsafe patterns[number].resume()
    unsafe state.pointee.learned |= 1 &<< UInt64(truncatingIfNeeded: number)
    return true
  }

  /// Learns the name of a key.
  ///
  /// - Returns: False for a key with an `intValue`, which isn't learned, since paths must have it.
  func learn<Key: CodingKey>(_ key: Key, at number: Int) -> Bool {
    guard key.intValue == nil else { return false }
    let name = key.stringValue
    unsafe patterns[number].deallocate()
    unsafe patterns[number] = KeyPattern(name)
    unsafe state.pointee.names[number] = name
    unsafe state.pointee.learned |= 1 &<< UInt64(truncatingIfNeeded: number)
    return true
  }

  /// Forgets which names keys have: in the next decode call they may have others.
  ///
  /// The patterns stay, since to compare a name takes a fifth of the time of making a pattern.
  func forget() {
    var learned = unsafe state.pointee.learned
    while learned != 0 {
      unsafe patterns[learned.trailingZeroBitCount].suspend()
      learned &= learned &- 1
    }
    unsafe state.pointee.learned = 0
  }
}

/// Keeps what is learned of keys.
///
/// It is a class since containers that escape from a pool go on reading what they share.
final class LearnedKeysOwner {
  let keys = LearnedKeys()

  deinit {
    keys.deallocate()
  }
}
