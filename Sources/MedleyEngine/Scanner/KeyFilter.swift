/// A Bloom filter of an object's keys, which shows for most keys that they are new.
///
/// The first of two equal keys wins, so a search can begin at the last hit only if no key is
/// repeated. The filter has one bit of 64 for each key. If that is set, few keys are compared
/// directly, more with a `WideKeyFilter`, and objects beyond 48 keys use a hash table.
package struct KeyFilter {
  /// The number of members beyond which an object gets a hash table.
  package static var limit: Int { 48 }
  /// The number of members beyond which a wide filter is used.
  static let narrow = 12

  private var bits: UInt64 = 0

  /// Adds a key and returns whether it may be repeated.
  @inline(__always) mutating func insert(_ key: UInt64) -> Bool {
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

extension IndexEntries {
  /// Writes a key, sets the flags of its object that a search needs, and returns the value of the
  /// key for a filter.
  @discardableResult
  package func write(key: IndexEntry, at place: Int, of object: Int, in bytes: Bytes) -> UInt64 {
    self[place] = key
    if key.kindBits == UInt64(Kind.escaped.rawValue) { self[object].bits |= ObjectFlag.escaped }
    if key.offset &+ 8 > bytes.readable { self[object].bits |= ObjectFlag.edge }
    return bytes.hash(ofKey: key)
  }

  /// Sets the flag of an object if a key repeats an earlier one.
  ///
  /// It is called for at most 48 keys of an object, so its cost is bounded.
  @inline(never) package func compareKey(at place: Int, of object: Int, in bytes: Bytes) {
    let key = self[place]
    var position = object + IndexEntry.entriesPerContainer
    while position < place {
      let other = self[position]
      if other.bits >> 32 == key.bits >> 32,
        bytes.equal(other.offset, bytes, key.offset, count: key.count)
      {
        self[object].bits |= ObjectFlag.repeated
        return
      }
      position = next(position + 1)
    }
  }
}

extension Bytes {
  /// Returns the value of a key for a filter, which for a short one is all of its bytes.
  func hash(ofKey key: IndexEntry) -> UInt64 {
    let (offset, count) = (key.offset, key.count)
    let head = head(offset, count)
    return count >= 8 ? longHash(of: head, offset, count) : head
  }

  /// Returns the value of a key of at least eight bytes, given the first eight.
  @inline(__always) func longHash(of first: UInt64, _ offset: Int, _ count: Int) -> UInt64 {
    // Both ends, because keys often share a prefix.
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    return first ^ word(at: offset &+ count &- 8) &* 31 ^ length
  }
}

/// A Bloom filter for more keys, with one bit of each of three words for each key.
///
/// A scanner has one, for the last object of this size. Keys are added when the filter is used. If
/// it was used for another object in between, all keys are added again: at most 48, for at least
/// twelve of the other object.
struct WideKeyFilter {
  private var object = -1
  /// The next key to add, or the value before it.
  private var position = 0
  private var isValueAhead = false
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  /// Compares a key that may be repeated with the keys before it, and sets the flag if it is.
  ///
  /// - Parameters:
  ///   - place: The entry of the key.
  ///   - object: The first entry of its object.
  ///   - size: The number of members before the key.
  ///   - entries: The index, with the key.
  ///   - bytes: The document.
  @inline(never) mutating func compareKeys(
    upTo place: Int,
    in object: Int,
    _ size: Int,
    _ entries: IndexEntries,
    _ bytes: Bytes
  ) {
    guard size < KeyFilter.limit else { return }
    if size >= KeyFilter.narrow {
      if self.object != object {
        self = WideKeyFilter()
        self.object = object
        position = object &+ IndexEntry.entriesPerContainer
      }
      if isValueAhead { position = entries.next(position) }
      while position < place {
        _ = insert(bytes.hash(ofKey: entries[position]))
        position = entries.next(position &+ 1)
      }
      // The value of the key at `place` isn't written yet.
      (position, isValueAhead) = (place &+ 1, true)
      guard insert(bytes.hash(ofKey: entries[place])) else { return }
    }
    entries.compareKey(at: place, of: object, in: bytes)
  }

  /// Adds a key and returns whether it may be repeated.
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
