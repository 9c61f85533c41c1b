import MedleyBase

// MARK: - Reading numbers

extension DocumentIndex {
  /// The number of digits that always fit an `Int`.
  package static var sureDigits: Int { Int.bitWidth == 64 ? 18 : 9 }

  /// Returns the text of the number at a position.
  package func numberText(_ position: Int) -> String {
    let entry = entries[position]
    return bytes.string(from: entry.offset, count: entry.count, isASCII: true)
  }

  /// Reads the digits of a number for infrequent callers: each copy takes 1.4 KB.
  @inline(never) package func digits(at position: Int) -> DecimalDigits {
    let entry = entries[position]
    return DecimalDigits(bytes, from: entry.offset, count: entry.count)
  }

  @inline(__always) package func integer(at position: Int) throws -> Int {
    guard kind(position) == .integer else { return try anyInteger(Int.self, at: position) }
    let entry = entries[position]
    var (offset, count) = (entry.offset, entry.count)
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative {
      offset &+= 1
      count &-= 1
    }
    // Eight digits at once; bytes beyond the number are shifted out.
    if count <= 8, offset &+ 8 <= bytes.readable {
      let zeros = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      let digits = (bytes.word(at: offset) &- UInt64(repeating: 0x30)) &<< zeros
      let magnitude = Int(truncatingIfNeeded: digits.eightDigitValues)
      return isNegative ? 0 &- magnitude : magnitude
    }
    guard count <= Self.sureDigits else { return try anyInteger(Int.self, at: position) }
    let magnitude = Int(truncatingIfNeeded: digits(at: position).significand)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads an integer of any width.
  ///
  /// It is inlined where the type is known, because generic arithmetic takes several times as long.
  @inline(__always) package func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    at position: Int
  ) throws -> Value {
    if let sure = sureInteger(at: position), let value = Value(exactly: sure) { return value }
    return try anyInteger(type, at: position)
  }

  /// Returns an integer whose digits always fit; nil for others.
  @inline(never) func sureInteger(at position: Int) -> Int? {
    guard kind(position) == .integer, entries[position].count <= Self.sureDigits else { return nil }
    return try? integer(at: position)
  }

  /// Reads nineteen digits and more, `1.0`, `1e3`, numbers that don't fit, and other values.
  ///
  /// As with `JSONDecoder`, a number with a fraction or an exponent is an integer if the nearest
  /// double is one. From 2^53 on, where doubles can't represent all integers, only the digits
  /// decide: near the limits of a type, the nearest double may be beyond them.
  @inline(never) private func anyInteger<Value: FixedWidthInteger>(
    _ type: Value.Type,
    at position: Int
  ) throws -> Value {
    guard isNumber(position) else { throw mismatch(type, at: position) }
    guard let value: Value = wholeNumber(at: position)?.integer() else {
      throw unrepresentable(type, at: position)
    }
    return value
  }

  @inline(never) private func wholeNumber(at position: Int) -> WholeNumber? {
    // Twenty digits may still fit 64 bits.
    if kind(position) == .integer { return WholeNumber(numberText(position)[...]) }
    let double = nearestDouble(to: digits(at: position), at: position)
    if double.magnitude < 0x1p53 { return WholeNumber(double) }
    // Beyond 128 bits, an exponent may be one that can't be counted with.
    return double.magnitude <= 0x1p128 ? longNumber(at: position) : nil
  }

  @inline(__always) func isNumber(_ position: Int) -> Bool { kind(position).isNumber }

  /// Reads a whole number with a fraction or an exponent that no double is sure to represent.
  ///
  /// - Complexity: O(*n*) in the length of the number.
  @inline(never) private func longNumber(at position: Int) -> WholeNumber? {
    var exponent = digits(at: position).exponent
    let text = numberText(position)
    var digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0.isDigit }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    // No integer of 128 bits has more trailing zeros.
    guard (0..<40).contains(exponent) else { return nil }
    digits += repeatElement(UInt8(ascii: "0"), count: exponent)
    let sign = text.hasPrefix("-") ? "-" : ""
    return WholeNumber((sign + String(decoding: digits, as: UTF8.self))[...])
  }

  /// Reads a number with a point and without an exponent; nil for others.
  @inline(__always) func longDecimal(at position: Int) -> Double? {
    let entry = entries[position]
    return kind(position) == .decimal
      ? Double(bytes, from: entry.offset, count: entry.count) : nil
  }

  /// Reads a number, compiled once: each copy takes 1.6 KB.
  @inline(never) func double(at position: Int) throws -> Double {
    if let value = longDecimal(at: position) { return value }
    let digits = digits(at: position)
    let value = nearestDouble(to: digits, at: position)
    guard value.isFinite, value != 0 || digits.significand == 0 else {
      throw unrepresentable(Double.self, at: position)
    }
    return value
  }

  @inline(__always)
  private func nearestDouble(to digits: DecimalDigits, at position: Int) -> Double {
    Double(nearest: digits) ?? slowDouble(at: position)
  }

  /// Reads a number whose digits or power of ten aren't exact as doubles.
  @inline(never) private func slowDouble(at position: Int) -> Double {
    Double(numberText(position)) ?? .nan
  }

  func float(at position: Int) throws -> Float {
    let digits = digits(at: position)
    let double = nearestDouble(to: digits, at: position)
    // Halfway between two floats, the digits after those of the double decide. Among subnormal
    // floats, halfway isn't always at the same bit.
    let isUnsure =
      double.bitPattern & 0x1fff_ffff == 0x1000_0000
      || double.magnitude < Double(Float.leastNormalMagnitude)
    let value = isUnsure ? Float(numberText(position)) ?? .nan : Float(double)
    guard value.isFinite, value != 0 || digits.significand == 0 else {
      throw unrepresentable(Float.self, at: position)
    }
    return value
  }

  @inline(__always) func boolean(at position: Int) throws -> Bool {
    switch kind(position) {
    case .true: return true
    case .false: return false
    default: throw mismatch(Bool.self, at: position)
    }
  }
}
