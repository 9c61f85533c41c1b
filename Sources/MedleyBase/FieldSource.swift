/// A source of fields: MedleyJSON's index, or any decoder.
///
/// It isn't a class, so that no references are counted: the one that reads an index is three words
/// without a reference.
@usableFromInline
package protocol FieldSource {
  // MARK: Reading scalars

  mutating func string(_ key: FieldKey) throws -> String

  mutating func stringIfPresent(_ key: FieldKey) throws -> String?

  mutating func boolean(_ key: FieldKey) throws -> Bool

  mutating func booleanIfPresent(_ key: FieldKey) throws -> Bool?

  mutating func double(_ key: FieldKey) throws -> Double

  mutating func doubleIfPresent(_ key: FieldKey) throws -> Double?

  /// Returns the integer under a key, if it has at most 18 digits; nil for any other value.
  mutating func integer(_ key: FieldKey) -> Int?

  // MARK: Reading values

  mutating func value<Value: Decodable>(_ type: Value.Type, _ key: FieldKey) throws -> Value

  mutating func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value?

  /// Returns the fields of the object under a key; nil if the source can't, so that it is decoded
  /// as a value.
  mutating func object(_ key: FieldKey) throws -> (any FieldSource)?

  /// Returns whether a field is present, which may be null.
  mutating func contains(_ key: FieldKey) -> Bool

  // MARK: Reading in other ways

  /// The decoder of the object.
  var decoder: any Decoder { get }
}

/// A target of fields: the document of the engine's encoder, or any encoder.
///
/// It isn't a class, so that no references are counted.
@usableFromInline
package protocol FieldTarget {
  mutating func encode(_ value: String, _ key: FieldKey) throws
  mutating func encode(_ value: Bool, _ key: FieldKey) throws
  mutating func encode(_ value: Int, _ key: FieldKey) throws
  mutating func encode(_ value: Double, _ key: FieldKey) throws
  mutating func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws

  /// Encodes a field whose name is no literal, and which a wrapper may omit or not.
  mutating func encode<Value: Encodable>(_ value: Value, named name: String, mayOmit: Bool) throws

  /// The encoder of the object.
  var encoder: any Encoder { get }
}

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
