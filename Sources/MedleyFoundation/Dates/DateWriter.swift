/// A buffer for the bytes of a text.
struct DateWriter {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(32)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ literal: [UInt8]) {
    bytes += literal
  }

  mutating func append(text: String) {
    bytes += text.utf8
  }

  /// Appends a number that isn't negative, with leading zeros.
  mutating func append(_ number: Int, digits: Int) {
    var divisor = 1
    var count = 1
    while count < digits || number / divisor >= 10 {
      divisor *= 10
      count += 1
    }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends the first digits of a fraction of a second.
  mutating func append(nanosecond: Int, digits: Int) {
    append((0..<9 - digits).reduce(nanosecond) { fraction, _ in fraction / 10 }, digits: digits)
  }

  /// Appends `+01:00`, or a shorter form of it.
  mutating func append(offset: Int, separator: Bool, omitsNoMinutes: Bool = false) {
    bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
    let minutes = abs(offset) / 60
    append(minutes / 60, digits: 2)
    if omitsNoMinutes, minutes % 60 == 0 { return }
    if separator { bytes.append(UInt8(ascii: ":")) }
    append(minutes % 60, digits: 2)
  }
}
