import Foundation

/// The bytes of a document, read by position.
///
/// It doesn't own the memory; a `Source` does. It is safe to use with positions that the scanner
/// has visited, which debug builds check. Zeros may follow the document: with them, the last values
/// of a small document are read as fast as others.
@safe @usableFromInline package struct Bytes {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline package let count: Int
  /// The number of bytes that may be read: those of the document and the zeros after it.
  @usableFromInline let readable: Int

  /// - Parameters:
  ///   - buffer: The memory, which must outlive this value.
  ///   - padding: The number of zeros after it.
  @inlinable package init(_ buffer: UnsafeRawBufferPointer, padding: Int = 0) {
    // An empty buffer may have no address, and is never read.
    unsafe base = buffer.baseAddress ?? Self.noBytes
    count = buffer.count
    readable = buffer.count &+ padding
  }

  /// No bytes.
  init() {
    unsafe self.init(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// The number of zeros after the bytes.
  var padding: Int { readable &- count }

  /// The memory, which this value doesn't own.
  var memory: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  /// Static memory of no bytes.
  @inlinable static var noBytes: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
  }

  /// Returns a value whose bytes are those from a position.
  @inlinable @inline(__always)
  func load<Value: BitwiseCopyable>(_ type: Value.Type, at position: Int) -> Value {
    assert(position >= 0 && position + MemoryLayout<Value>.size <= readable)
    // Sound: all its bytes are inside.
    return unsafe base.loadUnaligned(fromByteOffset: position, as: type)
  }

  @inlinable @inline(__always) package subscript(position: Int) -> UInt8 {
    load(UInt8.self, at: position)
  }

  /// Returns eight bytes from a position, the first in the lowest bits.
  @inlinable @inline(__always) package func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: load(UInt64.self, at: position))
  }

  /// Returns two bytes from a position, the first in the lowest bits.
  @inline(__always) func pair(at position: Int) -> UInt16 {
    UInt16(littleEndian: load(UInt16.self, at: position))
  }

  /// Returns four bytes from a position, the first in the lowest bits.
  @inlinable @inline(__always) package func quad(at position: Int) -> UInt32 {
    UInt32(littleEndian: load(UInt32.self, at: position))
  }

  /// Returns sixteen bytes from a position.
  @inlinable @inline(__always) package func vector(at position: Int) -> SIMD16<UInt8> {
    load(SIMD16<UInt8>.self, at: position)
  }

  /// Returns a part of the bytes, which is valid as long as they are.
  @inlinable @inline(__always) package func part(from position: Int, count: Int) -> Bytes {
    assert(position >= 0 && count >= 0 && position + count <= self.count)
    // Sound: the part is inside, and what follows it can be read as well.
    let buffer = unsafe UnsafeRawBufferPointer(start: base + position, count: count)
    return unsafe Bytes(buffer, padding: readable &- position &- count)
  }

  /// Returns the position of the first byte of a kind, or the end.
  package func first(_ byte: UInt8, from begin: Int, to end: Int) -> Int {
    assert(begin >= 0 && end <= readable)
    // Sound: it reads only bytes that are inside.
    guard begin < end, let found = unsafe memchr(base + begin, Int32(byte), end - begin) else {
      return end
    }
    return unsafe UnsafeRawPointer(found) - base
  }

  /// Returns whether a part has the same bytes as a part of other bytes.
  @inline(__always)
  package func equal(_ position: Int, _ other: Bytes, _ place: Int, count: Int) -> Bool {
    var offset = 0
    while offset &+ 8 <= count {
      if word(at: position &+ offset) != other.word(at: place &+ offset) { return false }
      offset &+= 8
    }
    if position &+ offset &+ 8 <= readable, place &+ offset &+ 8 <= other.readable {
      let difference = word(at: position &+ offset) ^ other.word(at: place &+ offset)
      return difference & .first(count &- offset) == 0
    }
    while offset < count {
      if self[position &+ offset] != other[place &+ offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// Returns the first eight bytes of a part, or all of fewer.
  @inline(__always) func head(_ position: Int, _ count: Int) -> UInt64 {
    if count >= 8 { return word(at: position) }
    if position &+ 8 <= readable { return word(at: position) & .first(count) }
    return (0..<count).reduce(0) { $0 | UInt64(self[position + $1]) << UInt64(8 * $1) }
  }
}

/// Memory for numbers that its owner frees: the bytes of a written document, the words of an index.
///
/// Its copies share it. Debug builds check positions, as those of `Bytes`. Copying bytes into it is
/// always checked.
@safe @usableFromInline package struct OwnedMemory<Element: BitwiseCopyable> {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  @usableFromInline package let capacity: Int

  package init(capacity: Int) {
    unsafe self.init(malloc(capacity * MemoryLayout<Element>.stride), capacity: capacity)
  }

  init(_ memory: UnsafeMutableRawPointer?, capacity: Int) {
    // As when Swift's arrays can't allocate memory.
    guard let memory = unsafe memory else { fatalError("No memory for a document") }
    unsafe base = memory.bindMemory(to: Element.self, capacity: capacity)
    self.capacity = capacity
  }

  /// The number of bytes.
  private var size: Int { capacity &* MemoryLayout<Element>.stride }

  // Sound, all of it: positions are inside, and what is read was written.

  package func deallocate() {
    unsafe free(base)
  }

  /// Returns memory of another size with the same elements, which replaces this.
  ///
  /// The system grows large blocks without copying them.
  func resized(to capacity: Int) -> OwnedMemory {
    let size = capacity * MemoryLayout<Element>.stride
    return unsafe OwnedMemory(realloc(base, size), capacity: capacity)
  }

  @inlinable @inline(__always) package subscript(position: Int) -> Element {
    get {
      assert(position >= 0 && position < capacity)
      return unsafe base[position]
    }
    nonmutating set {
      assert(position >= 0 && position < capacity)
      unsafe base[position] = newValue
    }
  }

  /// The memory as bytes, which are valid until it is freed.
  @inline(__always) func bytes(of count: Int) -> Bytes {
    assert(count >= 0 && count <= capacity)
    return unsafe Bytes(
      UnsafeRawBufferPointer(start: base, count: count &* MemoryLayout<Element>.stride)
    )
  }

  /// Returns a value whose bytes are those from a position on.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ type: Value.Type, atByte position: Int) -> Value {
    assert(position >= 0 && position + MemoryLayout<Value>.size <= size)
    return unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: position, as: type)
  }

  /// Stores a value from a byte on.
  @inline(__always) func store<Value: BitwiseCopyable>(_ value: Value, atByte position: Int) {
    assert(position >= 0 && position + MemoryLayout<Value>.size <= size)
    unsafe UnsafeMutableRawPointer(base).storeBytes(
      of: value,
      toByteOffset: position,
      as: Value.self
    )
  }

  /// Stores an element several times.
  func fill(_ range: Range<Int>, with element: Element) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    unsafe (base + range.lowerBound).initialize(repeating: element, count: range.count)
  }

  /// Copies bytes, which may be those of this memory, from a byte on.
  @inline(__always) func copy(_ bytes: Bytes, toByte position: Int) {
    precondition(bytes.count <= size &- position)
    unsafe (UnsafeMutableRawPointer(base) + position).copyMemory(
      from: bytes.base,
      byteCount: bytes.count
    )
  }
}

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

  /// The number of bytes before the first marked one.
  @inlinable @inline(__always) package var bytesBeforeMark: Int { trailingZeroBitCount &>> 3 }

  /// The number of leading bytes that are digits.
  @inline(__always) var leadingDigits: Int {
    let digits = self ^ UInt64(repeating: 0x30)
    return (((digits &+ UInt64(repeating: 0x76)) | digits) & .highBits).bytesBeforeMark
  }

  /// The number of eight digit values, joined in pairs, fours and eights.
  @inline(__always) var eightDigitValues: UInt64 {
    let pairs = self &* 10 &+ self &>> 8
    let low = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
    let high = (pairs &>> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
    return (low &+ high) &>> 32
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// The lanes as bits, the first in the lowest.
  ///
  /// Comparison fills a lane with ones, of which one bit is kept, a different one in each of eight
  /// lanes. Multiplication adds the lanes.
  @inlinable @inline(__always) package var bits: UInt64 {
    let weights = SIMD2<UInt64>(repeating: UInt64(0x8040_2010_0804_0201).littleEndian)
    // Sound: both are sixteen bytes, and any bytes are a number.
    let halves = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) & weights
    let ones = UInt64(repeating: 1)
    return (halves[0] &* ones) &>> 56 | (halves[1] &* ones) &>> 48 & 0xff00
  }
}
