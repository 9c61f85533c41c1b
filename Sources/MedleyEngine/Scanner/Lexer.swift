/// Reads the tokens of a document: white space, strings, numbers and literals.
///
/// It has only the bytes and their bitmap, which its functions take in registers, unlike a
/// mutable scanner.
struct Lexer {
  let bytes: Bytes
  let stringStops: StringStopBitmap

  @inline(never) func error(_ reason: SyntaxError.Reason, at position: Int) -> SyntaxError {
    position < bytes.count
      ? SyntaxError(offset: position, reason: reason)
      : SyntaxError(offset: bytes.count, reason: .truncated)
  }

  /// Returns the byte at a position.
  ///
  /// - Throws: The error for a text that ends before it.
  @inline(__always) func byte(at position: Int) throws(SyntaxError) -> UInt8 {
    guard position < bytes.count else { throw error(.truncated, at: position) }
    return bytes[position]
  }

  /// Returns whether a container ends after a comma.
  func isClosing(_ position: Int) -> Bool {
    position < bytes.count
      && (bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]"))
  }
}

// MARK: - Scanning members of the usual form

/// Where a run of members ends.
enum MemberRunEnd {
  /// Before a key, or another byte in its place.
  case key
  /// After a colon, with the key written.
  case value
  /// After a value, which is written.
  case separator
}

extension Lexer {
  /// Reads the members of an object while they are of the frequent form.
  ///
  /// That is a plain key with a string, a number or a literal such as `true`. The scanner
  /// reads everything else, including errors. A loop of its own has all registers, and checks the
  /// remaining length once for each member: 8 % of an element of the mixed feed.
  ///
  /// - Returns: The position where the run ends, the number of entries, the filter, the number of
  ///   complete members, and what comes next.
  @inline(never) func members(
    of object: Int,
    from begin: Int,
    _ entries: IndexEntries,
    _ begun: Int,
    _ filter: KeyFilter,
    _ wideFilter: inout WideKeyFilter,
    _ size: Int
  ) -> (position: Int, count: Int, filter: KeyFilter, size: Int, end: MemberRunEnd) {
    var position = begin
    var count = begun
    var filter = filter
    var size = size
    var runEnd = MemberRunEnd.key
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
      let stops = stringStops.stops(from: start)
      let end = start &+ stops.trailingZeroBitCount
      guard stops != 0, bytes.pair(at: end) == 0x3a22 else { break }
      let length = end &- start
      let word = bytes.word(at: start)
      let hash = length < 8 ? word & .first(length) : bytes.longHash(of: word, start, length)
      entries[count] = IndexEntry(.ascii, offset: start, count: length)
      if filter.insert(hash) {
        wideFilter.compareKeys(upTo: count, in: object, size, entries, bytes)
      }
      count &+= 1
      position = end &+ 2

      // MARK: Value
      if bytes[position] == UInt8(ascii: " ") { position &+= 1 }
      guard let value = memberValue(from: position, last) else {
        runEnd = .value
        break
      }
      entries[count] = value.entry
      count &+= 1
      size &+= 1
      position = value.end

      // MARK: Comma
      guard bytes[position] == UInt8(ascii: ",") else {
        runEnd = .separator
        break
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
    return (position, count, filter, size, runEnd)
  }

  /// Reads a value of the frequent form that ends before `last`; nil for others.
  @inline(__always) private func memberValue(from position: Int, _ last: Int) -> ScannedScalar? {
    let byte = bytes[position]
    if byte == UInt8(ascii: "\"") {
      var end = position &+ 1
      var stops = stringStops.stops(from: end)
      while stops == 0 {
        end &+= StringStopBitmap.reach
        guard end <= last else { return nil }
        stops = stringStops.stops(from: end)
      }
      end &+= stops.trailingZeroBitCount
      if bytes[end] == UInt8(ascii: "\"") {
        return ScannedScalar(.ascii, from: position &+ 1, to: end, end: end &+ 1)
      }
    } else if let scalar = shortNumber(from: position, byte)
      ?? literal(bytes.word(at: position), from: position)
    {
      return scalar
    } else if !byte.beginsNumber {
      return nil
    }
    // Other strings, and longer numbers and those with a sign; the scanner finds errors again.
    let isString = byte == UInt8(ascii: "\"")
    let scalar = try? isString ? string(from: position) : number(from: position)
    return scalar.flatMap { $0.end <= last ? $0 : nil }
  }
}

// MARK: - Scanning keys

extension Lexer {
  /// Reads a key and its colon.
  ///
  /// `members(of:from:_:_:_:_:_:)` reads most keys.
  @inline(never) func key(
    from position: Int,
    to place: Int,
    of object: Int,
    _ entries: IndexEntries
  ) throws(SyntaxError) -> (end: Int, hash: UInt64) {
    let key = try string(from: position)
    let hash = entries.write(key: key.entry, at: place, of: object, in: bytes)
    let colon = space(from: key.end)
    guard try byte(at: colon) == UInt8(ascii: ":") else { throw error(.expectedColon, at: colon) }
    return (colon &+ 1, hash)
  }
}

/// A scanned scalar.
struct ScannedScalar {
  let entry: IndexEntry
  /// The position after it.
  let end: Int

  /// Creates the scalar of a part of the document, without a quotation mark after it if `end` is nil.
  @inline(__always) init(_ kind: Kind, from start: Int, to limit: Int, end: Int? = nil) {
    entry = IndexEntry(kind, offset: start, count: limit &- start)
    self.end = end ?? limit
  }
}

// MARK: - Scanning white space

extension Lexer {
  /// Returns the position of the first byte that isn't white space.
  @inline(never) func space(from begin: Int) -> Int {
    var position = begin
    let end = bytes.count
    let last = end &- 8
    while position < end, bytes[position].isSpace {
      position &+= 1
      // Indentation.
      while position <= last {
        let others = bytes.word(at: position) ^ UInt64(repeating: 0x20)
        if others != 0 {
          position &+= others.bytesBeforeMark
          if bytes[position] > 0x20 { return position }
          break
        }
        position &+= 8
      }
    }
    return position
  }
}

// MARK: - Scanning numbers and literals

extension Lexer {
  /// Reads a number without a sign, of at most eight digits and a fraction of seven, if there are 24
  /// bytes.
  ///
  /// It is inlined, so it has to be small, without signs and long fractions.
  @inline(__always) func shortNumber(from position: Int, _ first: UInt8) -> ScannedScalar? {
    guard first.isDigit else { return nil }
    let digits = bytes.word(at: position).leadingDigits
    guard digits == 1 || first != UInt8(ascii: "0") else { return nil }
    var end = position &+ digits
    var kind = Kind.integer
    if bytes[end] == UInt8(ascii: ".") {
      let fraction = bytes.word(at: end &+ 1).leadingDigits
      guard fraction > 0 else { return nil }
      end &+= fraction &+ 1
      kind = .decimal
    }
    return bytes[end].endsNumber ? ScannedScalar(kind, from: position, to: end) : nil
  }

  /// Reads any scalar.
  @inline(never) func scalar(from position: Int) throws(SyntaxError) -> ScannedScalar {
    let word = bytes.head(position, min(8, bytes.count &- position))
    if let literal = literal(word, from: position) { return literal }
    let name: UInt64
    switch bytes[position] {
    case UInt8(ascii: "\""): return try string(from: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number(from: position)
    case UInt8(ascii: "t"): name = 0x6575_7274
    case UInt8(ascii: "f"): name = 0x65_736c_6166
    case UInt8(ascii: "n"): name = 0x6c6c_756e
    default: throw error(.unexpectedByte, at: position)
    }
    // At the first byte that isn't that of the literal.
    throw error(.unexpectedByte, at: position &+ (word ^ name).trailingZeroBitCount &>> 3)
  }

  /// Reads `true`, `false` or `null`, given the next eight bytes.
  @inline(__always) func literal(_ word: UInt64, from begin: Int) -> ScannedScalar? {
    switch UInt32(truncatingIfNeeded: word) {
    case 0x6c6c_756e:
      return ScannedScalar(.null, from: begin, to: begin &+ 4)
    case 0x6575_7274:
      return ScannedScalar(.true, from: begin, to: begin &+ 4)
    case 0x736c_6166 where word &>> 32 & 0xff == 0x65:
      return ScannedScalar(.false, from: begin, to: begin &+ 5)
    default:
      return nil
    }
  }

  /// Reads at least one digit, and returns the position after the last one.
  private func digits(from begin: Int) throws(SyntaxError) -> Int {
    var position = begin
    while position < bytes.count, bytes[position].isDigit { position &+= 1 }
    guard position > begin else { throw error(.badNumber, at: position) }
    return position
  }

  private func has(_ byte: UInt8, at position: Int) -> Bool {
    position < bytes.count && bytes[position] == byte
  }

  /// Returns the number of digits of the next 24 bytes, which must be there.
  @inline(__always) private func shortDigits(from begin: Int) -> Int {
    var digits = bytes.word(at: begin).leadingDigits
    if digits == 8 {
      digits &+= bytes.word(at: begin &+ 8).leadingDigits
      if digits == 16 { digits &+= bytes.word(at: begin &+ 16).leadingDigits }
    }
    return digits
  }

  /// Reads a number without an exponent, of at most 24 digits and a fraction of 24.
  ///
  /// It saves a tenth of a pair of coordinates with 15 digits each.
  @inline(__always) private func commonNumber(from begin: Int) -> ScannedScalar? {
    guard bytes.readable &- begin >= 64 else { return nil }
    var end = begin
    if bytes[end] == UInt8(ascii: "-") { end &+= 1 }
    let digits = shortDigits(from: end)
    guard bytes[end] != UInt8(ascii: "0") ? digits > 0 : digits == 1 else { return nil }
    end &+= digits
    var kind = Kind.integer
    if bytes[end] == UInt8(ascii: ".") {
      kind = .decimal
      end &+= 1
      let fraction = shortDigits(from: end)
      guard fraction > 0 else { return nil }
      end &+= fraction
    }
    let next = bytes[end]
    guard !next.isDigit, next | 0x20 != UInt8(ascii: "e") else { return nil }
    return ScannedScalar(kind, from: begin, to: end)
  }

  /// Reads a number (RFC 8259 §6).
  @inline(never) func number(from begin: Int) throws(SyntaxError) -> ScannedScalar {
    if let number = commonNumber(from: begin) { return number }
    var position = begin
    var kind = Kind.integer
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    position = try digits(from: whole)
    if bytes[whole] == UInt8(ascii: "0"), position > whole + 1 {
      throw error(.leadingZero, at: whole + 1)
    }
    if has(UInt8(ascii: "."), at: position) {
      kind = .decimal
      position = try digits(from: position + 1)
    }
    if has(UInt8(ascii: "e"), at: position) || has(UInt8(ascii: "E"), at: position) {
      kind = .decimal
      position += 1
      if has(UInt8(ascii: "+"), at: position) || has(UInt8(ascii: "-"), at: position) {
        position += 1
      }
      position = try digits(from: position)
    }
    guard position - begin <= IndexEntry.largestCount else {
      throw SyntaxError(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(kind, from: begin, to: position)
  }
}
