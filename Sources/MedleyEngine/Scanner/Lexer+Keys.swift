// MARK: - Scanning keys

extension Lexer {
  /// Reads a key of at most seven plain characters, beginning with its quotation mark.
  @inline(__always) func shortKey(from position: Int) -> (count: Int, hash: UInt64)? {
    guard bytes.readable &- position >= 9 else { return nil }
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
    if offset &+ 8 > bytes.readable { entries[object].bits |= ObjectFlag.edge }
    return (entry, end, bytes.hash(ofKey: entry))
  }
}
