/// A Bloom filter of an object's keys: tells at once that a key is new, in most cases.
///
/// The first of two equal keys wins, so a search may begin at the last hit only in an object
/// without any. One bit of 64 for each key: where that is set, few keys are compared, and for more
/// a `WideKeyFilter` is asked; beyond 48 keys a hash table takes over.
struct KeyFilter {
  /// Beyond so many members an object gets a hash table.
  static let limit = 48
  /// Beyond so many a wide filter is asked.
  static let narrow = 12

  private var bits: UInt64 = 0

  init() {}

  /// Adds a key, and returns whether it may have been there.
  @inline(__always) mutating func insert(_ key: UInt64) -> Bool {
    let bit = (key &* 0x9e37_79b9_7f4a_7c15) &>> 58
    let mayBeThere = bits &>> bit & 1 != 0
    bits |= 1 &<< bit
    return mayBeThere
  }

  /// Adds a key unless it may be there already, and returns whether it did.
  @inline(__always) mutating func insertNew(_ key: UInt64) -> Bool {
    let bit = (key &* 0x9e37_79b9_7f4a_7c15) &>> 58
    if bits &>> bit & 1 != 0 { return false }
    bits |= 1 &<< bit
    return true
  }
}

// MARK: - Storing filters

extension KeyFilter {
  /// Keeps the filter of an open object, while one inside of it is scanned, in those halves of its
  /// head that its ends are written to.
  @inline(__always) func store(at head: Int, _ words: IndexWords) {
    words[head] = IndexWord(words[head].high, Int(truncatingIfNeeded: bits & 0xffff_ffff))
    words[head &+ 1] = IndexWord(words[head &+ 1].high, Int(truncatingIfNeeded: bits &>> 32))
  }

  /// The filter of an object; of an array, where nobody asks for one, anything.
  @inline(__always) init(storedAt head: Int, _ words: IndexWords) {
    bits = words[head &+ 1].bits &<< 32 | words[head].bits & 0xffff_ffff
  }
}

/// A Bloom filter for more keys: three of them, each with one bit of 64 for each key.
///
/// A scanner has one, for that object of this size which it came to last. Keys are added when the
/// filter is asked; if it was another object's in between, all of them again: those are at most 48,
/// for twelve or more of the other.
struct WideKeyFilter {
  private var head = -1
  /// The key that is added next, or its predecessor's value.
  private var position = 0
  private var isValueAhead = false
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  init() {}

  /// Adds the keys of an object up to the one at `place`, and returns whether that may have been
  /// there.
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
    // The value of the key at `place` isn't there yet.
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
