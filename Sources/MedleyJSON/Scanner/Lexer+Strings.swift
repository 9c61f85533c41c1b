// MARK: - Scanning strings

extension Lexer {
  /// The position of the quotation mark that ends a string of ASCII without escapes, from the one
  /// that begins it; negative for any other string, and for one in the last bytes of the document.
  @inline(__always) func plainString(from begin: Int) -> Int {
    guard bytes.count &- begin >= 9 else { return -1 }
    let stops = bytes.word(at: begin &+ 1).plainStops
    if stops == 0 { return plainRest(from: begin &+ 9) }
    let end = begin &+ 1 &+ stops.bytesBeforeMark
    return bytes[end] == UInt8(ascii: "\"") ? end : -1
  }

  /// The same behind the first eight characters.
  ///
  /// A function of its own, with a register for each constant.
  @inline(never) private func plainRest(from begin: Int) -> Int {
    var position = begin
    while position &+ 8 <= bytes.count {
      let stops = bytes.word(at: position).plainStops
      if stops != 0 {
        position &+= stops.bytesBeforeMark
        let isPlain =
          bytes[position] == UInt8(ascii: "\"") && position &- begin < IndexWord.largestCount &- 8
        return isPlain ? position : -1
      }
      position &+= 8
    }
    return -1
  }

  /// Any string, from its quotation mark.
  @inline(never) func string(from begin: Int) throws(SyntaxFault) -> ScannedScalar {
    let start = begin &+ 1
    var position = start
    var kind = Kind.ascii
    while true {
      while bytes.count &- position >= 8 {
        let stops = bytes.word(at: position).plainStops
        position &+= stops == 0 ? 8 : stops.bytesBeforeMark
        if stops != 0 { break }
      }
      guard position < bytes.count else { throw fault(.unterminatedString, at: position) }
      let byte = bytes[position]
      if byte >= 0x80 {
        position = try characters(from: position)
        if kind == .ascii { kind = .text }
      } else if byte == UInt8(ascii: "\"") {
        break
      } else if byte == UInt8(ascii: "\\") {
        position = try escape(from: position)
        kind = .escaped
      } else if byte < 0x20 {
        throw fault(.controlCharacter, at: position)
      } else {
        position &+= 1
      }
    }
    let count = position &- start
    guard count <= IndexWord.largestCount else {
      throw SyntaxFault(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(word: IndexWord(kind, offset: start, count: count), end: position &+ 1)
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
    guard bytes[position + 6] == UInt8(ascii: "\\") else {
      throw fault(.loneSurrogate, at: position)
    }
    guard position + 7 < bytes.count else { throw fault(.truncated, at: position + 7) }
    guard bytes[position + 7] == UInt8(ascii: "u") else {
      throw fault(.loneSurrogate, at: position)
    }
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
