/// The bytes of a document, read by position.
///
/// It doesn't own the memory; a `Source` does. It is safe to use with positions that the scanner
/// has visited, which debug builds check.
@safe struct Bytes {
  private let base: UnsafeRawPointer
  let count: Int

  /// - Parameter buffer: The memory, which must outlive this value.
  init(_ buffer: UnsafeRawBufferPointer) {
    // An empty buffer may have no address, and is never read.
    unsafe base = buffer.baseAddress ?? Self.nowhere
    count = buffer.count
  }

  /// Static memory of no bytes.
  private static var nowhere: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
  }

  @inline(__always) subscript(position: Int) -> UInt8 {
    assert(position >= 0 && position < count)
    // Sound: the position is inside.
    return unsafe base.load(fromByteOffset: position, as: UInt8.self)
  }

  /// Returns eight bytes from a position, the first in the lowest bits.
  @inline(__always) func word(at position: Int) -> UInt64 {
    assert(position >= 0 && position + 8 <= count)
    // Sound: all eight bytes are inside.
    return unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    )
  }

  /// Returns two bytes from a position, the first in the lowest bits.
  @inline(__always) func pair(at position: Int) -> UInt16 {
    assert(position >= 0 && position + 2 <= count)
    // Sound: both bytes are inside.
    return unsafe UInt16(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt16.self)
    )
  }

  /// Returns four bytes from a position, the first in the lowest bits.
  @inline(__always) func quad(at position: Int) -> UInt32 {
    assert(position >= 0 && position + 4 <= count)
    // Sound: all four bytes are inside.
    return unsafe UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    )
  }

  /// Returns sixteen bytes from a position.
  @inline(__always) func vector(at position: Int) -> SIMD16<UInt8> {
    assert(position >= 0 && position + 16 <= count)
    // Sound: all sixteen bytes are inside.
    return unsafe base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
  }

  /// Calls a function with a part of the bytes, which must not escape.
  @inline(__always) func withBytes<Result, Failure: Error>(
    from position: Int,
    count: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    assert(position >= 0 && count >= 0 && position + count <= self.count)
    // Sound: the part is inside, and bytes have no alignment.
    let start = unsafe base.advanced(by: position).assumingMemoryBound(to: UInt8.self)
    return try unsafe body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Returns whether two parts have the same bytes.
  @inline(__always) func equal(_ lhs: Int, _ rhs: Int, count: Int) -> Bool {
    var offset = 0
    while offset &+ 8 <= count {
      if word(at: lhs &+ offset) != word(at: rhs &+ offset) { return false }
      offset &+= 8
    }
    if max(lhs, rhs) &+ offset &+ 8 <= self.count {
      let difference = word(at: lhs &+ offset) ^ word(at: rhs &+ offset)
      return difference & .first(count &- offset) == 0
    }
    while offset < count {
      if self[lhs &+ offset] != self[rhs &+ offset] { return false }
      offset &+= 1
    }
    return true
  }
}

// MARK: - Eight bytes at once

extension UInt64 {
  /// Returns a byte repeated eight times.
  @inline(__always) init(repeating byte: UInt8) {
    self = UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The highest bit of each byte.
  @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

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
  @inline(__always) var plainStops: UInt64 {
    let controls = (self ^ UInt64(repeating: 0x02)) &- UInt64(repeating: 0x21)
    let backslash = (self ^ UInt64(repeating: 0x5c)) &- UInt64(repeating: 0x01)
    return (controls | backslash | self) & .highBits
  }

  /// The number of bytes before the first marked one.
  @inline(__always) var bytesBeforeMark: Int { trailingZeroBitCount &>> 3 }

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

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether this byte certainly ends a number.
  @inline(__always) var endsNumber: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "}") || self == UInt8(ascii: "]")
  }

  /// The value of a hexadecimal digit; nil for other bytes.
  @inline(__always) var hexadecimalValue: UInt32? {
    if isDigit { return UInt32(self &- 0x30) }
    let letter = self | 0x20
    return letter >= 0x61 && letter <= 0x66 ? UInt32(letter &- 87) : nil
  }
}
