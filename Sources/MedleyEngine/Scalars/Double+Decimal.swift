// MARK: - Reading decimals

extension Double {
  /// Reads a number such as `-65.613616999999977`: up to seven digits before the point, nineteen
  /// digits in all, and no exponent.
  ///
  /// It has no loop: the digits are joined without the point, in blocks of eight.
  ///
  /// It is nil for other numbers, and for those that need more than 64 bits of a power for rounding.
  @inline(__always) init?(_ bytes: Bytes, from offset: Int, count: Int) {
    guard offset &+ 32 <= bytes.readable else { return nil }
    let sign = bytes[offset] == UInt8(ascii: "-") ? 1 : 0
    let start = offset &+ sign
    let digits = count &- sign &- 1
    let word = bytes.word(at: start)
    let others = word ^ UInt64(repeating: UInt8(ascii: "."))
    let whole = ((others &- UInt64(repeating: 1)) & ~others & .highBits).bytesBeforeMark
    guard whole < 8, whole < digits, digits <= 19 else { return nil }

    // Without the point.
    let lower = UInt64.first(whole)
    let zeros = UInt64(repeating: UInt8(ascii: "0"))
    let first = (word & lower | bytes.word(at: start &+ 1) & ~lower) &- zeros
    // The bytes after the digits are shifted out of the last block.
    func last(_ block: UInt64, _ count: Int) -> UInt64 {
      block &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    }
    let upperHalves: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    let significand: UInt64
    if digits > 8 {
      let second = bytes.word(at: start &+ 9) &- zeros
      if digits > 16 {
        let third = last(bytes.word(at: start &+ 17) &- zeros, digits &- 16)
        guard (first | second | third) & upperHalves == 0 else { return nil }
        significand =
          (first.eightDigitValues &* 100_000_000 &+ second.eightDigitValues)
          &* DecimalDigits.powersOfTen[digits &- 16] &+ third.eightDigitValues
      } else {
        let second = last(second, digits &- 8)
        guard (first | second) & upperHalves == 0 else { return nil }
        significand =
          first.eightDigitValues &* DecimalDigits.powersOfTen[digits &- 8]
          &+ second.eightDigitValues
      }
    } else {
      let first = last(first, digits)
      guard first & upperHalves == 0 else { return nil }
      significand = first.eightDigitValues
    }

    let fraction = digits &- whole
    let magnitude: UInt64
    if significand <= 1 &<< 53 {
      // Both are exact, so the division rounds once.
      let quotient = Double(Int64(bitPattern: significand)) / Self.exactPowersOfTen[fraction]
      magnitude = quotient.bitPattern
    } else {
      // Lemire (Number Parsing at a Gigabyte per Second, 2021), for numbers whose rounding is sure.
      let zeros = significand.leadingZeroBitCount
      let (high, low) = (significand &<< UInt64(zeros))
        .multipliedFullWidth(by: Self.reciprocals[fraction])
      guard high & 0x1ff != 0x1ff, low > 1 else { return nil }
      let upperBit = high &>> 63
      let mantissa = high &>> (upperBit &+ 9)
      let binary = (-217_706 &* fraction) &>> 16 &+ Int(upperBit) &- zeros &+ 1085
      // The highest bit of the mantissa, or a carry, adds to the exponent.
      magnitude =
        UInt64(truncatingIfNeeded: binary) &<< 52 &+ (mantissa &+ mantissa & 1) &>> 1
    }
    self = Double(bitPattern: magnitude | UInt64(truncatingIfNeeded: sign) &<< 63)
  }

  /// The leading 64 bits of the powers 0 to -19 of five.
  private static let reciprocals: [UInt64] = [
    0x8000_0000_0000_0000, 0xcccc_cccc_cccc_cccc, 0xa3d7_0a3d_70a3_d70a, 0x8312_6e97_8d4f_df3b,
    0xd1b7_1758_e219_652b, 0xa7c5_ac47_1b47_8423, 0x8637_bd05_af6c_69b5, 0xd6bf_94d5_e57a_42bc,
    0xabcc_7711_8461_cefc, 0x8970_5f41_36b4_a597, 0xdbe6_fece_bded_d5be, 0xafeb_ff0b_cb24_aafe,
    0x8cbc_cc09_6f50_88cb, 0xe12e_1342_4bb4_0e13, 0xb424_dc35_095c_d80f, 0x901d_7cf7_3ab0_acd9,
    0xe695_94be_c44d_e15b, 0xb877_aa32_36a4_b449, 0x9392_ee8e_921d_5d07, 0xec1e_4a7d_b695_61a5,
  ]
}

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
