/// A Bloom filter for more keys, with one bit of each of three words for each key.
///
/// A scanner has one, for the last object of this size. Keys are added when the filter is used. If
/// it was used for another object in between, all keys are added again: at most 48, for at least
/// twelve of the other object.
package struct WideKeyFilter {
  private var object = -1
  /// The next key to add, or the value before it.
  private var position = 0
  private var isValueAhead = false
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  package init() {}

  /// Compares a key that may be repeated with the keys before it, and sets the flag if it is.
  ///
  /// - Parameters:
  ///   - place: The entry of the key.
  ///   - object: The first entry of its object.
  ///   - size: The number of members before the key.
  ///   - entries: The index, with the key.
  ///   - bytes: The document.
  @inline(never) package mutating func compareKeys(
    upTo place: Int,
    in object: Int,
    _ size: Int,
    _ entries: IndexEntries,
    _ bytes: Bytes
  ) {
    guard size < KeyFilter.limit else { return }
    let mayBeRepeated = size < KeyFilter.narrow || insert(upTo: place, in: object, entries, bytes)
    if mayBeRepeated, bytes.isRepeated(place, object, entries) {
      entries[object].bits |= ObjectFlag.repeated
    }
  }

  /// Adds the keys of an object up to the one at `place`, and returns whether that may be repeated.
  private mutating func insert(
    upTo place: Int,
    in object: Int,
    _ entries: IndexEntries,
    _ bytes: Bytes
  ) -> Bool {
    if self.object != object {
      self = WideKeyFilter()
      self.object = object
      position = object &+ IndexEntry.entriesPerContainer
    }
    // The value of the key at `place` isn't written yet.
    if isValueAhead { position = entries.next(position) }
    while position < place {
      _ = insert(bytes.hash(ofKey: entries[position]))
      position = entries.next(position &+ 1)
    }
    position = place &+ 1
    isValueAhead = true
    return insert(bytes.hash(ofKey: entries[place]))
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
