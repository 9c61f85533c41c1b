import MedleyBase

/// The bytes of a document, which unknown payloads share after the decode call.
///
/// During decoding the bytes are borrowed from the caller. If references remain at the end, the
/// bytes are copied once. It is a class, because the references share the bytes.
///
/// It is safe to send: all but the decode call, which lends the bytes, read them under the lock,
/// and the copy replaces them under the lock. Other bytes are borrowed only while nothing but the
/// document has a reference, so that there is no other reader.
@safe package final class Source: @unchecked Sendable {
  /// Whether this object allocated the memory.
  private let isOwned: Lock<Bool>
  private var memory: UnsafeRawBufferPointer
  /// The number of zeros after the memory.
  private var padding: Int
  /// The byte of the document at which the memory begins, if only an element was kept.
  private var start = 0

  /// - Parameter bytes: Bytes that don't change until ``keep()`` is called or this is released.
  init(borrowing bytes: Bytes) {
    isOwned = Lock(false)
    unsafe memory = bytes.memory
    padding = bytes.padding
  }

  /// Creates a source with its own bytes.
  package init(copying bytes: [UInt8]) {
    isOwned = Lock(true)
    unsafe memory = bytes.withUnsafeBytes { unsafe Self.copy($0) }
    padding = 0
  }

  // Sound, both: there is no other reference, and owned memory was allocated by this object.

  deinit {
    if isOwned.withLock({ $0 }) { unsafe memory.deallocate() }
  }

  /// Borrows other bytes, which needs the only reference.
  func borrow(_ other: Bytes) {
    let wasOwned = isOwned.withLock { isOwned in
      defer { isOwned = false }
      return isOwned
    }
    if wasOwned { unsafe memory.deallocate() }
    exchange(for: other)
    start = 0
  }

  /// Borrows other bytes in place of borrowed ones, which needs the only reference.
  ///
  /// It doesn't lock, because nothing else reads this object until the document hands it out again.
  func exchange(for other: Bytes) {
    unsafe memory = other.memory
    padding = other.padding
  }

  /// The bytes, for the decode call that borrowed them.
  var bytes: Bytes { unsafe Bytes(memory, padding: padding) }

  /// Copies the bytes, so that they outlive the decode call.
  func keep() {
    isOwned.withLock { isOwned in
      guard !isOwned else { return }
      unsafe memory = unsafe Self.copy(memory, padding: padding)
      isOwned = true
    }
  }

  /// Copies a part of the bytes, so that it outlives the decode call.
  ///
  /// - Parameter range: The part, which has all ranges that are read further.
  func keep(_ range: Range<Int>) {
    isOwned.withLock { isOwned in
      guard !isOwned else { return }
      unsafe memory = unsafe Self.copy(UnsafeRawBufferPointer(rebasing: memory[range]))
      padding = 0
      start = range.lowerBound
      isOwned = true
    }
  }

  private static func copy(
    _ bytes: UnsafeRawBufferPointer,
    padding: Int = 0
  ) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes.count + padding,
      alignment: 8
    )
    // Sound: the copy is as long as the original, with the zeros after it.
    unsafe copy.copyMemory(from: bytes)
    unsafe UnsafeMutableRawBufferPointer(rebasing: copy[bytes.count...])
      .initializeMemory(as: UInt8.self, repeating: 0)
    return unsafe UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
  }
}

// MARK: - Reading kept bytes

extension Source {
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    isOwned.withLock { _ in unsafe Array(part(range)) }
  }

  /// The bytes of a range of the document.
  private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    let range = range.lowerBound - start..<range.upperBound - start
    unsafe precondition(range.lowerBound >= 0 && range.upperBound <= memory.count)
    return unsafe UnsafeRawBufferPointer(rebasing: memory[range])
  }

  /// Calls a function with bytes, which must not escape.
  package func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    // Owned bytes don't change, so that they are read without the lock.
    if isOwned.withLock({ $0 }) {
      unsafe body(part(range))
    } else {
      unsafe bytes(range).withUnsafeBytes(body)
    }
  }
}
