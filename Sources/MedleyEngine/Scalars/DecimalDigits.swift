/// The digits of a number and a power of ten.
package struct DecimalDigits {
  var isNegative: Bool
  /// The digits; the largest number for more than nineteen, unless all are zeros.
  package var significand: UInt64
  /// The power of ten of the last digit.
  var exponent: Int

  /// Reads a number that the scanner has validated.
  @inline(__always) init(_ bytes: Bytes, from start: Int, count: Int) {
    (isNegative, significand, exponent) = (false, 0, 0)
    var position = start
    let end = start &+ count
    if bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position &+= 1
    }
    let first = position
    position = accumulate(bytes, from: position, to: end)
    var digits = position &- first
    if position < end, bytes[position] == UInt8(ascii: ".") {
      let fraction = position &+ 1
      position = accumulate(bytes, from: fraction, to: end)
      exponent = fraction &- position
      digits &+= position &- fraction
    }
    if digits > 19 {
      // More than the significand can hold, unless all are zeros.
      let hasOthers = (first..<position).contains {
        bytes[$0].isDigit && bytes[$0] != UInt8(ascii: "0")
      }
      significand = hasOthers ? .max : 0
    }
    if position < end {
      exponent = exponent &+ Self.exponent(bytes, from: position &+ 1, to: end)
    }
  }

  /// Appends digits to the significand and returns the position after them.
  @inline(__always)
  private mutating func accumulate(_ bytes: Bytes, from start: Int, to end: Int) -> Int {
    var position = start
    while position &+ 8 <= bytes.readable {
      let word = bytes.word(at: position)
      let count = min(word.leadingDigits, end &- position)
      guard count > 0 else { return position }
      // The bytes after the digits are shifted out.
      let values =
        (word &- UInt64(repeating: 0x30)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      significand = significand &* Self.powersOfTen[count] &+ values.eightDigitValues
      position &+= count
      if count < 8 { return position }
    }
    // Near the end of the document.
    while position < end, bytes[position].isDigit {
      significand = significand &* 10 &+ UInt64(bytes[position] &- 0x30)
      position &+= 1
    }
    return position
  }

  static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Reads an exponent, clamped beyond the range of numbers.
  @inline(never) private static func exponent(_ bytes: Bytes, from start: Int, to end: Int) -> Int {
    var position = start
    let sign = bytes[position]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
    var exponent = 0
    while position < end {
      exponent =
        exponent < 100_000_000 ? exponent * 10 + Int(bytes[position] - 0x30) : 1_000_000_000
      position += 1
    }
    return sign == UInt8(ascii: "-") ? -exponent : exponent
  }
}
