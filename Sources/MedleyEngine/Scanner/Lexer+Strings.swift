// MARK: - Scanning strings

extension Lexer {
  /// Reads a string of ASCII without escapes; nil for other strings.
  @inline(__always) func plainString(from begin: Int) -> ScannedScalar? {
    let end = nextStop(from: begin &+ 1)
    let isPlain =
      end < bytes.count && bytes[end] == UInt8(ascii: "\"")
      && end &- begin <= IndexEntry.largestCount
    return isPlain ? ScannedScalar(.ascii, from: begin &+ 1, to: end, end: end &+ 1) : nil
  }

  /// Returns the position of the next byte at which a plain string can end.
  ///
  /// The end of the document counts as one.
  @inline(__always) private func nextStop(from begin: Int) -> Int {
    var position = begin
    var stops = stringStops.stops(from: position)
    while stops == 0 {
      position &+= StringStopBitmap.reach
      stops = stringStops.stops(from: position)
    }
    return position &+ stops.trailingZeroBitCount
  }

  /// Reads any string, beginning with its quotation mark.
  @inline(never) func string(from begin: Int) throws(SyntaxError) -> ScannedScalar {
    let start = begin &+ 1
    var position = start
    var kind = Kind.ascii
    while true {
      position = nextStop(from: position)
      guard position < bytes.count else { throw error(.unterminatedString, at: position) }
      let byte = bytes[position]
      if byte >= 0x80 {
        position = try characters(from: position)
        if kind == .ascii { kind = .text }
      } else if byte == UInt8(ascii: "\"") {
        break
      } else if byte == UInt8(ascii: "\\") {
        position = try escape(from: position)
        kind = .escaped
      } else {
        throw error(.controlCharacter, at: position)
      }
    }
    guard position &- start <= IndexEntry.largestCount else {
      throw SyntaxError(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(kind, from: start, to: position, end: position &+ 1)
  }

  /// Reads an escape and returns the position after it.
  private func escape(from position: Int) throws(SyntaxError) -> Int {
    switch try byte(at: position + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return position + 2
    case UInt8(ascii: "u"):
      break
    default:
      throw error(.badEscape, at: position + 1)
    }
    let unit = try codeUnit(from: position + 2)
    // A lone surrogate can't be encoded in UTF-8. `JSONDecoder` refuses it as well.
    guard unit & 0xf800 == 0xd800 else { return position + 6 }
    guard unit < 0xdc00 else { throw error(.loneSurrogate, at: position) }
    guard try byte(at: position + 6) == UInt8(ascii: "\\"),
      try byte(at: position + 7) == UInt8(ascii: "u"),
      try codeUnit(from: position + 8) & 0xfc00 == 0xdc00
    else { throw error(.loneSurrogate, at: position) }
    return position + 12
  }

  private func codeUnit(from begin: Int) throws(SyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for position in begin..<begin + 4 {
      guard position < bytes.count, let digit = bytes[position].hexadecimalValue else {
        throw error(.badUnicodeEscape, at: position)
      }
      unit = unit << 4 | digit
    }
    return unit
  }
}

// MARK: - Validating UTF-8

extension Lexer {
  /// Reads characters other than ASCII in UTF-8 (RFC 3629 §4) and returns the position after them.
  ///
  /// It refuses overlong forms, surrogates, and characters beyond U+10FFFF.
  @inline(__always) func characters(from begin: Int) throws(SyntaxError) -> Int {
    var position = begin
    repeat {
      let leading = leadingBytes(from: position)
      let length = leading.characterLength
      guard length > 0 else {
        // A character that the end of the text truncates isn't invalid yet.
        throw leading.isCut(after: bytes.count - position)
          ? error(.unterminatedString, at: bytes.count) : error(.badUTF8, at: position)
      }
      position &+= length
    } while position < bytes.count && bytes[position] >= 0x80
    return position
  }

  /// Returns four bytes, the first in the lowest bits, with zeros beyond the end of the text.
  @inline(__always) private func leadingBytes(from position: Int) -> UInt32 {
    if bytes.count &- position >= 8 { return UInt32(truncatingIfNeeded: bytes.word(at: position)) }
    return UInt32(truncatingIfNeeded: bytes.head(position, min(4, bytes.count - position)))
  }
}

extension UInt32 {
  /// Returns whether a longer character other than ASCII begins with the lowest bytes, so many.
  package func isCut(after count: Int) -> Bool {
    // The lowest and the highest continuation byte: one of them completes any valid beginning.
    [0x8080_8080, 0xbfbf_bfbf].contains { (rest: UInt32) in
      (self | rest << (8 * count)).characterLength > count
    }
  }

  /// The length of the character other than ASCII that begins with the lowest byte; zero if none
  /// does.
  @inline(__always) package var characterLength: Int {
    if self & 0xc0e0 == 0x80c0 {
      // Two bytes, for more than seven bits.
      return self & 0x1e != 0 ? 2 : 0
    }
    if self & 0x00c0_c0f0 == 0x0080_80e0 {
      // Three bytes, for more than eleven bits, and not for a surrogate.
      let high = self & 0x200f
      return high != 0 && high != 0x200d ? 3 : 0
    }
    if self & 0xc0c0_c0f8 == 0x8080_80f0 {
      // Four bytes, for more than sixteen bits, and not beyond U+10FFFF.
      let isBeyond = self & 0x04 != 0 && self & 0x3003 != 0
      return self & 0x3007 != 0 && !isBeyond ? 4 : 0
    }
    return 0
  }
}
