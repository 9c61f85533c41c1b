/// A type that reads its own fields, for very large documents.
///
/// ```swift
/// struct Movie: FieldDecodable, Encodable {
///   var id: Int
///   var title: String
///   var subtitle: String?
///   var views: Int
///
///   init(fields: inout FieldReader) throws {
///     id = try fields.decode("id")
///     title = try fields.decode("title")
///     subtitle = try fields.decodeIfPresent("subtitle")
///     views = try fields.decode("views", default: 0)
///   }
/// }
/// ```
///
/// The type is `Decodable` and works with every decoder, with the same values and errors as
/// synthesised `Codable` with the same keys. With `PolymorphicJSONDecoder` it reads the document
/// without containers, which is several times faster; see <doc:FastFields>.
///
/// Any order of the fields works. The order of the document is the fastest. A class must be final,
/// or its initialiser `required`.
public protocol FieldDecodable: Decodable {
  /// Creates a value from the fields of one object.
  ///
  /// - Parameter fields: A reader of the fields, which is valid only during the call.
  /// - Throws: What the reader throws, or an error of your own for invalid values.
  init(fields: inout FieldReader) throws
}

// MARK: - Decoding

extension FieldDecodable {
  /// Decodes an object whose members are the fields of the type.
  ///
  /// - Throws: `DecodingError` if the value isn't an object, and what ``init(fields:)`` throws.
  public init(from decoder: any Decoder) throws {
    if let source = try MedleyDecoders.cast(decoder)?.fields(of: Self.self) {
      var reader = FieldReader(source)
      try self.init(fields: &reader)
    } else {
      try CustomInitProbe.answer(decoder)
      var reader = FieldReader(try CodableFields(decoder))
      try self.init(fields: &reader)
    }
  }
}

/// A reader of the fields of one object, for ``FieldDecodable`` types.
///
/// ```swift
/// init(fields: inout FieldReader) throws {
///   id = try fields.decode("id")
///   title = try fields.decode("title")
///   cast = try fields.decode("cast")  // any Decodable, [Person] say
///   subtitle = try fields.decodeIfPresent("subtitle")
///   views = try fields.decode("views", default: 0)
///   tags = try fields.decodeLossy("tags")
/// }
/// ```
///
/// The type is inferred from the property. You can also name it:
///
/// ```swift
/// let kind = try fields.decode("kind", as: String.self)
/// ```
///
/// You can read fields in any order and more than once. Their names are literals, and are compared
/// like the raw values of `CodingKeys`: a key strategy converts the keys of the document.
///
/// A reader is valid only during the call. It can't be copied, stored or sent.
public struct FieldReader: ~Copyable {
  @usableFromInline var source: any FieldSource

  @_alwaysEmitIntoClient
  @inline(__always)
  package init(_ source: any FieldSource) {
    self.source = source
  }
}

@available(*, unavailable)
extension FieldReader: Sendable {}

// MARK: - Reading in other ways

extension FieldReader {
  /// The decoder of the object, for its `userInfo`, coding path and containers.
  ///
  /// ```swift
  /// // decodes fields of the same object
  /// credits = try Credits(from: fields.decoder)
  /// ```
  ///
  /// - Complexity: O(1). Decoding with it uses containers, which are slower.
  public var decoder: any Decoder {
    source.decoder
  }

  /// Returns whether the object has a field, which may be null.
  ///
  /// ```swift
  /// isSeries = fields.contains("season")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: Whether the field is present.
  /// - Complexity: O(*n*), where *n* is the number of fields. It is O(1) for the next field, and on
  ///   average in objects with more than a few dozen fields.
  public mutating func contains(_ key: StaticString) -> Bool {
    source.contains(FieldKey(key))
  }

  package var container: KeyedDecodingContainer<WireKey> {
    get throws { try source.container(keyedBy: WireKey.self) }
  }
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

  mutating func float(_ key: FieldKey) throws -> Float

  mutating func floatIfPresent(_ key: FieldKey) throws -> Float?

  /// Returns the integer under a key, if it has at most 18 digits; nil for any other value.
  mutating func integer(_ key: FieldKey) -> Int?

  // MARK: Reading values

  mutating func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value

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

  /// Returns a container of the object.
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
}
