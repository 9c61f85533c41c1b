/// The leading 128 bits of the powers of five.
///
/// They are computed once, in about a hundred thousand instructions, instead of a table of 650
/// lines.
struct PowersOfFive: Sendable {
  static let smallest = -342
  static let largest = 308
  static let all = PowersOfFive()

  private let high: [UInt64]
  private let low: [UInt64]

  private init() {
    let count = Self.largest - Self.smallest + 1
    var high = [UInt64](repeating: 0, count: count)
    var low = high
    func store(_ number: BigInteger, at exponent: Int, plusOne: Bool) {
      var (top, bottom) = number.top128
      if plusOne {
        bottom &+= 1
        if bottom == 0 { top &+= 1 }
      }
      high[exponent - Self.smallest] = top
      low[exponent - Self.smallest] = bottom
    }
    var power = BigInteger(1)
    for exponent in 0...Self.largest {
      store(power, at: exponent, plusOne: false)
      power.multiply(by: 5)
    }
    // Dividing repeatedly gives the same as dividing once by the product.
    var reciprocal = BigInteger.powerOfTwo(1024)
    for exponent in 1...(-Self.smallest) {
      reciprocal.divide(by: 5)
      // Lemire: if 128 bits hold the power itself, its reciprocal is rounded up.
      store(reciprocal, at: -exponent, plusOne: exponent <= 27)
    }
    self.high = high
    self.low = low
  }

  @inline(__always) subscript(exponent: Int) -> (high: UInt64, low: UInt64) {
    let position = exponent &- Self.smallest
    return (high[position], low[position])
  }
}

/// An integer of any size, for computing the powers of five.
private struct BigInteger {
  /// The words, the lowest first.
  private var limbs: [UInt64]

  init(_ value: UInt64) { limbs = [value] }

  static func powerOfTwo(_ exponent: Int) -> BigInteger {
    var number = BigInteger(0)
    number.limbs = Array(repeating: 0, count: exponent / 64) + [1 << UInt64(exponent % 64)]
    return number
  }

  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index].multipliedFullWidth(by: factor)
      let (sum, hasOverflowed) = product.low.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = product.high + (hasOverflowed ? 1 : 0)
    }
    if carry > 0 { limbs.append(carry) }
  }

  mutating func divide(by divisor: UInt64) {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
    }
    while limbs.count > 1, limbs.last == 0 { limbs.removeLast() }
  }

  /// The leading 128 bits, from the highest that is set.
  var top128: (UInt64, UInt64) {
    let shift = UInt64((limbs.last ?? 0).leadingZeroBitCount)
    func limb(_ index: Int) -> UInt64 { index >= 0 ? limbs[index] : 0 }
    func shifted(_ index: Int) -> UInt64 {
      shift == 0 ? limb(index) : limb(index) << shift | limb(index - 1) >> (64 - shift)
    }
    return (shifted(limbs.count - 1), shifted(limbs.count - 2))
  }
}

// MARK: - Rounding

extension Double {
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Returns the double nearest to a number, or nil if its first nineteen digits don't determine
  /// it.
  @inline(__always) init?(nearest digits: DecimalDigits) {
    // Clinger: if both operands are exact, one division or multiplication rounds once.
    if digits.significand <= 1 &<< 53, digits.exponent >= -22, digits.exponent <= 22,
      !digits.isTruncated
    {
      let significand = Double(Int64(bitPattern: digits.significand))
      let magnitude =
        digits.exponent < 0
        ? significand / Self.exactPowersOfTen[-digits.exponent]
        : significand * Self.exactPowersOfTen[digits.exponent]
      self = digits.isNegative ? -magnitude : magnitude
      return
    }
    guard let magnitude = Self.magnitude(of: digits) else { return nil }
    self = digits.isNegative ? -magnitude : magnitude
  }

  @inline(never) private static func magnitude(of digits: DecimalDigits) -> Double? {
    let magnitude = scaled(digits.significand, by: digits.exponent)
    guard digits.isTruncated else { return magnitude }
    // The omitted digits may or may not round up.
    return magnitude == scaled(digits.significand &+ 1, by: digits.exponent) ? magnitude : nil
  }

  /// Returns the double nearest to `significand` times a power of ten.
  ///
  /// The algorithm of Eisel and Lemire (Number Parsing at a Gigabyte per Second, 2021), which is
  /// exact for every significand of 64 bits (Mushtak and Lemire, 2022).
  private static func scaled(_ significand: UInt64, by exponent: Int) -> Double {
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
