import MedleyEngine
import MedleyJSON

/// Finds the end of one value without validating it, and continues where it stopped.
///
/// It counts brackets outside of strings. The scanner validates the value later.
struct ElementFrame {
  private var depth = 0
  private var isInString = false
  /// Whether the next byte is escaped.
  private var isEscaped = false
  /// Whether the value is a number or a literal, which another byte ends.
  private(set) var isPlain = false
  private var isBegun = false

  /// Whether no byte was looked at.
  var isNew: Bool { !isBegun }

  /// The bytes that may complete the value.
  var awaited: AwaitedBytes {
    if depth > 0 { return AwaitedBytes(UInt8(ascii: "}"), or: UInt8(ascii: "]"), count: depth) }
    return isInString ? AwaitedBytes(UInt8(ascii: "\"")) : .any
  }

  /// Looks at bytes until the value ends.
  ///
  /// - Parameters:
  ///   - position: The first byte that wasn't looked at, which is changed to that after the value,
  ///     or to the end of the bytes.
  ///   - bytes: The bytes.
  /// - Returns: Whether the value is complete. A number or literal is complete before the byte that
  ///   ends it.
  mutating func advance(_ position: inout Int, in bytes: Bytes) -> Bool {
    let end = bytes.count
    if !isBegun {
      guard position < end else { return false }
      isBegun = true
      switch bytes[position] {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth = 1
      default: isPlain = true
      }
      position += 1
    }
    if isPlain {
      while position < end, !bytes[position].endsPlainValue { position &+= 1 }
      return position < end
    }
    var place = position
    var wholeBlocks = place
    defer { position = place }
    while place < end {
      if isInString {
        guard string(&place, in: bytes) else { return false }
        if depth == 0 { return true }
      }
      if place >= wholeBlocks {
        if skipBlocks(&place, in: bytes) { return true }
        if isInString { continue }
        // Not again for each string of a block with a backslash.
        wholeBlocks = place &+ StructureMasks.size
      }
      while place < end {
        let byte = bytes[place]
        place &+= 1
        if byte == UInt8(ascii: "\"") {
          isInString = true
          break
        }
        // In ASCII, braces are brackets with one more bit.
        let bracket = byte | 0x20
        if bracket == UInt8(ascii: "{") {
          depth &+= 1
        } else if bracket == UInt8(ascii: "}") {
          depth &-= 1
          if depth == 0 { return true }
        }
      }
    }
    return false
  }

  /// Looks at blocks of 64 bytes without a backslash, from outside of strings.
  ///
  /// - Returns: Whether the value is complete.
  @inline(__always) private mutating func skipBlocks(
    _ position: inout Int,
    in bytes: Bytes
  ) -> Bool {
    while bytes.count &- position >= StructureMasks.size {
      let masks = StructureMasks(bytes, from: position)
      guard !masks.hasBackslash else { return false }
      let inside = masks.insideStrings(continuing: isInString)
      var brackets = masks.brackets & ~inside
      while brackets != 0 {
        let place = position &+ brackets.trailingZeroBitCount
        // In ASCII, braces are brackets with one more bit.
        let bracket = bytes[place] | 0x20
        if bracket == UInt8(ascii: "{") {
          depth &+= 1
        } else if bracket == UInt8(ascii: "}") {
          depth &-= 1
          if depth == 0 {
            position = place &+ 1
            isInString = false
            return true
          }
        }
        brackets &= brackets &- 1
      }
      isInString = inside &>> 63 != 0
      position &+= StructureMasks.size
    }
    return false
  }

  /// Looks at a string until it ends.
  @inline(__always) private mutating func string(_ position: inout Int, in bytes: Bytes) -> Bool {
    let end = bytes.count
    if isEscaped, position < end {
      position &+= 1
      isEscaped = false
    }
    while true {
      while end &- position >= 8 {
        let stops = bytes.word(at: position).quotesAndBackslashes
        if stops != 0 {
          position &+= stops.bytesBeforeMark
          break
        }
        position &+= 8
      }
      while position < end, bytes[position] != UInt8(ascii: "\""),
        bytes[position] != UInt8(ascii: "\\")
      {
        position &+= 1
      }
      guard position < end else { return false }
      let isQuote = bytes[position] == UInt8(ascii: "\"")
      position &+= 1
      if isQuote {
        isInString = false
        return true
      }
      guard position < end else {
        isEscaped = true
        return false
      }
      position &+= 1
    }
  }
}

extension UInt64 {
  /// The high bits of the bytes that are quotation marks or backslashes; only the first is exact.
  @inline(__always) fileprivate var quotesAndBackslashes: UInt64 {
    let quote = self ^ UInt64(repeating: 0x22)
    let backslash = self ^ UInt64(repeating: 0x5c)
    let ones = UInt64(repeating: 1)
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & .highBits
  }
}
