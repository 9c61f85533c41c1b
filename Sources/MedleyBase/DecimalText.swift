/// The text of a number as in RFC 8259 §6, or with a plus sign or zeros before it.
///
/// Swift's initialisers also accept hexadecimal numbers, infinity and NaN.
package struct DecimalText {
  /// The digits before the fraction.
  package let digits: Substring
  /// Whether JSON has such a number: without a plus sign, and without zeros before it.
  package let isJSON: Bool
  /// Whether the number has neither a fraction nor an exponent.
  package let isWhole: Bool
  /// Whether every digit is zero.
  package let isZero: Bool

  package init?(_ text: String) {
    var rest = text.utf8[...]
    func skip(_ expected: String) -> Bool {
      guard let first = rest.first, expected.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    /// Takes digits; nil if there are none.
    func takeDigits() -> Substring.UTF8View? {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }
      rest = rest[digits.endIndex...]
      return digits.isEmpty ? nil : digits
    }

    let hasPlus = skip("+")
    if !hasPlus { _ = skip("-") }
    guard let whole = takeDigits(), let fraction = skip(".") ? takeDigits() : whole.prefix(0)
    else { return nil }
    let hasExponent = skip("eE")
    if hasExponent {
      _ = skip("+-")
      guard takeDigits() != nil else { return nil }
    }
    guard rest.isEmpty else { return nil }
    digits = Substring(whole)
    isJSON = !hasPlus && (whole.count == 1 || whole.first != UInt8(ascii: "0"))
    isWhole = fraction.isEmpty && !hasExponent
    // An exponent doesn't change zero.
    isZero =
      !(whole.contains { $0 != UInt8(ascii: "0") } || fraction.contains { $0 != UInt8(ascii: "0") })
  }
}
