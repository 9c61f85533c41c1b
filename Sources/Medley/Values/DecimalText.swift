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
    let bytes = Array(text.utf8)
    let zero = UInt8(ascii: "0")
    var place = 0
    func skip(_ expected: String) -> Bool {
      guard place < bytes.count, expected.utf8.contains(bytes[place]) else { return false }
      place += 1
      return true
    }
    /// Takes digits; nil if there are none.
    func takeDigits() -> ArraySlice<UInt8>? {
      let start = place
      while place < bytes.count, bytes[place] &- zero <= 9 { place += 1 }
      return start < place ? bytes[start..<place] : nil
    }

    let hasPlus = skip("+")
    if !hasPlus { _ = skip("-") }
    guard let whole = takeDigits(), let fraction = skip(".") ? takeDigits() : [] else { return nil }
    let hasExponent = skip("eE")
    if hasExponent {
      _ = skip("+-")
      guard takeDigits() != nil else { return nil }
    }
    guard place == bytes.count else { return nil }
    digits = String(decoding: whole, as: UTF8.self)[...]
    isJSON = !hasPlus && (whole.count == 1 || whole.first != zero)
    isWhole = fraction.isEmpty && !hasExponent
    // An exponent doesn't change zero.
    isZero = whole.allSatisfy { $0 == zero } && fraction.allSatisfy { $0 == zero }
  }
}
