/// The leading 128 bits of the powers of five.
///
/// They are computed once, at the first use, instead of a table of 650 lines.
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
