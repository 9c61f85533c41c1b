// Each function is inlined into the calling module, as in FieldReader+Decoding.swift.

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
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
  @inline(__always)
  public mutating func decodeIfPresent<Value: Decodable>(
    _ key: StaticString,
    as type: Value.Type = Value.self
  ) throws -> Value? {
    try source.valueIfPresent(type, FieldKey(key))
  }
}
