// MARK: - Scanning strings

extension Scanner {
  /// The length of a string of ASCII without escapes, from its quotation mark; nil for any other,
  /// and for one in the last bytes of the document.
  @inline(__always) func plainString(from begin: Int) -> Int? {
    var position = begin &+ 1
    var bits: UInt64 = 0
    while bytes.count &- position >= 8 {
      let word = bytes.word(at: position)
      let stops = word.stringStops
      if stops != 0 {
        let count = stops.bytesBeforeMark
        bits |= word & .first(count)
        position &+= count
        let length = position &- begin &- 1
        return bytes[position] == UInt8(ascii: "\"") && bits & .highBits == 0
          && length <= IndexWord.largestCount ? length : nil
      }
      bits |= word
      position &+= 8
    }
    return nil
  }

  /// Any string, from its quotation mark.
  @inline(never) func string(from begin: Int) throws(SyntaxFault) -> ScannedScalar {
    let start = begin + 1
    var position = start
    var hasEscapes = false
    while true {
      while bytes.count &- position >= 8 {
        let stops = bytes.word(at: position).stringStops
        if stops != 0 {
          position &+= stops.bytesBeforeMark
          break
        }
        position &+= 8
      }
      guard position < bytes.count else { throw fault(.unterminatedString, at: position) }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        position = try escape(from: position)
      } else if byte < 0x20 {
        throw fault(.controlCharacter, at: position)
      } else {
        position &+= 1
      }
    }
    let count = position - start
    guard count <= IndexWord.largestCount else {
      throw SyntaxFault(offset: begin, reason: .tooLong)
    }
    var kind = Kind.ascii
    if !isASCII(from: start, to: position) {
      if let bad = invalidUTF8(from: start, to: position) { throw fault(.badUTF8, at: bad) }
      kind = .text
    }
    if hasEscapes { kind = .escaped }
    return ScannedScalar(word: IndexWord(kind, offset: start, count: count), end: position + 1)
  }

  /// An escape; returns the position behind it.
  private func escape(from position: Int) throws(SyntaxFault) -> Int {
    guard position + 1 < bytes.count else { throw fault(.truncated, at: position + 1) }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return position + 2
    case UInt8(ascii: "u"):
      break
    default:
      throw fault(.badEscape, at: position + 1)
    }
    let unit = try codeUnit(from: position + 2)
    // A lone surrogate has no form in UTF-8; `JSONDecoder` refuses it, too.
    guard unit & 0xf800 == 0xd800 else { return position + 6 }
    guard unit < 0xdc00 else { throw fault(.loneSurrogate, at: position) }
    guard position + 6 < bytes.count else { throw fault(.truncated, at: position + 6) }
    guard bytes[position + 6] == UInt8(ascii: "\\") else { throw fault(.loneSurrogate, at: position) }
    guard position + 7 < bytes.count else { throw fault(.truncated, at: position + 7) }
    guard bytes[position + 7] == UInt8(ascii: "u") else { throw fault(.loneSurrogate, at: position) }
    guard try codeUnit(from: position + 8) & 0xfc00 == 0xdc00 else {
      throw fault(.loneSurrogate, at: position)
    }
    return position + 12
  }

  private func codeUnit(from begin: Int) throws(SyntaxFault) -> UInt32 {
    var unit: UInt32 = 0
    for position in begin..<begin + 4 {
      guard position < bytes.count, let digit = bytes[position].hexadecimalValue else {
        throw fault(.badUnicodeEscape, at: position)
      }
      unit = unit << 4 | digit
    }
    return unit
  }
}

// MARK: - Validating UTF-8

extension Scanner {
  private func isASCII(from begin: Int, to end: Int) -> Bool {
    var position = begin
    while end &- position >= 8 {
      if bytes.word(at: position) & .highBits != 0 { return false }
      position &+= 8
    }
    while position < end {
      if bytes[position] >= 0x80 { return false }
      position &+= 1
    }
    return true
  }

  /// The position of the first byte that is no UTF-8 (RFC 3629 §4); nil if there is none.
  ///
  /// No overlong forms, no surrogates, nothing beyond U+10FFFF.
  func invalidUTF8(from begin: Int, to end: Int) -> Int? {
    var position = begin
    func isContinued(_ offset: Int, in range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      position + offset < end && range.contains(bytes[position + offset])
    }
    while position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        position &+= 1
        while end &- position >= 8, bytes.word(at: position) & .highBits == 0 { position &+= 8 }
        continue
      }
      let length: Int
      switch byte {
      case 0xc2...0xdf where isContinued(1): length = 2
      case 0xe0 where isContinued(1, in: 0xa0...0xbf) && isContinued(2): length = 3
      case 0xed where isContinued(1, in: 0x80...0x9f) && isContinued(2): length = 3
      case 0xe1...0xec where isContinued(1) && isContinued(2): length = 3
      case 0xee...0xef where isContinued(1) && isContinued(2): length = 3
      case 0xf0 where isContinued(1, in: 0x90...0xbf) && isContinued(2) && isContinued(3):
        length = 4
      case 0xf1...0xf3 where isContinued(1) && isContinued(2) && isContinued(3): length = 4
      case 0xf4 where isContinued(1, in: 0x80...0x8f) && isContinued(2) && isContinued(3):
        length = 4
      default: return position
      }
      position &+= length
    }
    return nil
  }
}
