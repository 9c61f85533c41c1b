// MARK: - Validating UTF-8

extension Lexer {
  /// Characters other than ASCII in UTF-8 (RFC 3629 §4); returns the position behind them.
  ///
  /// No overlong forms, no surrogates, nothing beyond U+10FFFF.
  @inline(__always) func characters(from begin: Int) throws(SyntaxFault) -> Int {
    var position = begin
    repeat {
      let length = leadingBytes(from: position).characterLength
      guard length > 0 else {
        // A character that the end of the text cuts off isn't wrong yet.
        throw isCut(at: position)
          ? fault(.unterminatedString, at: bytes.count) : fault(.badUTF8, at: position)
      }
      position &+= length
    } while position < bytes.count && bytes[position] >= 0x80
    return position
  }

  /// Whether what begins at `position` would be a character if the text didn't end.
  func isCut(at position: Int) -> Bool {
    let count = bytes.count - position
    guard count < 4 else { return false }
    let leading = leadingBytes(from: position)
    // The lowest and the highest byte that may go on: one of them goes on with any right beginning.
    return [0x8080_8080, 0xbfbf_bfbf].contains { (rest: UInt32) in
      let length = (leading | rest << UInt32(8 * count)).characterLength
      return length > count
    }
  }

  /// Four bytes, the first of them lowest; zeros in place of those behind the end of the text.
  @inline(__always) private func leadingBytes(from position: Int) -> UInt32 {
    if bytes.count &- position >= 8 { return UInt32(truncatingIfNeeded: bytes.word(at: position)) }
    return (position..<min(bytes.count, position + 4)).reduce(0) {
      $0 | UInt32(bytes[$1]) << UInt32(8 * ($1 - position))
    }
  }
}

extension UInt32 {
  /// The length of the character of UTF-8, other than ASCII, that begins with the lowest byte;
  /// zero if none does.
  @inline(__always) fileprivate var characterLength: Int {
    if self & 0xc0e0 == 0x80c0 {
      // Two bytes, not for what fits in seven bits.
      return self & 0x1e != 0 ? 2 : 0
    }
    if self & 0x00c0_c0f0 == 0x0080_80e0 {
      // Three bytes, not for what fits in eleven bits, nor for a surrogate.
      let high = self & 0x200f
      return high != 0 && high != 0x200d ? 3 : 0
    }
    if self & 0xc0c0_c0f8 == 0x8080_80f0 {
      // Four bytes, not for what fits in sixteen bits, nor for what is beyond U+10FFFF.
      let isBeyond = self & 0x04 != 0 && self & 0x3003 != 0
      return self & 0x3007 != 0 && !isBeyond ? 4 : 0
    }
    return 0
  }
}
