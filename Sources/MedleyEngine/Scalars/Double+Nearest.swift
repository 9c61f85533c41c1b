// MARK: - Rounding

extension Double {
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

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
