/// The text of a number as in RFC 8259 §6.
///
/// Swift's initialisers also accept hexadecimal numbers, infinity and NaN.
struct DecimalText {
  /// Whether every digit is zero.
  let isZero: Bool
  /// Whether the number has neither a fraction nor an exponent.
  let isWhole: Bool

  private let digits: Substring.UTF8View

  init?(_ text: String) {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    guard !whole.isEmpty else { return nil }
    var fraction = rest.prefix(0)
    var hasExponent = false
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(fraction.count)
      guard !fraction.isEmpty else { return nil }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      let exponent = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(exponent.count)
      guard !exponent.isEmpty else { return nil }
    }
    guard rest.isEmpty else { return nil }
    digits = whole
    isWhole = fraction.isEmpty && !hasExponent
    isZero = [whole, fraction].allSatisfy { $0.allSatisfy { $0 == UInt8(ascii: "0") } }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether a value, which was made from this whole number, has the same digits.
  func isExact<Value: BinaryFloatingPoint>(_ value: Value) -> Bool {
    guard let magnitude = WholeNumber(Substring(digits))?.integer(UInt64.self) else { return false }
    return Value(exactly: magnitude) == value.magnitude
  }
}
