/// A whole number of at most 128 bits with a sign, which converts to an integer of any type.
///
/// The standard library's functions that parse and convert integers are specialised for each type,
/// which takes 60 KB of a program that uses only the core.
package struct WholeNumber {
  private let isNegative: Bool
  private var high: UInt64
  private var low: UInt64
}

// MARK: - Making

extension WholeNumber {
  /// Creates a number from digits with or without a sign, or returns nil.
  ///
  /// It returns nil for any other text, and for more than 128 bits.
  package init?(_ text: Substring) {
    var number = WholeNumber(isNegative: text.utf8.first == UInt8(ascii: "-"), high: 0, low: 0)
    let hasSign = number.isNegative || text.utf8.first == UInt8(ascii: "+")
    let digits = text.utf8.dropFirst(hasSign ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
        number.append(UInt64(byte & 0xf))
      else { return nil }
    }
    self = number
  }

  /// Creates a number from a double, or returns nil if it has a fraction or more than 128 bits.
  package init?(_ double: Double) {
    let magnitude = double.magnitude
    guard magnitude < 0x1p128, magnitude.rounded(.towardZero) == magnitude else { return nil }
    let high = UInt64(magnitude * 0x1p-64)
    // Exact: a double has 53 bits.
    let low = UInt64(magnitude - Double(high) * 0x1p64)
    self.init(isNegative: double < 0, high: high, low: low)
  }

  /// Appends a digit, or returns false if the number would overflow.
  private mutating func append(_ digit: UInt64) -> Bool {
    let product = low.multipliedFullWidth(by: 10)
    let (sum, carry) = product.low.addingReportingOverflow(digit)
    let rest: UInt64 = carry ? product.high + 1 : product.high
    let (tens, isTooLarge) = high.multipliedReportingOverflow(by: 10)
    let (upper, overflows) = tens.addingReportingOverflow(rest)
    (high, low) = (upper, sum)
    return !isTooLarge && !overflows
  }

  package init(_ integer: Int64) {
    self.init(isNegative: integer < 0, high: 0, low: integer.magnitude)
  }

  package init(_ integer: UInt64) {
    self.init(isNegative: false, high: 0, low: integer)
  }

  // MARK: - Converting

  /// Returns the number as an integer of a type, or nil if it doesn't fit.
  package func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer?
  {
    if high == 0, low <= UInt64(Int64.max) {
      let value = Int64(truncatingIfNeeded: low)
      return Integer(exactly: isNegative ? -value : value)
    }
    return wide()
  }

  /// Does the same for a magnitude of 64 bits and more.
  @inline(never) private func wide<Integer: FixedWidthInteger>() -> Integer? {
    // Half of the type's range fits only as a negative number.
    guard Integer.isSigned || !isNegative, Integer.bitWidth >= 64 else { return nil }
    var value = Integer(truncatingIfNeeded: low)
    if Integer.bitWidth > 64 {
      value |= Integer(truncatingIfNeeded: high) << 64
    } else if high != 0 {
      return nil
    }
    let signed = isNegative ? 0 &- value : value
    return (signed < 0) == isNegative ? signed : nil
  }
}

package typealias EncodableInteger = FixedWidthInteger & Encodable

/// A container that encodes integers of all sizes but `Int` in one way, also those of 128 bits.
package protocol IntegerEncoding {
  func encode<Integer: EncodableInteger>(_ value: Integer) throws
}

extension IntegerEncoding {
  fileprivate func encodeGenerically(_ value: some EncodableInteger) throws { try encode(value) }
}

// The standard library's own refuse these on behalf of a container that doesn't mention them, even if
// its generic method would take them.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension IntegerEncoding where Self: SingleValueEncodingContainer {
  package func encode(_ value: Int128) throws { try encodeGenerically(value) }
  package func encode(_ value: UInt128) throws { try encodeGenerically(value) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension IntegerEncoding where Self: UnkeyedEncodingContainer {
  package func encode(_ value: Int128) throws { try encodeGenerically(value) }
  package func encode(_ value: UInt128) throws { try encodeGenerically(value) }
}

/// A container that decodes members of every type in one way, also integers of 128 bits.
///
/// The standard library's own refuse those on behalf of a container that doesn't mention them, even if
/// its generic method would take them.
package protocol GenericKeyedDecoding: KeyedDecodingContainerProtocol {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GenericKeyedDecoding {
  package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decodeGenerically(type, forKey: key)
  }

  package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decodeGenerically(type, forKey: key)
  }

  private func decodeGenerically<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    try decode(type, forKey: key)
  }
}
