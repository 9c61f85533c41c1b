// MARK: - Scanning strings

extension Lexer {
  /// Returns the end of a string of ASCII without escapes, or a negative number for other strings.
  @inline(__always) func plainString(from begin: Int) -> Int {
    let end = nextStop(from: begin &+ 1)
    let isPlain =
      end < bytes.count && bytes[end] == UInt8(ascii: "\"")
      && end &- begin <= IndexEntry.largestCount
    return isPlain ? end : -1
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
    let count = position &- start
    guard count <= IndexEntry.largestCount else {
      throw SyntaxError(offset: begin, reason: .tooLong)
    }
    return ScannedScalar(entry: IndexEntry(kind, offset: start, count: count), end: position &+ 1)
  }

  /// Reads an escape and returns the position after it.
  private func escape(from position: Int) throws(SyntaxError) -> Int {
    guard position + 1 < bytes.count else { throw error(.truncated, at: position + 1) }
    switch bytes[position + 1] {
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
    guard position + 6 < bytes.count else { throw error(.truncated, at: position + 6) }
    guard bytes[position + 6] == UInt8(ascii: "\\") else {
      throw error(.loneSurrogate, at: position)
    }
    guard position + 7 < bytes.count else { throw error(.truncated, at: position + 7) }
    guard bytes[position + 7] == UInt8(ascii: "u") else {
      throw error(.loneSurrogate, at: position)
    }
    guard try codeUnit(from: position + 8) & 0xfc00 == 0xdc00 else {
      throw error(.loneSurrogate, at: position)
    }
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
