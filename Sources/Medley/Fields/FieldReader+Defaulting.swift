// Each function is inlined into the calling module, as in FieldReader+Decoding.swift.

// MARK: - Decoding fields with a default

extension FieldReader {
  /// Decodes a field as a string, with a default if it is absent or null.
  ///
  /// ```swift
  /// title = try fields.decode("title", default: "untitled")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field isn't a string.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> String
  ) throws -> String {
    try decodeIfPresent(key) ?? defaultValue()
  }

  /// Decodes a field as a Boolean, with a default if it is absent or null.
  ///
  /// ```swift
  /// explicit = try fields.decode("explicit", default: false)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field isn't a Boolean.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Bool
  ) throws -> Bool {
    try decodeIfPresent(key) ?? defaultValue()
  }

  /// Decodes a field as a number, with a default if it is absent or null.
  ///
  /// ```swift
  /// rating = try fields.decode("rating", default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field isn't a number, or is too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Double
  ) throws -> Double {
    try decodeIfPresent(key) ?? defaultValue()
  }

  /// Decodes a field as a single-precision number, with a default if it is absent or null.
  ///
  /// ```swift
  /// gain = try fields.decode("gain", default: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use if the field is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the field isn't a number, or is too large.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func decode(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Float
  ) throws -> Float {
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

  /// Decodes a field as the expected type, with a default if it is absent or null.
  ///
  /// ```swift
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
}
