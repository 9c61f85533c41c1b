import MedleyEngine

// MARK: - Validating strings

extension IncrementalValidator {
  /// Whether the last byte is inside a string.
  var isInString: Bool {
    switch token {
    case .string, .escape, .character: true
    default: false
    }
  }

  /// Returns the end of what is certain of a string: no half of a character, an escape, or a pair of
  /// surrogates.
  func stringEnd(before position: Int, in bytes: Bytes) -> Int {
    switch token {
    case .escape: return position - 1 - progress
    case .character:
      var start = position - 1
      while bytes[start] & 0xc0 == 0x80 { start -= 1 }
      return start
    default: return position
    }
  }

  /// Moves to the next byte of a string that isn't plain.
  @inline(__always) func skipPlain(_ position: inout Int, in bytes: Bytes) {
    while position < bytes.count, bytes[position] >= 0x20, bytes[position] < 0x80,
      bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\")
    {
      position &+= 1
    }
  }

  mutating func string(_ byte: UInt8, in token: Token) throws(SyntaxError.Reason) -> Event? {
    switch token {
    case .string:
      return try unit(byte)
    case .escape:
      try escape(byte)
    default:
      guard continuation.contains(byte) else { throw .badUTF8 }
      continuation = 0x80...0xbf
      progress -= 1
      if progress == 0 { self.token = .string }
    }
    return nil
  }

  private mutating func unit(_ byte: UInt8) throws(SyntaxError.Reason) -> Event? {
    switch byte {
    case UInt8(ascii: "\""):
      token = nil
      return isKey ? .key : .scalar
    case UInt8(ascii: "\\"):
      token = .escape
      progress = 0
      kind = .escaped
    case 0..<0x20: throw .controlCharacter
    case 0x20..<0x80: break
    default: try beginCharacter(byte)
    }
    return nil
  }

  /// Looks at a byte of an escape: the second, or of `\uD83D\uDE00` one up to the last.
  private mutating func escape(_ byte: UInt8) throws(SyntaxError.Reason) {
    progress += 1
    switch progress {
    case 1 where "\"\\/bfnrt".utf8.contains(byte): token = .string
    case 1 where byte == UInt8(ascii: "u"), 6 where byte == UInt8(ascii: "\\"),
      7 where byte == UInt8(ascii: "u"):
      unit = 0
    case 1: throw .badEscape
    case 6, 7: throw .loneSurrogate
    default:
      guard let digit = byte.hexadecimalValue else { throw .badUnicodeEscape }
      unit = unit << 4 | digit
      guard progress == 5 || progress == 11 else { return }
      let isLow = unit & 0xfc00 == 0xdc00
      guard isLow == (progress == 11) else { throw .loneSurrogate }
      // Another unit follows the first half of a pair.
      if isLow || unit & 0xfc00 != 0xd800 { token = .string }
    }
  }

  /// Begins a character that isn't ASCII (RFC 3629 §4).
  private mutating func beginCharacter(_ byte: UInt8) throws(SyntaxError.Reason) {
    switch byte {
    case 0xc2...0xdf: (progress, continuation) = (1, 0x80...0xbf)
    case 0xe0: (progress, continuation) = (2, 0xa0...0xbf)
    case 0xed: (progress, continuation) = (2, 0x80...0x9f)
    case 0xe1...0xef: (progress, continuation) = (2, 0x80...0xbf)
    case 0xf0: (progress, continuation) = (3, 0x90...0xbf)
    case 0xf1...0xf3: (progress, continuation) = (3, 0x80...0xbf)
    case 0xf4: (progress, continuation) = (3, 0x80...0x8f)
    default: throw .badUTF8
    }
    if kind == .ascii { kind = .text }
    token = .character
  }
}

// MARK: - Validating numbers and literals

extension IncrementalValidator {
  /// Whether a number may end here.
  var isAtNumberEnd: Bool {
    switch token {
    case .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }

  /// Whether the last byte is inside a number or a literal, or ends a number that may go on.
  var isInPlainValue: Bool { token != nil && !isInString }

  mutating func plain(_ byte: UInt8, in token: Token) throws(SyntaxError.Reason) -> Event? {
    if token == .literal { return try literal(byte) }
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch token {
    case .minus where byte.isDigit: self.token = byte == UInt8(ascii: "0") ? .zero : .integer
    case .integer where byte.isDigit, .fraction where byte.isDigit,
      .exponentDigits where byte.isDigit:
      break
    case .zero where byte.isDigit: throw .leadingZero
    case .zero where byte == UInt8(ascii: "."), .integer where byte == UInt8(ascii: "."):
      self.token = .point
      kind = .decimal
    case .zero where isExponent, .integer where isExponent, .fraction where isExponent:
      self.token = .exponent
      kind = .decimal
    case .point where byte.isDigit: self.token = .fraction
    case .exponent where byte.isDigit, .exponentSign where byte.isDigit:
      self.token = .exponentDigits
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
      self.token = .exponentSign
    default:
      guard isAtNumberEnd else { throw .badNumber }
      self.token = nil
      return .stopped
    }
    return nil
  }

  private mutating func literal(_ byte: UInt8) throws(SyntaxError.Reason) -> Event? {
    guard byte == UInt8(truncatingIfNeeded: literal) else { throw .unexpectedByte }
    literal >>= 8
    guard literal == 0 else { return nil }
    token = nil
    return .scalar
  }
}
