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
  func stringEnd(before position: Int) -> Int {
    switch token {
    case .escape: return position - 1 - progress
    case .character: return position - progress
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
    case .string: return try unit(byte)
    case .escape: try escape(byte)
    default: try character(byte)
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
    default:
      if kind == .ascii { kind = .text }
      (unit, progress) = (0, 0)
      try character(byte)
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

  /// Looks at a byte of a character that isn't ASCII.
  private mutating func character(_ byte: UInt8) throws(SyntaxError.Reason) {
    unit |= UInt32(byte) << (8 * progress)
    progress += 1
    let isComplete = unit.characterLength == progress
    guard isComplete || unit.isCut(after: progress) else { throw .badUTF8 }
    token = isComplete ? .string : .character
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
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch token {
    case .literal:
      guard byte == UInt8(truncatingIfNeeded: literal) else { throw .unexpectedByte }
      literal >>= 8
      guard literal == 0 else { return nil }
      self.token = nil
      return .scalar
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
}
