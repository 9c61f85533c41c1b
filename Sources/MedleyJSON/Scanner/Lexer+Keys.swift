// MARK: - Scanning keys

extension Lexer {
  /// Reads a key of at most seven plain characters, beginning with its quotation mark.
  @inline(__always) func shortKey(from position: Int) -> (count: Int, hash: UInt64)? {
    guard bytes.count &- position >= 9 else { return nil }
    let word = bytes.word(at: position &+ 1)
    let stops = word.plainStops
    let count = stops.bytesBeforeMark
    guard stops != 0, bytes[position &+ 1 &+ count] == UInt8(ascii: "\"") else { return nil }
    return (count, word & .first(count))
  }

  /// Reads any other key, and sets the flags of its object that a search needs.
  @inline(never) func longKey(
    from position: Int,
    _ object: Int,
    _ entries: IndexEntries
  ) throws(SyntaxError) -> (entry: IndexEntry, end: Int, hash: UInt64) {
    let offset = position &+ 1
    let entry: IndexEntry
    let end: Int
    let plainEnd = plainString(from: position)
    if plainEnd >= 0 {
      entry = IndexEntry(.ascii, offset: offset, count: plainEnd &- offset)
      end = plainEnd &+ 1
    } else {
      let string = try string(from: position)
      (entry, end) = (string.entry, string.end)
    }
    if entry.kindBits == UInt64(Kind.escaped.rawValue) {
      entries[object].bits |= ObjectFlag.escaped
    }
    if offset &+ 8 > bytes.count { entries[object].bits |= ObjectFlag.edge }
    return (entry, end, hash(of: entry))
  }

  /// Returns the value of a key for a filter, which for a short one is that of `shortKey(from:)`.
  func hash(of key: IndexEntry) -> UInt64 {
    let (offset, count) = (key.offset, key.count)
    if count >= 8 { return longHash(of: bytes.word(at: offset), offset, count) }
    if offset &+ 8 <= bytes.count {
      return bytes.word(at: offset) & .first(count)
    }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  /// Returns the value of a key of at least eight bytes, given the first eight.
  @inline(__always) func longHash(of first: UInt64, _ offset: Int, _ count: Int) -> UInt64 {
    // Both ends, because keys often share a prefix.
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    return first ^ bytes.word(at: offset &+ count &- 8) &* 31 ^ length
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
        bytes.equal(other.offset, key.offset, count: key.count)
      {
        return true
      }
      position = entries.next(position + 1)
    }
    return false
  }
}
