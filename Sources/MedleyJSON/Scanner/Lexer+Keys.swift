// MARK: - Scanning keys

extension Lexer {
  /// A key of at most seven plain characters, from its quotation mark.
  @inline(__always) func shortKey(from position: Int) -> (count: Int, hash: UInt64)? {
    guard bytes.count &- position >= 9 else { return nil }
    let word = bytes.word(at: position &+ 1)
    let stops = word.plainStops
    let count = stops.bytesBeforeMark
    guard stops != 0, bytes[position &+ 1 &+ count] == UInt8(ascii: "\"") else { return nil }
    return (count, word & .first(count))
  }

  /// Any other key; notes at the head of its object what a search has to mind.
  @inline(never) func longKey(
    from position: Int,
    _ head: Int,
    _ words: IndexWords
  ) throws(SyntaxFault) -> (word: IndexWord, end: Int, hash: UInt64) {
    let offset = position &+ 1
    let word: IndexWord
    let end: Int
    let plainEnd = plainString(from: position)
    if plainEnd >= 0 {
      word = IndexWord(.ascii, offset: offset, count: plainEnd &- offset)
      end = plainEnd &+ 1
    } else {
      let string = try string(from: position)
      (word, end) = (string.word, string.end)
    }
    if word.kindBits == UInt64(Kind.escaped.rawValue) { words[head].bits |= ObjectFlag.escaped }
    if offset &+ 8 > bytes.count { words[head].bits |= ObjectFlag.edge }
    return (word, end, hash(of: word))
  }

  /// What a filter takes for a key; the same for a short one as `shortKey(from:)` has.
  func hash(of key: IndexWord) -> UInt64 {
    let (offset, count) = (key.offset, key.count)
    if count >= 8 { return longHash(of: bytes.word(at: offset), offset, count) }
    if offset &+ 8 <= bytes.count {
      return bytes.word(at: offset) & .first(count)
    }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  /// The same for a key of eight bytes or more, the first eight of which are given.
  @inline(__always) func longHash(of first: UInt64, _ offset: Int, _ count: Int) -> UInt64 {
    // Both ends: prefixes are often shared.
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    return first ^ bytes.word(at: offset &+ count &- 8) &* 31 ^ length
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
