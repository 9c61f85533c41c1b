/// A scalar that was scanned.
struct ScannedScalar {
  let word: IndexWord
  /// The position behind it.
  let end: Int
}

// MARK: - Scanning white space

extension Scanner {
  /// The position of the first byte that is no white space.
  @inline(never) func space(from begin: Int) -> Int {
    var position = begin
    let end = bytes.count
    while true {
      // Indentation.
      while end &- position >= 8, bytes.word(at: position) == UInt64(repeating: 0x20) {
        position &+= 8
      }
      guard position < end else { return position }
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position &+= 1
      default: return position
      }
    }
  }
}

// MARK: - Scanning numbers and words

extension Scanner {
  /// A number that begins with 1 to 9 and has at most eight digits and seven more as a fraction.
  ///
  /// Inlined, so it has to be small: with signs and long fractions in it, the mixed feed took 40 of
  /// 1,790 instructions more for each element.
  @inline(__always) func simpleNumber(from position: Int) -> (kind: Kind, end: Int)? {
    guard bytes.count &- position >= 24, bytes[position] &- 0x31 < 9 else { return nil }
    var end = position &+ bytes.word(at: position).leadingDigits
    var kind = Kind.integer
    if bytes[end] == UInt8(ascii: ".") {
      let fraction = bytes.word(at: end &+ 1).leadingDigits
      guard fraction > 0 else { return nil }
      end &+= fraction &+ 1
      kind = .decimal
    }
    let next = bytes[end]
    return next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
      ? (kind, end) : nil
  }

  /// Any scalar.
  @inline(never) func scalar(from position: Int) throws(SyntaxFault) -> ScannedScalar {
    switch bytes[position] {
    case UInt8(ascii: "\""): try string(from: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(from: position)
    case UInt8(ascii: "t"): try word("true", .yes, from: position)
    case UInt8(ascii: "f"): try word("false", .no, from: position)
    case UInt8(ascii: "n"): try word("null", .null, from: position)
    default: throw fault(.unexpectedByte, at: position)
    }
  }

  private func word(
    _ name: StaticString,
    _ kind: Kind,
    from begin: Int
  ) throws(SyntaxFault) -> ScannedScalar {
    for index in 0..<name.utf8CodeUnitCount {
      let position = begin + index
      // Sound: a static string has as many bytes as it says.
      guard position < bytes.count, bytes[position] == (unsafe name.utf8Start[index]) else {
        throw fault(.unexpectedByte, at: position)
      }
    }
    let count = name.utf8CodeUnitCount
    return ScannedScalar(word: IndexWord(kind, offset: begin, count: count), end: begin + count)
  }

  private func digits(from begin: Int) -> Int {
    var position = begin
    while bytes.count &- position >= 8 {
      let digits = bytes.word(at: position).leadingDigits
      position &+= digits
      if digits < 8 { return position }
    }
    while position < bytes.count, bytes[position].isDigit { position &+= 1 }
    return position
  }

  /// A number without exponent, of at most eight digits and 24 more as a fraction.
  ///
  /// Coordinates: 729 to 644 instructions for a pair of them, of 15 digits each.
  @inline(__always) private func coordinate(from begin: Int) -> ScannedScalar? {
    guard bytes.count &- begin >= 40 else { return nil }
    var end = begin
    if bytes[end] == UInt8(ascii: "-") { end &+= 1 }
    let digits = bytes.word(at: end).leadingDigits
    guard bytes[end] != UInt8(ascii: "0") ? digits > 0 : digits == 1 else { return nil }
    end &+= digits
    guard bytes[end] == UInt8(ascii: ".") else { return nil }
    end &+= 1
    var fraction = bytes.word(at: end).leadingDigits
    if fraction == 8 {
      fraction &+= bytes.word(at: end &+ 8).leadingDigits
      if fraction == 16 { fraction &+= bytes.word(at: end &+ 16).leadingDigits }
    }
    end &+= fraction
    let next = bytes[end]
    guard fraction > 0, !next.isDigit, next | 0x20 != UInt8(ascii: "e") else { return nil }
    return ScannedScalar(
      word: IndexWord(.decimal, offset: begin, count: end &- begin),
      end: end
    )
  }

  /// A number (RFC 8259 §6).
  @inline(never) private func number(from begin: Int) throws(SyntaxFault) -> ScannedScalar {
    if let coordinate = coordinate(from: begin) { return coordinate }
    var position = begin
    var kind = Kind.integer
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = digits(from: position)
    guard whole > position else { throw fault(.badNumber, at: position) }
    if bytes[position] == UInt8(ascii: "0"), whole > position + 1 {
      throw fault(.leadingZero, at: position + 1)
    }
    position = whole
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      kind = .decimal
      position += 1
      let fraction = digits(from: position)
      guard fraction > position else { throw fault(.badNumber, at: position) }
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
      guard exponent > position else { throw fault(.badNumber, at: position) }
      position = exponent
    }
    guard position - begin <= IndexWord.largestCount else {
      throw SyntaxFault(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(
      word: IndexWord(kind, offset: begin, count: position - begin),
      end: position
    )
  }
}
