// MARK: - Reading numbers

extension DocumentIndex {
  /// The number at a position as it is written.
  func numberText(_ position: Int) -> String {
    let word = words[position]
    return unsafe bytes.withBytes(from: word.offset, count: word.count) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }

  @inline(__always) func digits(at position: Int) -> DecimalDigits {
    let word = words[position]
    return DecimalDigits(bytes, from: word.offset, count: word.count)
  }

  @inline(__always) func integer(at position: Int) throws -> Int {
    guard kind(position) == .integer else { return try anyInteger(Int.self, at: position) }
    let word = words[position]
    var (offset, count) = (word.offset, word.count)
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative {
      offset &+= 1
      count &-= 1
    }
    // Eight digits at once; what is read beyond the number is shifted out.
    if count <= 8, offset &+ 8 <= bytes.count {
      let zeros = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      var digits = (bytes.word(at: offset) &- UInt64(repeating: 0x30)) &<< zeros
      digits = (digits &* 10) &+ (digits &>> 8)
      let low = (digits & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
      let high = ((digits &>> 16) & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
      let magnitude = Int(truncatingIfNeeded: (low &+ high) &>> 32)
      return isNegative ? 0 &- magnitude : magnitude
    }
    guard count <= 18 else { return try anyInteger(Int.self, at: position) }
    var magnitude = 0
    for index in offset..<offset &+ count {
      magnitude = magnitude &* 10 &+ Int(bytes[index] &- 0x30)
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  @inline(__always) func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    at position: Int
  ) throws -> Value {
    if kind(position) == .integer, words[position].count <= 18,
      let value = Value(exactly: try integer(at: position))
    {
      return value
    }
    return try anyInteger(type, at: position)
  }

  /// Nineteen digits and more, `1.0`, `1e3`, what doesn't fit, and what is no number.
  @inline(never) private func anyInteger<Value: FixedWidthInteger>(
    _ type: Value.Type,
    at position: Int
  ) throws -> Value {
    let kind = kind(position)
    guard kind == .integer || kind == .decimal else { throw mismatch(type, at: position) }
    // Twenty digits may still fit 64 bits.
    if kind == .integer, let value = Value(numberText(position)) { return value }
    guard let value = digits(at: position).integer(type) else {
      throw unrepresentable(type, at: position)
    }
    return value
  }

  @inline(__always) func double(at position: Int) throws -> Double {
    let kind = kind(position)
    guard kind == .integer || kind == .decimal else {
      throw mismatch(Double.self, at: position)
    }
    let digits = digits(at: position)
    if let value = Double(nearest: digits), value.isFinite,
      value != 0 || digits.significand == 0
    {
      return value
    }
    return try slowDouble(at: position)
  }

  /// Numbers that it takes all of their digits to round, and those that are out of range.
  @inline(never) private func slowDouble(at position: Int) throws -> Double {
    let text = numberText(position)
    let isZero = digits(at: position).significand == 0
    guard let value = Double(text), value.isFinite, value != 0 || isZero else {
      throw unrepresentable(Double.self, at: position)
    }
    return value
  }

  func float(at position: Int) throws -> Float {
    let value = try double(at: position)
    let float = Float(value)
    // Halfway between two floats, the digits behind those of the double decide.
    let isHalfway = value.bitPattern & 0x1fff_ffff == 0x1000_0000
    let rounded = isHalfway ? Float(numberText(position)) ?? float : float
    guard rounded.isFinite, rounded != 0 || value == 0 else {
      throw unrepresentable(Float.self, at: position)
    }
    return rounded
  }

  @inline(__always) func boolean(at position: Int) throws -> Bool {
    switch kind(position) {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, at: position)
    }
  }
}
