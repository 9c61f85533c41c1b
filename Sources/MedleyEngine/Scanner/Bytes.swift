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

  /// The memory, which this value doesn't own.
  var memory: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  /// Static memory of no bytes.
  @inlinable static var noBytes: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
  }

  @inlinable @inline(__always) package subscript(position: Int) -> UInt8 {
    assert(position >= 0 && position < readable)
    // Sound: the position is inside.
    return unsafe base.load(fromByteOffset: position, as: UInt8.self)
  }

  /// Returns eight bytes from a position, the first in the lowest bits.
  @inlinable @inline(__always) package func word(at position: Int) -> UInt64 {
    assert(position >= 0 && position + 8 <= readable)
    // Sound: all eight bytes are inside.
    return unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    )
  }

  /// Returns two bytes from a position, the first in the lowest bits.
  @inline(__always) func pair(at position: Int) -> UInt16 {
    assert(position >= 0 && position + 2 <= readable)
    // Sound: both bytes are inside.
    return unsafe UInt16(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt16.self)
    )
  }

  /// Returns four bytes from a position, the first in the lowest bits.
  @inlinable @inline(__always) package func quad(at position: Int) -> UInt32 {
    assert(position >= 0 && position + 4 <= readable)
    // Sound: all four bytes are inside.
    return unsafe UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    )
  }

  /// Returns sixteen bytes from a position.
  @inlinable @inline(__always) package func vector(at position: Int) -> SIMD16<UInt8> {
    assert(position >= 0 && position + 16 <= readable)
    // Sound: all sixteen bytes are inside.
    return unsafe base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
  }

  /// Calls a function with a part of the bytes, which must not escape.
  @inlinable @inline(__always) package func withBytes<Result, Failure: Error>(
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
  @inline(__always) package func equal(_ lhs: Int, _ rhs: Int, count: Int) -> Bool {
    var offset = 0
    while offset &+ 8 <= count {
      if word(at: lhs &+ offset) != word(at: rhs &+ offset) { return false }
      offset &+= 8
    }
    if max(lhs, rhs) &+ offset &+ 8 <= readable {
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
