// The parts of a date, appended to a text in UTF-8.

extension [UInt8] {
  /// Appends a number that isn't negative, with leading zeros.
  mutating func append(_ number: Int, digits: Int) {
    if digits > 1 || number > 9 { append(number / 10, digits: digits - 1) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a separator and a number of two digits.
  mutating func append(_ separator: Unicode.Scalar, _ number: Int) {
    append(UInt8(ascii: separator))
    append(number, digits: 2)
  }

  /// Appends the first digits of a fraction of a second.
  mutating func append(nanosecond: Int, digits: Int) {
    append((0..<9 - digits).reduce(nanosecond) { fraction, _ in fraction / 10 }, digits: digits)
  }

  /// Appends `+01:00`, or a shorter form of it.
  mutating func append(offset: Int, separator: Bool, omitsNoMinutes: Bool = false) {
    let minutes = abs(offset) / 60
    append(offset < 0 ? "-" : "+", minutes / 60)
    if omitsNoMinutes, minutes % 60 == 0 { return }
    if separator { append(UInt8(ascii: ":")) }
    append(minutes % 60, digits: 2)
  }
}
