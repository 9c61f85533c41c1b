/// The text of a number as in RFC 8259 §6.
///
/// Swift's initialisers also accept hexadecimal numbers, infinity and NaN.
struct DecimalText {
  /// Whether every digit is zero.
  let isZero: Bool
  /// Whether the number has neither a fraction nor an exponent.
  let isWhole: Bool

  private let digits: Substring

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    var isZero = true

    func skip(_ isExpected: (UInt8) -> Bool) -> Bool {
      guard position < bytes.count, isExpected(bytes[position]) else { return false }
      position += 1
      return true
    }
    func skipSign() {
      _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    }
    /// Skips digits; false if there are none.
    func skipDigits() -> Bool {
      let start = position
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 {
        if bytes[position] != UInt8(ascii: "0") { isZero = false }
        position += 1
      }
      return position > start
    }

    skipSign()
    let start = position
    guard skipDigits() else { return nil }
    digits = Substring(text.utf8.dropFirst(start).prefix(position - start))
    let wholeEnd = position
    if skip({ $0 == UInt8(ascii: ".") }), !skipDigits() { return nil }
    // An exponent doesn't change zero.
    self.isZero = isZero
    if skip({ $0 | 0x20 == UInt8(ascii: "e") }) {
      skipSign()
      guard skipDigits() else { return nil }
    }
    guard position == bytes.count else { return nil }
    isWhole = position == wholeEnd
  }

  /// Returns whether a value, which was made from this whole number, has the same digits.
  func isExact<Value: BinaryFloatingPoint>(_ value: Value) -> Bool {
    guard let magnitude = WholeNumber(digits)?.integer(UInt64.self) else { return false }
    return Value(exactly: magnitude) == value.magnitude
  }
}
