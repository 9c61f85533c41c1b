/// A Bloom filter of an object's keys, which shows for most keys that they are new.
///
/// The first of two equal keys wins, so a search can begin at the last hit only if no key is
/// repeated. The filter has one bit of 64 for each key. If that is set, few keys are compared
/// directly, more with a `WideKeyFilter`, and objects beyond 48 keys use a hash table.
package struct KeyFilter {
  /// The number of members beyond which an object gets a hash table.
  static let limit = 48
  /// The number of members beyond which a wide filter is used.
  static let narrow = 12

  private var bits: UInt64 = 0

  package init() {}

  /// Adds a key and returns whether it may be repeated.
  @inline(__always) package mutating func insert(_ key: UInt64) -> Bool {
    let bit = (key &* 0x9e37_79b9_7f4a_7c15) &>> 58
    let mayBeThere = bits &>> bit & 1 != 0
    bits |= 1 &<< bit
    return mayBeThere
  }
}

// MARK: - Storing filters

extension KeyFilter {
  /// Stores the filter of an open object while an inner one is scanned, in the halves of its
  /// entries to which its end is written later.
  @inline(__always) func store(at object: Int, _ entries: IndexEntries) {
    entries[object] = IndexEntry(entries[object].high, Int(truncatingIfNeeded: bits & 0xffff_ffff))
    entries[object &+ 1] = IndexEntry(
      entries[object &+ 1].high,
      Int(truncatingIfNeeded: bits &>> 32)
    )
  }

  /// The stored filter of an object; undefined for an array.
  @inline(__always) init(storedAt object: Int, _ entries: IndexEntries) {
    bits = entries[object &+ 1].bits &<< 32 | entries[object].bits & 0xffff_ffff
  }
}

// MARK: - Comparing keys

extension Bytes {
  /// Returns the value of a key for a filter, which for a short one is that of `Lexer.shortKey(from:)`.
  package func hash(ofKey key: IndexEntry) -> UInt64 {
    let (offset, count) = (key.offset, key.count)
    if count >= 8 { return longHash(of: word(at: offset), offset, count) }
    if offset &+ 8 <= readable {
      return word(at: offset) & .first(count)
    }
    return (0..<count).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }

  /// Returns the value of a key of at least eight bytes, given the first eight.
  @inline(__always) func longHash(of first: UInt64, _ offset: Int, _ count: Int) -> UInt64 {
    // Both ends, because keys often share a prefix.
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    return first ^ word(at: offset &+ count &- 8) &* 31 ^ length
  }

  /// Returns whether the key at `place` repeats an earlier one.
  ///
  /// It is called for at most 48 keys of an object, so its cost is bounded.
  @inline(never) func isRepeated(_ place: Int, _ object: Int, _ entries: IndexEntries) -> Bool {
    let key = entries[place]
    var position = object + IndexEntry.entriesPerContainer
    while position < place {
      let other = entries[position]
      if other.bits >> 32 == key.bits >> 32,
        equal(other.offset, key.offset, count: key.count)
      {
        return true
      }
      position = entries.next(position + 1)
    }
    return false
  }
}
