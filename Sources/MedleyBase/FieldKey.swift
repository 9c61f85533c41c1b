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
    var word: UInt64 = 0
    // Sound: the literal has this many bytes.
    if count > 0 { word |= UInt64(unsafe base[0]) }
    if count > 1 { word |= UInt64(unsafe base[1]) &<< 8 }
    if count > 2 { word |= UInt64(unsafe base[2]) &<< 16 }
    if count > 3 { word |= UInt64(unsafe base[3]) &<< 24 }
    if count > 4 { word |= UInt64(unsafe base[4]) &<< 32 }
    if count > 5 { word |= UInt64(unsafe base[5]) &<< 40 }
    if count > 6 { word |= UInt64(unsafe base[6]) &<< 48 }
    if count > 7 { word |= UInt64(unsafe base[7]) &<< 56 }
    self.word = word
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
