/// A number as it is written: digits, and a power of ten.
struct DecimalDigits {
  var isNegative = false
  /// The first nineteen digits that count.
  var significand: UInt64 = 0
  /// The power of ten of the last of those digits.
  var exponent = 0
  /// Whether digits other than zero come after those.
  var isTruncated = false

  /// Reads a number that the scanner has checked.
  @inline(__always) init(_ bytes: Bytes, from start: Int, count: Int) {
    var position = start
    let end = start &+ count
    if bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position &+= 1
    }
    let first = position
    while position < end, bytes[position].isDigit {
      significand = significand &* 10 &+ UInt64(bytes[position] &- 0x30)
      position &+= 1
    }
    var digits = position &- first
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position &+= 1
      let fraction = position
      while position < end, bytes[position].isDigit {
        significand = significand &* 10 &+ UInt64(bytes[position] &- 0x30)
        position &+= 1
      }
      exponent = fraction &- position
      digits &+= position &- fraction
    }
    if digits > 19 {
      readCarefully(bytes, from: first, to: position)
    }
    if position < end {
      exponent = exponent &+ Self.exponent(bytes, from: position &+ 1, to: end)
    }
  }

  /// Reads more digits than there is room for.
  @inline(never) private mutating func readCarefully(_ bytes: Bytes, from start: Int, to end: Int) {
    significand = 0
    exponent = 0
    var digits = 0
    var isFraction = false
    for position in start..<end {
      guard bytes[position].isDigit else {
        isFraction = true
        continue
      }
      let digit = UInt64(bytes[position] &- 0x30)
      if digits < 19 {
        significand = significand &* 10 &+ digit
        // Zeros in front aren't significant.
        if significand != 0 { digits += 1 }
        if isFraction { exponent -= 1 }
      } else {
        if digit != 0 { isTruncated = true }
        if !isFraction { exponent += 1 }
      }
    }
  }

  /// An exponent; one that no number can have is as good as any other such.
  @inline(never) private static func exponent(_ bytes: Bytes, from start: Int, to end: Int) -> Int {
    var position = start
    let sign = bytes[position]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
    var exponent = 0
    while position < end {
      if exponent < 1_000_000_000_000 { exponent = exponent * 10 + Int(bytes[position] - 0x30) }
      position += 1
    }
    return sign == UInt8(ascii: "-") ? -exponent : exponent
  }

  /// The value, if it is an integer that fits.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    var magnitude = significand
    var exponent = exponent
    if magnitude == 0 { return isTruncated ? nil : 0 }
    guard !isTruncated else { return nil }
    while exponent < 0 {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      magnitude = quotient
      exponent += 1
    }
    while exponent > 0 {
      let (product, hasOverflowed) = magnitude.multipliedReportingOverflow(by: 10)
      guard !hasOverflowed else { return nil }
      magnitude = product
      exponent -= 1
    }
    if !isNegative { return Value(exactly: magnitude) }
    return magnitude <= UInt64(Int64.max)
      ? Value(exactly: -Int64(magnitude))
      : magnitude == UInt64(Int64.max) + 1 ? Value(exactly: Int64.min) : nil
  }
}
