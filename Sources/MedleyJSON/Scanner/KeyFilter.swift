/// A Bloom filter of an object's keys: tells at once that a key is new, in almost all cases.
///
/// The first of two equal keys wins, so a search may begin at the last hit only in an object
/// without any. Two bits of 128 for each key; beyond 48 keys a hash table takes over.
struct KeyFilter {
  /// Beyond so many members an object gets a hash table.
  static let limit = 48

  private var first: UInt64 = 0
  private var second: UInt64 = 0

  /// Adds a key, and returns whether it may have been there.
  @inline(__always) mutating func insert(_ key: UInt64) -> Bool {
    let hash = key &* 0x9e37_79b9_7f4a_7c15
    let firstBit: UInt64 = 1 &<< (hash &>> 58)
    let secondBit: UInt64 = 1 &<< ((hash &>> 52) & 63)
    let mayBeThere = first & firstBit != 0 && second & secondBit != 0
    first |= firstBit
    second |= secondBit
    return mayBeThere
  }
}

// MARK: - Scanning keys

extension Scanner {
  /// A key of at most seven plain characters, from its quotation mark.
  @inline(__always) func shortKey(from position: Int) -> (count: Int, hash: UInt64)? {
    guard bytes.count &- position >= 9 else { return nil }
    let word = bytes.word(at: position &+ 1)
    let stops = word.stringStops
    guard stops != 0 else { return nil }
    let count = stops.bytesBeforeMark
    let key = word & .first(count)
    guard bytes[position &+ 1 &+ count] == UInt8(ascii: "\""), key & .highBits == 0 else {
      return nil
    }
    return (count, key ^ UInt64(truncatingIfNeeded: count) &<< 56)
  }

  /// What the filter takes for any other key; notes what a search has to mind.
  @inline(never) func longKey(_ word: IndexWord, _ flags: inout UInt64) -> UInt64 {
    if word.kindBits == UInt64(Kind.escaped.rawValue) {
      flags |= ObjectFlag.escaped
      return 0
    }
    let (offset, count) = (word.offset, word.count)
    if offset + 8 > bytes.count { flags |= ObjectFlag.edge }
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    if count >= 8 {
      // Both ends: prefixes are often shared.
      return bytes.word(at: offset) ^ bytes.word(at: offset + count - 8) &* 31 ^ length
    }
    var key: UInt64 = 0
    for index in 0..<count { key |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    return key ^ length
  }

  /// Whether the key at `place` is among those before it.
  ///
  /// Called for at most 48 keys of an object, so that its cost has a bound.
  @inline(never) func isRepeated(_ place: Int, _ head: Int, _ words: IndexWords) -> Bool {
    let key = words[place]
    var position = head + IndexWord.headCount
    while position < place {
      let other = words[position]
      if other.bits >> 32 == key.bits >> 32,
        bytes.equal(other.offset, key.offset, count: key.count)
      {
        return true
      }
      position = words.next(position + 1)
    }
    return false
  }
}
