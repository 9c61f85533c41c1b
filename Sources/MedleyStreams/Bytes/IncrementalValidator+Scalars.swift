import MedleyEngine

// MARK: - Validating strings

extension IncrementalValidator {
  /// Whether the last byte is inside a string.
  var isInString: Bool {
    switch state {
    case .string, .escape, .character: true
    default: false
    }
  }

  /// Returns the end of what is certain of a string: no half of a character, an escape, or a pair of
  /// surrogates.
  func stringEnd(before position: Int, in bytes: Bytes) -> Int {
    switch state {
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
    while bytes.count &- position >= 8 {
      let stops = bytes.word(at: position).plainStops
      if stops != 0 {
        position &+= stops.bytesBeforeMark
        return
      }
      position &+= 8
    }
    while position < bytes.count, bytes[position] >= 0x20, bytes[position] < 0x80,
      bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\")
    {
      position &+= 1
    }
  }

  mutating func string(_ byte: UInt8) throws(SyntaxError.Reason) -> Step {
    switch state {
    case .string:
      return try unit(byte)
    case .escape:
      try escape(byte)
    default:
      guard continuation.contains(byte) else { throw .badUTF8 }
      continuation = 0x80...0xbf
      progress -= 1
      if progress == 0 { state = .string }
    }
    return .consumed
  }

  private mutating func unit(_ byte: UInt8) throws(SyntaxError.Reason) -> Step {
    switch byte {
    case UInt8(ascii: "\""):
      state = isKey ? .colon : .separator
      return .completed(isKey ? .key : .scalar)
    case UInt8(ascii: "\\"):
      state = .escape
      progress = 0
      kind = .escaped
    case 0..<0x20: throw .controlCharacter
    case 0x20..<0x80: break
    default: try beginCharacter(byte)
    }
    return .consumed
  }

  /// Looks at a byte of an escape: the second, or of `\uD83D\uDE00` one up to the last.
  private mutating func escape(_ byte: UInt8) throws(SyntaxError.Reason) {
    progress += 1
    switch progress {
    case 1 where "\"\\/bfnrt".utf8.contains(byte): state = .string
    case 1 where byte == UInt8(ascii: "u"), 6 where byte == UInt8(ascii: "\\"),
      7 where byte == UInt8(ascii: "u"):
      unit = 0
    case 1: throw .badEscape
    case 6, 7: throw .loneSurrogate
    default:
      guard let digit = byte.hexadecimalValue else { throw .badUnicodeEscape }
      unit = unit << 4 | digit
      let isEnd = progress == 5 || progress == 11
      if isEnd { try endUnit() }
    }
  }

  /// Ends a unit of UTF-16, after which another one follows if it is the first half of a pair.
  private mutating func endUnit() throws(SyntaxError.Reason) {
    let isLow = unit & 0xfc00 == 0xdc00
    guard isLow == (progress == 11) else { throw .loneSurrogate }
    if isLow || unit & 0xfc00 != 0xd800 { state = .string }
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
    state = .character
  }
}

// MARK: - Validating numbers and literals

extension IncrementalValidator {
  /// Whether a number may end here.
  var isAtNumberEnd: Bool {
    switch state {
    case .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }

  /// Whether the last byte is inside a number or a literal, or ends a number that may go on.
  var isInPlainValue: Bool { !isInString && !isInStructure }

  mutating func plain(_ byte: UInt8) throws(SyntaxError.Reason) -> Step {
    if state == .literal { return try literal(byte) }
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch state {
    case .minus where byte.isDigit: state = byte == UInt8(ascii: "0") ? .zero : .integer
    case .integer where byte.isDigit, .fraction where byte.isDigit,
      .exponentDigits where byte.isDigit:
      break
    case .zero where byte.isDigit: throw .leadingZero
    case .zero where byte == UInt8(ascii: "."), .integer where byte == UInt8(ascii: "."):
      state = .point
      kind = .decimal
    case .zero where isExponent, .integer where isExponent, .fraction where isExponent:
      state = .exponent
      kind = .decimal
    case .point where byte.isDigit: state = .fraction
    case .exponent where byte.isDigit, .exponentSign where byte.isDigit: state = .exponentDigits
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
      state = .exponentSign
    default:
      guard isAtNumberEnd else { throw .badNumber }
      state = .separator
      return .ends
    }
    return .consumed
  }

  private mutating func literal(_ byte: UInt8) throws(SyntaxError.Reason) -> Step {
    guard byte == UInt8(truncatingIfNeeded: literal) else { throw .unexpectedByte }
    literal >>= 8
    guard literal == 0 else { return .consumed }
    state = .separator
    return .completed(.scalar)
  }
}
