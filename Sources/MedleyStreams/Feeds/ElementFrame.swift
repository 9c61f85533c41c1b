import MedleyEngine

/// Finds the end of one value without validating it, and continues where it stopped.
///
/// It counts brackets outside of strings, in blocks of 64 bytes. The scanner validates the value
/// later.
struct ElementFrame {
  private var depth = 0
  private var isInString = false
  /// Whether the next byte is escaped.
  private var isEscaped = false
  /// Whether the value is a number or a literal, which another byte ends.
  private(set) var isPlain = false
  /// Whether no byte was looked at.
  private(set) var isNew = true

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
  ///   - bytes: The bytes, after which 64 others may be read.
  /// - Returns: Whether the value is complete. A number or literal is complete before the byte that
  ///   ends it.
  mutating func advance(_ position: inout Int, in bytes: Bytes) -> Bool {
    if isNew {
      guard position < bytes.count else { return false }
      isNew = false
      switch bytes[position] {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth = 1
      default: isPlain = true
      }
      position += 1
    }
    if isPlain {
      while position < bytes.count, !bytes[position].endsPlainValue { position &+= 1 }
      return position < bytes.count
    }
    while position < bytes.count {
      let size = min(bytes.count &- position, StructureMasks.size)
      if let length = length(in: bytes, from: position, size) {
        position &+= length
        return true
      }
      position &+= size
    }
    return false
  }

  /// Looks at a block; returns the number of its bytes that belong to the value if that ends in it.
  @inline(__always) private mutating func length(
    in bytes: Bytes,
    from position: Int,
    _ size: Int
  ) -> Int? {
    let masks = StructureMasks(bytes, from: position, size, isEscaped: isEscaped)
    let inside = masks.insideStrings(continuing: isInString)
    // A string that is the value ends with the first byte outside.
    let outside = (~inside).trailingZeroBitCount
    if depth == 0, outside < size { return outside &+ 1 }
    var brackets = masks.brackets & ~inside
    while brackets != 0 {
      let place = brackets.trailingZeroBitCount
      // In ASCII, braces are brackets with one more bit.
      let bracket = bytes[position &+ place] | 0x20
      if bracket == UInt8(ascii: "{") {
        depth &+= 1
      } else if bracket == UInt8(ascii: "}") {
        depth &-= 1
        if depth == 0 { return place &+ 1 }
      }
      brackets &= brackets &- 1
    }
    isInString = inside &>> (size &- 1) & 1 != 0
    isEscaped = masks.escapes &>> (size &- 1) & 1 != 0
    return nil
  }
}

/// The quotation marks and brackets of up to 64 bytes, a bit for each, the first in the lowest.
///
/// Masks are made without branches, so that short strings, whose ends can't be predicted, cost no
/// more than long ones.
private struct StructureMasks {
  /// Quotation marks that aren't escaped.
  private var quotes: UInt64
  /// Where brackets and braces may be: also at a few letters, which the caller excludes.
  let brackets: UInt64
  /// Backslashes that escape the next byte.
  private(set) var escapes: UInt64 = 0

  /// The largest number of bytes.
  static var size: Int { 64 }

  @inline(__always) init(_ bytes: Bytes, from position: Int, _ size: Int, isEscaped: Bool) {
    let first = bytes.vector(at: position)
    let second = bytes.vector(at: position &+ 16)
    let third = bytes.vector(at: position &+ 32)
    let fourth = bytes.vector(at: position &+ 48)
    @inline(__always) func bits(
      _ isMarked: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
    ) -> UInt64 {
      let marks =
        isMarked(first).bits | isMarked(second).bits &<< 16 | isMarked(third).bits &<< 32
        | isMarked(fourth).bits &<< 48
      // Without the bytes after the block.
      return marks & UInt64.max &>> (Self.size &- size)
    }
    quotes = bits { $0 .== SIMD16(repeating: 0x22) }
    // The letters differ from brackets and braces in the same three bits.
    brackets = bits { ($0 | SIMD16(repeating: 0x26)) .== SIMD16(repeating: 0x7f) }
    var backslashes = bits { $0 .== SIMD16(repeating: 0x5c) }
    guard isEscaped || backslashes != 0 else { return }
    // A backslash that is escaped itself escapes nothing.
    var escaped: UInt64 = isEscaped ? 1 : 0
    backslashes &= ~escaped
    while backslashes != 0 {
      let escape = backslashes & (~backslashes &+ 1)
      escapes |= escape
      escaped |= escape &<< 1
      backslashes &= ~(escape | escape &<< 1)
    }
    quotes &= ~escaped
  }

  /// Finds the bytes that are in strings.
  ///
  /// - Parameter isInString: Whether a string goes on before the first byte.
  /// - Returns: The bits of strings, with the quotation mark that begins each, without that which
  ///   ends it.
  @inline(__always) func insideStrings(continuing isInString: Bool) -> UInt64 {
    // Each bit becomes the parity of the bits up to it.
    var inside = quotes
    inside ^= inside &<< 1
    inside ^= inside &<< 2
    inside ^= inside &<< 4
    inside ^= inside &<< 8
    inside ^= inside &<< 16
    inside ^= inside &<< 32
    return isInString ? ~inside : inside
  }
}
