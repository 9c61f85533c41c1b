import MedleyEngine
import MedleyJSON

/// The quotation marks and brackets of 64 bytes, a bit for each, the first in the lowest.
///
/// Masks are made without branches, so that short strings, whose ends can't be predicted, cost no
/// more than long ones.
struct StructureMasks {
  private let quotes: UInt64
  /// Where brackets and braces may be: also at a few letters, which the caller excludes.
  let brackets: UInt64
  /// Whether there is a backslash, after which a quotation mark may not end a string.
  let hasBackslash: Bool

  /// The number of bytes.
  static var size: Int { 64 }

  @inline(__always) init(_ bytes: Bytes, from position: Int) {
    let first = bytes.vector(at: position)
    let second = bytes.vector(at: position &+ 16)
    let third = bytes.vector(at: position &+ 32)
    let fourth = bytes.vector(at: position &+ 48)
    let backslash = SIMD16<UInt8>(repeating: 0x5c)
    let found =
      (first .== backslash) .| (second .== backslash) .| (third .== backslash)
      .| (fourth .== backslash)
    let halves = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
    hasBackslash = halves[0] | halves[1] != 0
    quotes =
      first.quoteBits | second.quoteBits &<< 16 | third.quoteBits &<< 32
      | fourth.quoteBits &<< 48
    brackets =
      first.bracketBits | second.bracketBits &<< 16 | third.bracketBits &<< 32
      | fourth.bracketBits &<< 48
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

extension SIMD16<UInt8> {
  @inline(__always) fileprivate var quoteBits: UInt64 {
    (self .== SIMD16(repeating: 0x22)).bits
  }

  /// The bits of brackets, braces, and the letters that differ from them in the same three bits.
  @inline(__always) fileprivate var bracketBits: UInt64 {
    ((self | SIMD16(repeating: 0x26)) .== SIMD16(repeating: 0x7f)).bits
  }
}
