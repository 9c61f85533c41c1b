/// A JSON number: what was written, and exactly what it means.
package struct JSONNumber: Sendable {
  /// The number as the text has it, such as `1.50e-3`.
  package let spelling: String

  /// A number that is written `spelling`, which must be one by RFC 8259 §6.
  package init(spelling: String) {
    self.spelling = spelling
  }

  package init(_ value: some BinaryInteger) {
    spelling = String(value)
  }

  /// The number that `value` is, or nil for infinities and NaN, which JSON doesn't have.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    // Swift writes the shortest digits that read back as the same Double.
    spelling = value.description
  }
}

// MARK: - Asking

extension JSONNumber {
  /// Whether the number is written without a fraction and an exponent.
  package var isWrittenAsInteger: Bool {
    !spelling.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  package var int64: Int64? {
    Int64(spelling)
  }

  package var uint64: UInt64? {
    UInt64(spelling)
  }

  /// The nearest Double; nil beyond the range of Double.
  package var double: Double? {
    guard let value = Double(spelling), value.isFinite else { return nil }
    return value
  }
}

// MARK: - Comparing

/// Numbers are equal if they mean the same: `1`, `1.0` and `10e-1` are, and so are `0` and `-0`.
extension JSONNumber: Equatable {
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    guard let leftDecimal = left.decimal, let rightDecimal = right.decimal else {
      return left.spelling == right.spelling
    }
    return leftDecimal == rightDecimal
  }

  /// `digits` times ten to the power of `exponent`, where `digits` neither begins nor ends with `0`.
  private struct Decimal: Equatable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
  }

  /// The value in its one normal form; nil if its exponent is beyond that of any number in use.
  private var decimal: Decimal? {
    let text = spelling.utf8
    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    var decimal = Decimal(isNegative: text.first == UInt8(ascii: "-"))
    if mantissa.endIndex != text.endIndex {
      let written = text[text.index(after: mantissa.endIndex)...]
      guard let exponent = Int32(Substring(written)) else { return nil }
      decimal.exponent = Int(exponent)
    }
    var isFraction = false
    for unit in mantissa where unit != UInt8(ascii: "-") {
      if unit == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      decimal.digits.append(unit)
      decimal.exponent -= isFraction ? 1 : 0
    }
    let zero = UInt8(ascii: "0")
    decimal.digits = Array(decimal.digits.drop { $0 == zero })
    while decimal.digits.last == zero {
      decimal.digits.removeLast()
      decimal.exponent += 1
    }
    return decimal.digits.isEmpty ? Decimal() : decimal
  }
}
