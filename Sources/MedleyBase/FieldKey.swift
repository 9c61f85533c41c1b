/// The name of a field, prepared for comparing eight bytes at a time.
///
/// It is created inline in the module with the literal, where the compiler makes all of it a
/// constant.
@usableFromInline
@safe package struct FieldKey {
  /// The bytes of the literal, which are never deallocated.
  @usableFromInline package let base: UnsafePointer<UInt8>
  /// The upper half of an entry of MedleyJSON's index: the number of bytes in the lower 28 bits,
  /// and the kind above, 5 for ASCII and 6 for other keys.
  @usableFromInline package let shape: UInt32
  /// The first eight bytes, the first in the lowest bits.
  @usableFromInline package let word: UInt64
  /// The mask of the bytes of the word that belong to the name.
  @usableFromInline package let mask: UInt64

  @_alwaysEmitIntoClient
  @inline(__always)
  package init(_ name: StaticString) {
    unsafe base = name.utf8Start
    let count = name.utf8CodeUnitCount
    shape = (name.isASCII ? 0x5000_0000 : 0x6000_0000) | UInt32(truncatingIfNeeded: count)
    /// Returns a byte at its place in the word; zero after the last one.
    @inline(__always) func byte(_ place: Int) -> UInt64 {
      guard place < count else { return 0 }
      // Sound: the literal has this many bytes.
      return UInt64(unsafe name.utf8Start[place]) &<< UInt64(truncatingIfNeeded: place &* 8)
    }
    word = byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7)
    mask = count >= 8 ? .max : (1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  package var count: Int { Int(truncatingIfNeeded: shape & 0x0fff_ffff) }

  /// The address of the literal, which is that of every use of it in a module.
  @_alwaysEmitIntoClient
  @inline(__always)
  package var address: Int { unsafe Int(bitPattern: base) }

  package var string: String {
    // Sound: the literal has this many bytes, and is valid UTF-8.
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }
}
