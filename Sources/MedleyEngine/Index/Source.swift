public import Foundation
import MedleyBase

/// The bytes of a document, which unknown payloads share after the decode call.
///
/// During decoding the bytes are borrowed from the caller. If references remain at the end, the
/// bytes are copied once. It is a class, because the references share the bytes.
///
/// It is safe to send: all but the decode call, which lends the bytes, read them under the lock,
/// and the copy replaces them under the lock. Other bytes are borrowed only while nothing but the
/// document has a reference, so that there is no other reader.
package final class Source: @unchecked Sendable {
  private let lock = SystemLock()
  /// Whether the bytes are a copy, which this object frees.
  private var isOwned: Bool
  /// The bytes, for the decode call that borrowed them.
  private(set) var bytes: Bytes
  /// The byte of the document at which the bytes begin, if only an element was kept.
  private var start = 0

  /// - Parameter bytes: Bytes that don't change until ``keep()`` is called or this is released.
  init(borrowing bytes: Bytes) {
    isOwned = false
    self.bytes = bytes
  }

  /// Creates a source with its own bytes.
  package init(copying bytes: [UInt8]) {
    isOwned = true
    self.bytes = bytes.withBytes { $0.copied() }
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }

  /// Borrows other bytes, which needs the only reference.
  func borrow(_ other: Bytes) {
    lock.withLock {
      if isOwned { bytes.deallocate() }
      (isOwned, bytes, start) = (false, other, 0)
    }
  }

  /// Copies the bytes, or a part of them, so that they outlive the decode call.
  ///
  /// - Parameter range: The part, which has all ranges that are read further; nil for all.
  func keep(_ range: Range<Int>? = nil) {
    lock.withLock {
      guard !isOwned else { return }
      if let range {
        bytes = bytes.part(from: range.lowerBound, count: range.count).copied()
        start = range.lowerBound
      } else {
        bytes = bytes.copied(padding: bytes.padding)
      }
      isOwned = true
    }
  }
}

// MARK: - Reading kept bytes

extension Source {
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    lock.withLock { part(range).copy }
  }

  /// The bytes of a range of the document, without those that follow.
  private func part(_ range: Range<Int>) -> Bytes {
    let offset = range.lowerBound - start
    precondition(offset >= 0 && offset + range.count <= bytes.count)
    return unsafe Bytes(bytes.part(from: offset, count: range.count).memory)
  }

  /// Calls a function with bytes, which must not escape.
  package func lend(_ range: Range<Int>, to body: (Bytes) -> Void) {
    // Owned bytes don't change, so that they are read without the lock.
    if lock.withLock({ isOwned }) {
      body(part(range))
    } else {
      bytes(range).withBytes(body)
    }
  }
}

// MARK: - Copying bytes

extension Bytes {
  /// The text in UTF-8.
  package var string: String { unsafe String(decoding: memory, as: UTF8.self) }

  /// A copy as an array.
  package var copy: [UInt8] { unsafe Array(memory) }

  package func append(to output: inout [UInt8]) { unsafe output.append(contentsOf: memory) }

  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(bytes: memory) }

  /// Returns a copy with memory of its own, which ``deallocate()`` frees.
  ///
  /// - Parameter padding: The number of zeros after the bytes that are copied as well.
  /// - Returns: The copy.
  func copied(padding: Int = 0) -> Bytes {
    assert(padding <= self.padding)
    let size = count &+ padding
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    // Sound: so many bytes can be read, and the copy has room for them.
    unsafe copy.copyMemory(from: UnsafeRawBufferPointer(start: base, count: size))
    return unsafe Bytes(UnsafeRawBufferPointer(copy)).part(from: 0, count: count)
  }

  /// Frees the memory of a copy, which isn't read afterwards.
  func deallocate() {
    unsafe base.deallocate()
  }
}

// MARK: - Lending bytes

// The one place where the bytes of an array, of data or of a string become those of a document.

extension [UInt8] {
  /// Calls a function with the bytes, which must not escape.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try unsafe body(Bytes($0)) }
  }
}

extension Data {
  /// Calls a function with the bytes, which must not escape.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try unsafe body(Bytes($0)) }
  }
}

extension String {
  /// Calls a function with the bytes in UTF-8, which must not escape.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try unsafe body(Bytes(UnsafeRawBufferPointer($0))) }
  }
}
