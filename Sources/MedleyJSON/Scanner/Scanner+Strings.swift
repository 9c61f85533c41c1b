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
    var hasEscapes = false
    let end: Int
    do throws(SyntaxFault) {
      end = try closingMark(from: start, &hasEscapes)
    } catch {
      throw earliest(error, start)
    }
    let count = end - start
    guard count <= IndexWord.largestCount else {
      throw SyntaxFault(offset: begin, reason: .tooLong)
    }
    var kind = Kind.ascii
    if !isASCII(from: start, to: end) {
      if let bad = invalidUTF8(from: start, to: end) { throw fault(.badUTF8, at: bad) }
      kind = .text
    }
    if hasEscapes { kind = .escaped }
    return ScannedScalar(word: IndexWord(kind, offset: start, count: count), end: end + 1)
  }

  /// The position of the quotation mark that ends a string.
  private func closingMark(
    from start: Int,
    _ hasEscapes: inout Bool
  ) throws(SyntaxFault) -> Int {
    var position = start
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
      if byte == UInt8(ascii: "\"") { return position }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        position = try escape(from: position)
      } else if byte < 0x20 {
        throw fault(.controlCharacter, at: position)
      } else {
        position &+= 1
      }
    }
  }

  /// The first fault of a string: characters are looked at last, but may be wrong before the rest.
  private func earliest(_ fault: SyntaxFault, _ start: Int) -> SyntaxFault {
    guard let bad = invalidUTF8(from: start, to: fault.offset) else { return fault }
    // A character that the end of the text cuts off isn't wrong yet.
    return fault.offset == bytes.count && isCut(at: bad)
      ? fault : SyntaxFault(offset: bad, reason: .badUTF8)
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
