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

  /// Returns the double nearest to a number, or nil if that has more than nineteen digits.
  @inline(__always) init?(nearest digits: DecimalDigits) {
    guard !digits.isTooLong else { return nil }
    // Clinger: if both operands are exact, one division or multiplication rounds once.
    if digits.significand <= 1 &<< 53, digits.exponent >= -22, digits.exponent <= 22 {
      let significand = Double(Int64(bitPattern: digits.significand))
      let magnitude =
        digits.exponent < 0
        ? significand / Self.exactPowersOfTen[-digits.exponent]
        : significand * Self.exactPowersOfTen[digits.exponent]
      self = digits.isNegative ? -magnitude : magnitude
      return
    }
    let magnitude = Self.scaled(digits.significand, by: digits.exponent)
    self = digits.isNegative ? -magnitude : magnitude
  }

  /// Returns the double nearest to `significand` times a power of ten.
  ///
  /// The algorithm of Eisel and Lemire (Number Parsing at a Gigabyte per Second, 2021), which is
  /// exact for every significand of 64 bits (Mushtak and Lemire, 2022).
  @inline(never) private static func scaled(_ significand: UInt64, by exponent: Int) -> Double {
    guard significand != 0, exponent >= PowersOfFive.smallest else { return 0 }
    guard exponent <= PowersOfFive.largest else { return .infinity }
    let zeros = significand.leadingZeroBitCount
    let normalised = significand << UInt64(zeros)
    let power = PowersOfFive.all[exponent]
    var (high, low) = normalised.multipliedFullWidth(by: power.high)
    // The upper 64 bits of the power decide, unless the lower ones might carry into 55 bits.
    if high & 0x1ff == 0x1ff {
      let further = normalised.multipliedFullWidth(by: power.low).high
      let (sum, hasOverflowed) = low.addingReportingOverflow(further)
      low = sum
      if hasOverflowed { high &+= 1 }
    }
    let upperBit = high >> 63
    let shift = upperBit + 9
    var mantissa = high >> shift
    var binary = (217_706 * exponent) >> 16 + 63 + Int(upperBit) - zeros + 1023
    if binary <= 0 {
      // A subnormal number, or zero.
      guard 1 - binary < 64 else { return 0 }
      mantissa >>= UInt64(1 - binary)
      mantissa += mantissa & 1
      mantissa >>= 1
      binary = mantissa < 1 << 52 ? 0 : 1
      return Double(bitPattern: UInt64(binary) << 52 | mantissa & (1 << 52 - 1))
    }
    // Exactly halfway, so round to even.
    if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1, mantissa << shift == high {
      mantissa &= ~1
    }
    mantissa += mantissa & 1
    mantissa >>= 1
    if mantissa >= 2 << 52 {
      mantissa = 1 << 52
      binary += 1
    }
    guard binary < 0x7ff else { return .infinity }
    return Double(bitPattern: UInt64(binary) << 52 | mantissa & (1 << 52 - 1))
  }
}
