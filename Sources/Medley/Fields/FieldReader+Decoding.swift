public import MedleyBase

// Each function is inlined into the calling module, where the name of the field is a constant and
// the type is known. What remains is one call for each field.

// MARK: - Decoding required fields

extension FieldReader {
  /// Decodes a field as a string.
  ///
  /// ```swift
  /// title = try fields.decode("title")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null or not a string.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    as type: String.Type = String.self
  ) throws -> String {
    try source.string(FieldKey(key))
  }

  /// Decodes a field as a Boolean.
  ///
  /// ```swift
  /// isExplicit = try fields.decode("explicit")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null or not a Boolean.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    as type: Bool.Type = Bool.self
  ) throws -> Bool {
    try source.boolean(FieldKey(key))
  }

  /// Decodes a field as a number.
  ///
  /// ```swift
  /// rating = try fields.decode("rating")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null, not a number, or too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    as type: Double.Type = Double.self
  ) throws -> Double {
    try source.double(FieldKey(key))
  }

  /// Decodes a field as a single-precision number.
  ///
  /// ```swift
  /// gain = try fields.decode("gain")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null, not a number, or too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    as type: Float.Type = Float.self
  ) throws -> Float {
    try source.float(FieldKey(key))
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
    if Integer.isStandard, let integer = source.integer(FieldKey(key)),
      let value = Integer(exactly: integer)
    {
      return value
    }
    return try source.value(Integer.self, FieldKey(key))
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

  /// Decodes a field as the expected type.
  ///
  /// ```swift
  /// cast = try fields.decode("cast")  // [Person]
  /// ```
  ///
  /// As in synthesised `Codable`, an optional may be absent or null, and Medley's wrappers and
  /// `FieldValue` handle absent fields.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the field is absent, null or invalid.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode<Value: Decodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws -> Value {
    try source.value(type, FieldKey(key))
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
  /// Decodes a field as a string, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// subtitle = try fields.decodeIfPresent("subtitle")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field isn't a string.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent(
    _ key: StaticString,
    as type: String.Type = String.self
  ) throws -> String? {
    try source.stringIfPresent(FieldKey(key))
  }

  /// Decodes a field as a Boolean, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// explicit = try fields.decodeIfPresent("explicit")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field isn't a Boolean.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent(
    _ key: StaticString,
    as type: Bool.Type = Bool.self
  ) throws -> Bool? {
    try source.booleanIfPresent(FieldKey(key))
  }

  /// Decodes a field as a number, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// rating = try fields.decodeIfPresent("rating")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field isn't a number, or is too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent(
    _ key: StaticString,
    as type: Double.Type = Double.self
  ) throws -> Double? {
    try source.doubleIfPresent(FieldKey(key))
  }

  /// Decodes a field as a single-precision number, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// gain = try fields.decodeIfPresent("gain")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type, if it can't be inferred.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the field isn't a number, or is too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decodeIfPresent(
    _ key: StaticString,
    as type: Float.Type = Float.self
  ) throws -> Float? {
    try source.floatIfPresent(FieldKey(key))
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
    if Integer.isStandard, let integer = source.integer(FieldKey(key)),
      let value = Integer(exactly: integer)
    {
      return value
    }
    return try source.valueIfPresent(Integer.self, FieldKey(key))
  }

  /// Decodes a field as the expected type, or returns nil if it is absent or null.
  ///
  /// ```swift
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
    try source.valueIfPresent(type, FieldKey(key))
  }
}
