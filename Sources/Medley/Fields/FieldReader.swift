public import MedleyBase

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
    try CustomInitProbe.answer(decoder)
    let own = MedleyDecoders.cast(decoder)
    _ = own?.takes(Self.self, listing: nil)
    // A class reads its own fields, also where `Self` is a subclass.
    var reader = FieldReader(try own?.fields() ?? SharedObjectDecoder.fields(of: decoder))
    try self.init(fields: &reader)
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

// Each function is inlined into the calling module, where the name of the field is a constant and the
// type is known. What remains is one call for each field: comparisons of types are folded.

// MARK: - Decoding fields

extension FieldReader {
  /// Decodes a field as the expected type.
  ///
  /// ```swift
  /// title = try fields.decode("title")
  /// cast = try fields.decode("cast")  // [Person]
  /// ```
  ///
  /// As in synthesised `Codable`, an optional may be absent or null, and Medley's wrappers and
  /// `FieldValue` handle absent fields. Strings, Booleans and numbers are read from the index of
  /// `PolymorphicJSONDecoder` without a decoder.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null or invalid, and what the value throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Value: Decodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws -> Value {
    let key = FieldKey(key)
    if Value.self == String.self, let value = try source.string(key) as? Value { return value }
    if Value.self == Bool.self, let value = try source.boolean(key) as? Value { return value }
    if Value.self == Double.self, let value = try source.double(key) as? Value { return value }
    return try source.value(type, key)
  }

  /// Decodes a field as an integer of any width.
  ///
  /// ```swift
  /// year = try fields.decode("year")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null, not an integer, or out of range.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Integer: FixedWidthInteger & Decodable>(
    _ key: StaticString,
    as type: Integer.Type = Integer.self
  ) throws -> Integer {
    try source.smallInteger(FieldKey(key)) ?? source.value(type, FieldKey(key))
  }

  /// Decodes a field as a ``FieldDecodable`` value.
  ///
  /// ```swift
  /// // Person is FieldDecodable
  /// director = try fields.decode("director")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null or not an object, and what the value throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Value: FieldDecodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws -> Value {
    if let source = try source.object(FieldKey(key)) {
      var nested = FieldReader(source)
      return try type.init(fields: &nested)
    }
    return try source.value(type, FieldKey(key))
  }
}

extension FieldSource {
  /// Returns the integer under a key if it has at most 18 digits and the type is one of the standard
  /// library with at most 64 bits.
  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func smallInteger<Integer: FixedWidthInteger>(_ key: FieldKey) -> Integer? {
    Integer.isStandard ? integer(key).flatMap { Integer(exactly: $0) } : nil
  }
}

extension FixedWidthInteger {
  /// Whether this is an integer type of the standard library with at most 64 bits.
  @_alwaysEmitIntoClient
  @inline(__always)
  static var isStandard: Bool {
    Self.self == Int.self || Self.self == Int64.self || Self.self == Int32.self
      || Self.self == Int16.self || Self.self == Int8.self || Self.self == UInt.self
      || Self.self == UInt64.self || Self.self == UInt32.self || Self.self == UInt16.self
      || Self.self == UInt8.self
  }
}

// MARK: - Decoding optional fields

extension FieldReader {
  /// Decodes a field as the expected type, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// subtitle = try fields.decodeIfPresent("subtitle")
  /// cast = try fields.decodeIfPresent("cast")  // [Person]?
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field is invalid.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent<Value: Decodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws -> Value? {
    let key = FieldKey(key)
    if Value.self == String.self { return try source.stringIfPresent(key) as? Value }
    if Value.self == Bool.self { return try source.booleanIfPresent(key) as? Value }
    if Value.self == Double.self { return try source.doubleIfPresent(key) as? Value }
    return try source.valueIfPresent(type, key)
  }

  /// Decodes a field as an integer of any width, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// year = try fields.decodeIfPresent("year")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field isn't an integer, or is out of range.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent<Integer: FixedWidthInteger & Decodable>(
    _ key: StaticString,
    as type: Integer.Type = Integer.self
  ) throws -> Integer? {
    try source.smallInteger(FieldKey(key)) ?? source.valueIfPresent(type, FieldKey(key))
  }
}

// MARK: - Decoding fields with a default

extension FieldReader {
  /// Decodes a field as the expected type, with a default if it is absent or null.
  ///
  /// ```swift
  /// title = try fields.decode("title", default: "untitled")
  /// cast = try fields.decode("cast", default: [])
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field is invalid.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Value: Decodable>(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try decodeIfPresent(key) ?? defaultValue()
  }

  /// Decodes a field as an integer of any width, with a default if it is absent or null.
  ///
  /// ```swift
  /// views = try fields.decode("views", default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field isn't an integer, or is out of range.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Integer: FixedWidthInteger & Decodable>(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Integer
  ) throws -> Integer {
    try decodeIfPresent(key) ?? defaultValue()
  }
}

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
    get throws { try source.decoder.container(keyedBy: WireKey.self) }
  }
}
