import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Whole numbers with a fraction or an exponent were refused where the nearest double is beyond the
/// limits of their type.
@Suite struct WholeNumberSpellingTests {
  @Test func `decodes numbers that were refused`() throws {
    let texts = ["12345678901234567891.0", "18446744073709551615e0", "1.8446744073709551615e19"]
    for (text, value) in zip(texts, [12_345_678_901_234_567_891, .max, UInt64.max]) {
      #expect(ScalarOutcome<UInt64>.engine(text) == .value(value))
    }
    #expect(ScalarOutcome<Int64>.engine("9223372036854775807.0") == .value(.max))
    #expect(ScalarOutcome<Int64>.engine("-9223372036854775808.0") == .value(.min))
  }

  /// An integer in decimal: its sign and its digits.
  private struct Decimal {
    var isNegative: Bool
    var digits: String

    var text: String { (isNegative ? "-" : "") + digits }

    /// A spelling with a fraction of zeros, a shifted point or an exponent.
    func spelled(_ seed: inout SeededRandom) -> String {
      var digits = digits
      var exponent = 0
      if seed.once(in: 2) {
        let zeros = seed.number(below: 30)
        digits += String(repeating: "0", count: zeros)
        exponent -= zeros
      }
      while seed.once(in: 2), digits.count > 1, digits.last == "0" {
        digits.removeLast()
        exponent += 1
      }
      // Zero needs a point, or it would begin with several.
      let point = digits.first == "0" ? digits.count : seed.number(below: digits.count + 1)
      var mantissa = digits
      if point > 0 {
        var whole = String(digits.dropLast(point))
        whole = String(whole.drop { $0 == "0" })
        if whole.isEmpty { whole = "0" }
        mantissa = whole + "." + digits.suffix(point)
        exponent += point
      } else if seed.once(in: 2) {
        mantissa += "." + String(repeating: "0", count: 1 + seed.number(below: 25))
      }
      let sign = exponent < 0 ? "" : seed.pick(["", "+"])
      let exponentText =
        exponent == 0 && mantissa.contains(".") && seed.once(in: 2)
        ? "" : seed.pick(["e", "E"]) + sign + "\(exponent)"
      return (isNegative ? "-" : "") + mantissa + exponentText
    }

    /// The number a few above or below, of as many digits.
    static func near(_ limit: String, _ seed: inout SeededRandom) -> Decimal {
      let isNegative = limit.hasPrefix("-")
      var digits = Array(limit.drop { $0 == "-" }.utf8)
      if seed.once(in: 3), let last = digits.indices.last {
        digits[last] = UInt8(ascii: "0") + UInt8(seed.number(below: 10))
      }
      if seed.once(in: 4), digits.count > 2 {
        digits[digits.count - 2] = UInt8(ascii: "0") + UInt8(seed.number(below: 10))
      }
      if seed.once(in: 5) { digits.append(UInt8(ascii: "0")) }
      let text = String(decoding: digits, as: UTF8.self).drop { $0 == "0" }
      return Decimal(isNegative: isNegative, digits: text.isEmpty ? "0" : String(text))
    }
  }

  private func check<Value: FixedWidthInteger & Codable & Sendable>(_ type: Value.Type) throws {
    var seed = SeededRandom(seed: UInt64(Value.bitWidth))
    let limits = ["\(Value.max)", "\(Value.min)", "9007199254740993", "-9007199254740993", "1000"]
    for _ in 0..<Thoroughness.rounds(400) {
      let number = Decimal.near(seed.pick(limits), &seed)
      let text = number.spelled(&seed)
      let outcome = ScalarOutcome<Value>.engine(text)
      if let value = Value(number.text) {
        #expect(outcome == .value(value), "\(type) \(text)")
      } else {
        #expect(outcome == .error(kind: "corrupted", path: []), "\(type) \(text)")
      }
      // JSONDecoder takes fewer, and those as the same.
      if case .value(let value) = ScalarOutcome<Value>.foundation(text) {
        #expect(outcome == .value(value), "\(type) \(text)")
      }
    }
  }

  @Test func `integers are exact, also near the limits of their type`() throws {
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try check(Int128.self)
      try check(UInt128.self)
    }
  }

  @Test func `a long fraction takes one pass`() {
    let zeros = String(repeating: "0", count: 100_000)
    #expect(ScalarOutcome<UInt64>.engine("18446744073709551615.\(zeros)") == .value(.max))
    #expect(
      ScalarOutcome<UInt64>.engine("18446744073709551615.\(zeros)1")
        == .error(kind: "corrupted", path: [])
    )
  }
}
