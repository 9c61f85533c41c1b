/// The bytes of a document, read by position.
///
/// It holds memory without keeping it alive: a `Source` does that. It is safe to use as long as
/// positions are those that the scanner has seen, which debug builds check.
@safe struct Bytes {
  private let base: UnsafeRawPointer
  let count: Int

  /// - Parameter buffer: What outlives this value.
  init(_ buffer: UnsafeRawBufferPointer) {
    // An empty buffer may have no address, and is never read.
    unsafe base = buffer.baseAddress ?? Self.nowhere
    count = buffer.count
  }

  /// Memory of no bytes, which stays for good.
  private static var nowhere: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
  }

  @inline(__always) subscript(position: Int) -> UInt8 {
    assert(position >= 0 && position < count)
    // Sound: the position is inside.
    return unsafe base.load(fromByteOffset: position, as: UInt8.self)
  }

  /// Eight bytes from a position, the first of them lowest.
  @inline(__always) func word(at position: Int) -> UInt64 {
    assert(position >= 0 && position + 8 <= count)
    // Sound: all eight bytes are inside.
    return unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    )
  }

  /// Two bytes from a position, the first of them lowest.
  @inline(__always) func pair(at position: Int) -> UInt16 {
    assert(position >= 0 && position + 2 <= count)
    // Sound: both bytes are inside.
    return unsafe UInt16(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt16.self)
    )
  }

  /// Four bytes from a position, the first of them lowest.
  @inline(__always) func quad(at position: Int) -> UInt32 {
    assert(position >= 0 && position + 4 <= count)
    // Sound: all four bytes are inside.
    return unsafe UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    )
  }

  /// Sixteen bytes from a position.
  @inline(__always) func vector(at position: Int) -> SIMD16<UInt8> {
    assert(position >= 0 && position + 16 <= count)
    // Sound: all sixteen bytes are inside.
    return unsafe base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
  }

  /// Calls a function with a part of the bytes, which must not leave it.
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

  /// Whether two parts are the same bytes.
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
  /// A byte, eight times.
  @inline(__always) init(repeating byte: UInt8) {
    self = UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The highest bit of each byte.
  @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The bits of the first `count` bytes, of at most seven.
  @inline(__always) static func first(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }

  /// Marks the bytes at which a string can't simply go on: quotation mark, backslash, control.
  ///
  /// The high bit of each is set. Only the first mark is exact, since a borrow runs into the next
  /// byte; nobody looks at the others.
  @inline(__always) var stringStops: UInt64 {
    let quote = self ^ UInt64(repeating: 0x22)
    let backslash = self ^ UInt64(repeating: 0x5c)
    let ones = UInt64(repeating: 1)
    let controls = (self &- UInt64(repeating: 0x20)) & ~self
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | controls) & .highBits
  }

  /// Marks the same bytes and those of other characters than ASCII, in half as many instructions.
  ///
  /// Only the first mark is exact here, too. Controls and the quotation mark are what is below 0x21
  /// once the bit is inverted that tells the quotation mark from the space.
  @inline(__always) var plainStops: UInt64 {
    let controls = (self ^ UInt64(repeating: 0x02)) &- UInt64(repeating: 0x21)
    let backslash = (self ^ UInt64(repeating: 0x5c)) &- UInt64(repeating: 0x01)
    return (controls | backslash | self) & .highBits
  }

  /// How many bytes precede the first marked one.
  @inline(__always) var bytesBeforeMark: Int { trailingZeroBitCount &>> 3 }

  /// How many of the bytes are digits before the first that isn't.
  @inline(__always) var leadingDigits: Int {
    let digits = self ^ UInt64(repeating: 0x30)
    return (((digits &+ UInt64(repeating: 0x76)) | digits) & .highBits).bytesBeforeMark
  }

  /// The number that eight digits are.
  @inline(__always) var eightDigits: UInt64 {
    (self &- UInt64(repeating: 0x30)).eightDigitValues
  }

  /// The number that eight digits are, given their values: pairs, fours and eights are joined.
  @inline(__always) var eightDigitValues: UInt64 {
    let pairs = self &* 10 &+ self &>> 8
    let low = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
    let high = (pairs &>> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
    return (low &+ high) &>> 32
  }
}

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether a number is over in front of this, for sure.
  @inline(__always) var endsNumber: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "}") || self == UInt8(ascii: "]")
  }

  /// The value of a hexadecimal digit; nil for anything else.
  @inline(__always) var hexadecimalValue: UInt32? {
    if isDigit { return UInt32(self &- 0x30) }
    let letter = self | 0x20
    return letter >= 0x61 && letter <= 0x66 ? UInt32(letter &- 87) : nil
  }
}
