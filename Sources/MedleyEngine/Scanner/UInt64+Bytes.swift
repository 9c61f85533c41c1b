// MARK: - Eight bytes at once

extension UInt64 {
  /// Returns a byte repeated eight times.
  @inlinable @inline(__always) package init(repeating byte: UInt8) {
    self = UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The highest bit of each byte.
  @inlinable @inline(__always) package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns the bits of the first `count` bytes, at most seven.
  @inline(__always) static func first(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }

  /// The bytes at which a plain string can end: quotation marks, backslashes and controls.
  ///
  /// The high bit of each is set. Only the first mark is exact, because a borrow carries into the
  /// next byte. The others aren't used.
  @inline(__always) var stringStops: UInt64 {
    let quote = self ^ UInt64(repeating: 0x22)
    let backslash = self ^ UInt64(repeating: 0x5c)
    let ones = UInt64(repeating: 1)
    let controls = (self &- UInt64(repeating: 0x20)) & ~self
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | controls) & .highBits
  }

  /// The same bytes and those that aren't ASCII, in half as many instructions.
  ///
  /// Only the first mark is exact. Controls and the quotation mark are below 0x21 after inverting
  /// the bit in which the quotation mark differs from the space.
  @inlinable @inline(__always) package var plainStops: UInt64 {
    let controls = (self ^ UInt64(repeating: 0x02)) &- UInt64(repeating: 0x21)
    let backslash = (self ^ UInt64(repeating: 0x5c)) &- UInt64(repeating: 0x01)
    return (controls | backslash | self) & .highBits
  }

  /// The number of bytes before the first marked one.
  @inlinable @inline(__always) package var bytesBeforeMark: Int { trailingZeroBitCount &>> 3 }

  /// The number of leading bytes that are digits.
  @inline(__always) var leadingDigits: Int {
    let digits = self ^ UInt64(repeating: 0x30)
    return (((digits &+ UInt64(repeating: 0x76)) | digits) & .highBits).bytesBeforeMark
  }

  /// The number of eight digits.
  @inline(__always) var eightDigits: UInt64 {
    (self &- UInt64(repeating: 0x30)).eightDigitValues
  }

  /// The number of eight digit values, joined in pairs, fours and eights.
  @inline(__always) var eightDigitValues: UInt64 {
    let pairs = self &* 10 &+ self &>> 8
    let low = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
    let high = (pairs &>> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
    return (low &+ high) &>> 32
  }
}
