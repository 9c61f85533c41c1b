/// A scanned scalar.
struct ScannedScalar {
  let entry: IndexEntry
  /// The position after it.
  let end: Int
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

  /// Returns the position after a colon, which white space may precede.
  @inline(__always) func colon(from begin: Int) throws(SyntaxError) -> Int {
    if begin < bytes.count, bytes[begin] == UInt8(ascii: ":") { return begin &+ 1 }
    let position = space(from: begin)
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
      throw error(.expectedColon, at: position)
    }
    return position &+ 1
  }
}

// MARK: - Scanning numbers and literals

extension Lexer {
  /// Reads a number without a sign, of at most eight digits and a fraction of seven.
  ///
  /// It is inlined, so it has to be small: with signs and long fractions, the mixed feed took 40 of
  /// 1,790 more instructions for each element.
  @inline(__always) func simpleNumber(
    from position: Int,
    _ first: UInt8
  ) -> (kind: Kind, end: Int)? {
    bytes.count &- position >= 24 ? shortNumber(from: position, first) : nil
  }

  /// Does the same if there are 24 bytes.
  @inline(__always) func shortNumber(
    from position: Int,
    _ first: UInt8
  ) -> (kind: Kind, end: Int)? {
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
    return bytes[end].endsNumber ? (kind, end) : nil
  }

  /// Reads any scalar.
  @inline(never) func scalar(from position: Int) throws(SyntaxError) -> ScannedScalar {
    if bytes.readable &- position >= 8,
      let literal = literal(bytes.word(at: position), from: position)
    {
      return literal
    }
    return switch bytes[position] {
    case UInt8(ascii: "\""): try string(from: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(from: position)
    case UInt8(ascii: "t"): try literal("true", .true, from: position)
    case UInt8(ascii: "f"): try literal("false", .false, from: position)
    case UInt8(ascii: "n"): try literal("null", .null, from: position)
    default: throw error(.unexpectedByte, at: position)
    }
  }

  private func literal(
    _ name: StaticString,
    _ kind: Kind,
    from begin: Int
  ) throws(SyntaxError) -> ScannedScalar {
    for index in 0..<name.utf8CodeUnitCount {
      let position = begin + index
      // Sound: a static string has as many bytes as it says.
      guard position < bytes.count, bytes[position] == (unsafe name.utf8Start[index]) else {
        throw error(.unexpectedByte, at: position)
      }
    }
    let count = name.utf8CodeUnitCount
    return ScannedScalar(entry: IndexEntry(kind, offset: begin, count: count), end: begin + count)
  }

  /// Reads `true`, `false` or `null`, given the next eight bytes.
  @inline(__always) func literal(_ word: UInt64, from begin: Int) -> ScannedScalar? {
    switch UInt32(truncatingIfNeeded: word) {
    case 0x6c6c_756e:
      return ScannedScalar(entry: IndexEntry(.null, offset: begin, count: 4), end: begin &+ 4)
    case 0x6575_7274:
      return ScannedScalar(entry: IndexEntry(.true, offset: begin, count: 4), end: begin &+ 4)
    case 0x736c_6166 where word &>> 32 & 0xff == 0x65:
      return ScannedScalar(entry: IndexEntry(.false, offset: begin, count: 5), end: begin &+ 5)
    default:
      return nil
    }
  }

  private func digits(from begin: Int) -> Int {
    var position = begin
    while bytes.readable &- position >= 8 {
      let digits = bytes.word(at: position).leadingDigits
      position &+= digits
      if digits < 8 { return position }
    }
    while position < bytes.count, bytes[position].isDigit { position &+= 1 }
    return position
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
  /// For a pair of coordinates with 15 digits each, it saves 85 of 729 instructions, and for an
  /// integer of nine digits 64 of 153.
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
    return ScannedScalar(entry: IndexEntry(kind, offset: begin, count: end &- begin), end: end)
  }

  /// Reads a number (RFC 8259 §6).
  @inline(never) func number(from begin: Int) throws(SyntaxError) -> ScannedScalar {
    if let number = commonNumber(from: begin) { return number }
    var position = begin
    var kind = Kind.integer
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = digits(from: position)
    guard whole > position else { throw error(.badNumber, at: position) }
    if bytes[position] == UInt8(ascii: "0"), whole > position + 1 {
      throw error(.leadingZero, at: position + 1)
    }
    position = whole
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      kind = .decimal
      position += 1
      let fraction = digits(from: position)
      guard fraction > position else { throw error(.badNumber, at: position) }
      position = fraction
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      kind = .decimal
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      let exponent = digits(from: position)
      guard exponent > position else { throw error(.badNumber, at: position) }
      position = exponent
    }
    guard position - begin <= IndexEntry.largestCount else {
      throw SyntaxError(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(
      entry: IndexEntry(kind, offset: begin, count: position - begin),
      end: position
    )
  }
}
