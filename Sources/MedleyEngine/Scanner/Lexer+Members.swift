// MARK: - Scanning members of the usual form

/// The end of a run of members.
struct MemberRun {
  enum State: Int {
    /// Before a key, or another byte in its place.
    case key
    /// After a colon, with the key written.
    case value
    /// After a value, which is written.
    case separator
  }

  let position: Int
  /// The number of written entries.
  let count: Int
  let filter: KeyFilter
  // In one word, so that everything is returned in registers.
  private let sizeAndState: Int

  @inline(__always) init(
    _ position: Int,
    _ count: Int,
    _ filter: KeyFilter,
    _ size: Int,
    _ state: State
  ) {
    self.position = position
    self.count = count
    self.filter = filter
    sizeAndState = size &<< 2 | state.rawValue
  }

  /// The number of members, including one whose value comes next.
  @inline(__always) var size: Int { sizeAndState &>> 2 }
  @inline(__always) var isAtValue: Bool { sizeAndState & 3 == State.value.rawValue }
  @inline(__always) var isAtSeparator: Bool { sizeAndState & 3 == State.separator.rawValue }
}

extension Lexer {
  /// Whether a comma and an object with members come next.
  @inline(__always) func isObjectNext(from position: Int) -> Bool {
    bytes.count &- position >= 4 && bytes.quad(at: position) & 0xff_ffff == 0x227b2c
  }

  /// Reads the members of an object while they are of the frequent form.
  ///
  /// That is a plain key with a string, a number or a literal such as `true`. The scanner
  /// reads everything else, including errors. A loop of its own has all registers, and checks the
  /// remaining length once for each member: 270 of 3,270 fewer instructions for an element of the
  /// mixed feed.
  @inline(never) func members(
    of object: Int,
    from begin: Int,
    _ entries: IndexEntries,
    _ begun: Int,
    _ filter: KeyFilter,
    _ wideFilter: inout WideKeyFilter,
    _ size: Int
  ) -> MemberRun {
    var position = begin
    var count = begun
    var filter = filter
    var size = size
    // A member is written only if there is more room than the scanner needs: see `IndexEntries.room`.
    assert(begun &+ IndexEntries.room <= entries.capacity)
    let limit = entries.capacity &- IndexEntries.room
    // One check for each member: from here on, a key and a value of at most 64 bytes each, which
    // the bitmap covers, are inside with the bytes between and after them. And no string is too
    // long if the whole document isn't.
    let last = bytes.count > IndexEntry.largestCount ? -1 : bytes.readable &- 160

    while position <= last, count < limit, bytes[position] == UInt8(ascii: "\"") {
      // MARK: Key
      let start = position &+ 1
      var stops = stringStops.stops(from: start)
      var end = start &+ stops.trailingZeroBitCount
      guard stops != 0, bytes.pair(at: end) == 0x3a22 else { break }
      let length = end &- start
      let hash =
        length < 8
        ? bytes.word(at: start) & .first(length)
        : bytes.longHash(of: bytes.word(at: start), start, length)
      entries[count] = IndexEntry(.ascii, offset: start, count: end &- start)
      if filter.insert(hash) {
        wideFilter.compareKeys(upTo: count, in: object, size, entries, bytes)
      }
      count &+= 1
      let colon = end &+ 1
      position = colon &+ 1

      // MARK: Value
      value: while true {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") {
          let start = position &+ 1
          end = start
          stops = stringStops.stops(from: end)
          while stops == 0 {
            end &+= StringStopBitmap.reach
            guard end <= last else { return MemberRun(position, count, filter, size, .value) }
            stops = stringStops.stops(from: end)
          }
          end &+= stops.trailingZeroBitCount
          if bytes[end] == UInt8(ascii: "\"") {
            entries[count] = IndexEntry(.ascii, offset: start, count: end &- start)
            end &+= 1
          } else {
            // Other characters and escapes; the scanner finds errors again.
            guard let string = try? string(from: position), string.end <= last else {
              return MemberRun(position, count, filter, size, .value)
            }
            entries[count] = string.entry
            end = string.end
          }
        } else if let number = shortNumber(from: position, byte) {
          entries[count] = IndexEntry(number.kind, offset: position, count: number.end &- position)
          end = number.end
        } else if let literal = literal(bytes.word(at: position), from: position) {
          entries[count] = literal.entry
          end = literal.end
        } else if byte == UInt8(ascii: " "), position == colon &+ 1 {
          position &+= 1
          continue value
        } else if byte.beginsNumber {
          // Longer ones and those with a sign; the scanner finds errors again.
          guard let number = try? number(from: position), number.end <= last else {
            return MemberRun(position, count, filter, size, .value)
          }
          entries[count] = number.entry
          end = number.end
        } else {
          return MemberRun(position, count, filter, size, .value)
        }
        break
      }
      count &+= 1
      size &+= 1
      position = end

      // MARK: Comma
      guard bytes[position] == UInt8(ascii: ",") else {
        return MemberRun(position, count, filter, size, .separator)
      }
      position &+= 1
      if bytes[position] <= 0x20 {
        guard bytes[position] == 0x0a || bytes[position] == 0x20 else { break }
        // The frequent white space: a line break and indentation, or a space.
        position &+= 1
        var others = bytes.word(at: position) ^ UInt64(repeating: 0x20)
        while others == 0, position <= last {
          position &+= 8
          others = bytes.word(at: position) ^ UInt64(repeating: 0x20)
        }
        position &+= others.bytesBeforeMark
      }
    }
    return MemberRun(position, count, filter, size, .key)
  }
}
