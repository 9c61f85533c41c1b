// MARK: - Validating UTF-8

extension Lexer {
  /// Reads characters other than ASCII in UTF-8 (RFC 3629 §4) and returns the position after them.
  ///
  /// It refuses overlong forms, surrogates, and characters beyond U+10FFFF.
  @inline(__always) func characters(from begin: Int) throws(SyntaxError) -> Int {
    var position = begin
    repeat {
      let length = leadingBytes(from: position).characterLength
      guard length > 0 else {
        // A character that the end of the text truncates isn't invalid yet.
        throw isCut(at: position)
          ? error(.unterminatedString, at: bytes.count) : error(.badUTF8, at: position)
      }
      position &+= length
    } while position < bytes.count && bytes[position] >= 0x80
    return position
  }

  /// Returns whether the bytes at `position` are the beginning of a truncated character.
  func isCut(at position: Int) -> Bool {
    let count = bytes.count - position
    guard count < 4 else { return false }
    let leading = leadingBytes(from: position)
    // The lowest and the highest continuation byte: one of them completes any valid beginning.
    return [0x8080_8080, 0xbfbf_bfbf].contains { (rest: UInt32) in
      let length = (leading | rest << UInt32(8 * count)).characterLength
      return length > count
    }
  }

  /// Returns four bytes, the first in the lowest bits, with zeros beyond the end of the text.
  @inline(__always) private func leadingBytes(from position: Int) -> UInt32 {
    if bytes.count &- position >= 8 { return UInt32(truncatingIfNeeded: bytes.word(at: position)) }
    return (position..<min(bytes.count, position + 4)).reduce(0) {
      $0 | UInt32(bytes[$1]) << UInt32(8 * ($1 - position))
    }
  }
}

extension UInt32 {
  /// The length of the character other than ASCII that begins with the lowest byte; zero if none
  /// does.
  @inline(__always) fileprivate var characterLength: Int {
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
