import Foundation

/// Memory for the bytes of a document that is being written, which its owner frees.
///
/// Bytes are written to reserved memory without a check for each of them: 5 instructions for a byte
/// of an array are 1.
@safe package struct ByteBuffer {
  private(set) var base: UnsafeMutablePointer<UInt8>
  /// The number of written bytes, which can be reduced.
  package var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    unsafe base = Self.allocate(capacity)
    self.capacity = capacity
  }

  // Sound, all of it: functions reserve what they write, and positions are below the count.

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe malloc(capacity) else {
      // As when Swift's arrays can't allocate memory.
      fatalError("No memory for a document")
    }
    return unsafe memory.bindMemory(to: UInt8.self, capacity: capacity)
  }

  func deallocate() {
    unsafe free(base)
  }

  /// The written bytes, which are valid until the next change.
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Returns the memory, which the caller must free, and takes new memory.
  mutating func release(replacingBy capacity: Int) -> UnsafeMutableRawPointer {
    let released = unsafe UnsafeMutableRawPointer(base)
    unsafe base = Self.allocate(capacity)
    self.capacity = capacity
    count = 0
    return unsafe released
  }

  // MARK: - Reserving

  /// Makes room for a number of bytes.
  @inline(__always) mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(size) }
  }

  /// The system grows large blocks without copying them.
  @inline(never) private mutating func grow(_ size: Int) {
    let capacity = max(self.capacity * 2, count + size)
    guard let memory = unsafe realloc(base, capacity) else {
      // As when Swift's arrays can't allocate memory.
      fatalError("No memory for a document")
    }
    unsafe base = memory.assumingMemoryBound(to: UInt8.self)
    self.capacity = capacity
  }

  // MARK: - Writing

  @inline(__always) subscript(position: Int) -> UInt8 {
    get {
      assert(position >= 0 && position < count)
      return unsafe base[position]
    }
    nonmutating set {
      assert(position >= 0 && position < count)
      unsafe base[position] = newValue
    }
  }

  /// Writes a byte to reserved memory.
  @inline(__always) mutating func write(_ byte: UInt8) {
    assert(count < capacity)
    unsafe base[count] = byte
    count &+= 1
  }

  /// Writes a comma to reserved memory, or nothing, without a branch.
  @inline(__always) mutating func write(comma isWritten: Bool) {
    assert(count < capacity)
    unsafe base[count] = UInt8(ascii: ",")
    count &+= isWritten ? 1 : 0
  }

  @inline(__always) package mutating func append(_ byte: UInt8) {
    reserve(1)
    write(byte)
  }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (UnsafeMutableRawPointer(base) + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  package mutating func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a part of another buffer.
  mutating func append(_ range: Range<Int>, of other: ByteBuffer) {
    assert(range.upperBound <= other.count)
    unsafe append(UnsafeRawBufferPointer(rebasing: other.bytes[range]))
  }
}
