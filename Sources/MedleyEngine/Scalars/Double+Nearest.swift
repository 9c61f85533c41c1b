// MARK: - Rounding

extension Double {
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads a number such as `12.5`: up to seven digits with a point, and no sign or exponent.
  ///
  /// It is nil for other numbers.
  ///
  /// - Parameters:
  ///   - word: Eight bytes, which begin with the number.
  ///   - count: The number of its bytes, at most eight.
  @inline(__always) init?(_ word: UInt64, count: Int) {
    let others = word ^ UInt64(repeating: UInt8(ascii: "."))
    let whole = ((others &- UInt64(repeating: 1)) & ~others & .highBits).bytesBeforeMark
    guard whole < count else { return nil }
    // Without the point.
    let lower = UInt64.first(whole)
    let digits = word & lower | word &>> 8 & ~lower
    guard digits.leadingDigits >= count &- 1 else { return nil }
    // The bytes after the digits are shifted out.
    let values =
      (digits &- UInt64(repeating: 0x30))
      &<< UInt64(truncatingIfNeeded: 64 &- 8 &* (count &- 1))
    let significand = Double(Int64(truncatingIfNeeded: values.eightDigitValues))
    // Both are exact, so the division rounds once.
    self = significand / Self.exactPowersOfTen[count &- 1 &- whole]
  }

  /// Returns the double nearest to a number, or nil if its digits or its power of ten aren't exact
  /// as doubles.
  ///
  /// One division or multiplication rounds once (Clinger, How to Read Floating Point Numbers
  /// Accurately, 1990).
  @inline(__always) init?(nearest digits: DecimalDigits) {
    guard digits.significand <= 1 &<< 53, digits.exponent >= -22, digits.exponent <= 22 else {
      return nil
    }
    let significand = Double(Int64(bitPattern: digits.significand))
    let magnitude =
      digits.exponent < 0
      ? significand / Self.exactPowersOfTen[-digits.exponent]
      : significand * Self.exactPowersOfTen[digits.exponent]
    self = digits.isNegative ? -magnitude : magnitude
  }
}
