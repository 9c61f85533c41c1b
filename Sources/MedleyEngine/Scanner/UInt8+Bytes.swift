extension UInt8 {
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always) var beginsNumber: Bool { isDigit || self == UInt8(ascii: "-") }

  /// Whether this is white space in JSON: one of four bytes, which a set of bits has.
  @inlinable @inline(__always) package var isSpace: Bool {
    self <= 0x20 && (0x1_0000_2600 as UInt64) &>> self & 1 != 0
  }

  /// Whether this byte certainly ends a number: a comma, the end of a container or of a line.
  @inlinable @inline(__always) package var endsNumber: Bool {
    self == UInt8(ascii: ",") || self | 0x20 == UInt8(ascii: "}") || self == UInt8(ascii: "\n")
  }

  /// Whether this byte ends a number or a literal.
  @inlinable @inline(__always) package var endsPlainValue: Bool {
    isSpace || endsNumber || self == 0x1e
  }

  /// The value of a hexadecimal digit; nil for other bytes.
  @inlinable @inline(__always) package var hexadecimalValue: UInt32? {
    if isDigit { return UInt32(self &- 0x30) }
    let letter = self | 0x20
    return letter >= 0x61 && letter <= 0x66 ? UInt32(letter &- 87) : nil
  }
}
