import Medley

/// The bytes of a document, for whoever refers to them after the decode call.
///
/// While a document is decoded they are the caller's, borrowed. If anybody still refers to them at
/// the end, they are copied, once. It is a class because all of them share the bytes.
///
/// It is safe to send: everybody but the decode call, which lends the bytes, reads them under the
/// lock, and they are replaced by their copy under the lock.
@safe final class Source: @unchecked Sendable {
  /// Whether the memory was allocated here.
  private let isOwned: Lock<Bool>
  private var memory: UnsafeRawBufferPointer

  /// - Parameter memory: What stays as it is until ``keep()`` is called, or this is released.
  init(borrowing memory: UnsafeRawBufferPointer) {
    isOwned = Lock(false)
    unsafe self.memory = memory
  }

  /// A source of its own bytes.
  init(copying bytes: [UInt8]) {
    isOwned = Lock(true)
    unsafe memory = bytes.withUnsafeBytes { unsafe UnsafeRawBufferPointer(Self.copy($0)) }
  }

  deinit {
    // Sound: nobody else has a reference, and what is owned was allocated in `keep()`.
    if isOwned.withLock({ $0 }) { unsafe memory.deallocate() }
  }

  /// The bytes, for the decode call that borrowed them.
  var bytes: Bytes { unsafe Bytes(memory) }

  /// Copies the bytes, so that they outlive the decode call.
  func keep() {
    isOwned.withLock { isOwned in
      guard !isOwned else { return }
      unsafe memory = unsafe UnsafeRawBufferPointer(Self.copy(memory))
      isOwned = true
    }
  }

  private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    // Sound: the copy is as long as the original.
    unsafe copy.copyMemory(from: bytes)
    return unsafe copy
  }
}

// MARK: - Serving elements

extension Source: ElementSource {
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    isOwned.withLock { _ in unsafe Array(memory[range]) }
  }

  package func value(_ range: Range<Int>) -> PayloadValue {
    // Copied, so that nobody waits for the lock meanwhile.
    let bytes = bytes(range)
    return unsafe bytes.withUnsafeBytes { bytes in
      let document = Document()
      document.options.depthLimit = .max
      // What is kept was valid as a part of its document.
      guard (try? unsafe document.load(Source(borrowing: bytes))) != nil else { return .null }
      // The index doesn't keep its document.
      return withExtendedLifetime(document) { document.index.value(at: 0) }
    }
  }

  package func detached(_ range: Range<Int>) -> ElementText {
    ElementText(Source(copying: bytes(range)), 0..<range.count)
  }
}
