/// A Bloom filter of an object's keys, which shows for most keys that they are new.
///
/// The first of two equal keys wins, so a search can begin at the last hit only if no key is
/// repeated. The filter has one bit of 64 for each key. If that is set, few keys are compared
/// directly, more with a `WideKeyFilter`, and objects beyond 48 keys use a hash table.
struct KeyFilter {
  /// The number of members beyond which an object gets a hash table.
  static let limit = 48
  /// The number of members beyond which a wide filter is used.
  static let narrow = 12

  private var bits: UInt64 = 0

  init() {}

  /// Adds a key and returns whether it may be repeated.
  @inline(__always) mutating func insert(_ key: UInt64) -> Bool {
    let bit = (key &* 0x9e37_79b9_7f4a_7c15) &>> 58
    let mayBeThere = bits &>> bit & 1 != 0
    bits |= 1 &<< bit
    return mayBeThere
  }

  /// Adds a key unless it may be repeated, and returns whether it was added.
  @inline(__always) mutating func insertNew(_ key: UInt64) -> Bool {
    let bit = (key &* 0x9e37_79b9_7f4a_7c15) &>> 58
    if bits &>> bit & 1 != 0 { return false }
    bits |= 1 &<< bit
    return true
  }
}

// MARK: - Storing filters

extension KeyFilter {
  /// Stores the filter of an open object while an inner one is scanned, in the halves of its head
  /// to which its end is written later.
  @inline(__always) func store(at head: Int, _ words: IndexWords) {
    words[head] = IndexWord(words[head].high, Int(truncatingIfNeeded: bits & 0xffff_ffff))
    words[head &+ 1] = IndexWord(words[head &+ 1].high, Int(truncatingIfNeeded: bits &>> 32))
  }

  /// The stored filter of an object; undefined for an array.
  @inline(__always) init(storedAt head: Int, _ words: IndexWords) {
    bits = words[head &+ 1].bits &<< 32 | words[head].bits & 0xffff_ffff
  }
}

/// A Bloom filter for more keys, with one bit of each of three words for each key.
///
/// A scanner has one, for the last object of this size. Keys are added when the filter is used. If
/// it was used for another object in between, all keys are added again: at most 48, for at least
/// twelve of the other object.
struct WideKeyFilter {
  private var head = -1
  /// The next key to add, or the value before it.
  private var position = 0
  private var isValueAhead = false
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  init() {}

  /// Adds the keys of an object up to the one at `place`, and returns whether that may be repeated.
  mutating func insert(
    upTo place: Int,
    in head: Int,
    _ words: IndexWords,
    _ lexer: Lexer
  ) -> Bool {
    if self.head != head {
      self = WideKeyFilter()
      self.head = head
      position = head &+ IndexWord.headCount
    }
    // The value of the key at `place` isn't written yet.
    if isValueAhead { position = words.next(position) }
    while position < place {
      _ = insert(lexer.hash(of: words[position]))
      position = words.next(position &+ 1)
    }
    position = place &+ 1
    isValueAhead = true
    return insert(lexer.hash(of: words[place]))
  }

  private mutating func insert(_ key: UInt64) -> Bool {
    let hash = key &* 0x9e37_79b9_7f4a_7c15
    let bits = (hash &>> 58, hash &>> 52 & 63, hash &>> 46 & 63)
    let mayBeThere = first &>> bits.0 & second &>> bits.1 & third &>> bits.2 & 1 != 0
    first |= 1 &<< bits.0
    second |= 1 &<< bits.1
    third |= 1 &<< bits.2
    return mayBeThere
  }
}
