// MARK: - Decoding in hand-written initialisers

/// Functions that decode a member without naming its type, for hand-written initialisers.
///
/// ```swift
/// init(from decoder: any Decoder) throws {
///   let container = try decoder.container(keyedBy: CodingKeys.self)
///   title = try container.decode(.title)
///   subtitle = try container.decodeIfPresent(.subtitle)
///   views = try container.decode(.views, default: 0)
/// }
/// ```
extension KeyedDecodingContainer {
  /// Decodes a member as the expected type.
  ///
  /// ```swift
  /// title = try container.decode(.title)
  /// ```
  ///
  /// As in synthesised `Codable`, an optional may be absent or null, and Medley's wrappers and
  /// `FieldValue` handle absent members.
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the member is absent, null or invalid.
  public func decode<Value: Decodable>(_ key: Key) throws -> Value {
    if let type = Value.self as? any NilRepresentable.Type,
      try !contains(key) || decodeNil(forKey: key),
      !(Value.self is any KeyedDecodable.Type), let none = type.init(nilLiteral: ()) as? Value
    {
      return none
    }
    return try decodeMember(Value.self, forKey: key)
  }

  /// Decodes a member as the expected type, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// subtitle = try container.decodeIfPresent(.subtitle)
  /// ```
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the member is invalid.
  public func decodeIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeMemberIfPresent(Value.self, forKey: key)
  }

  /// Decodes a member as the expected type, with a default if it is absent or null.
  ///
  /// ```swift
  /// views = try container.decode(.views, default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - defaultValue: The value to use if the member is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the member is invalid.
  public func decode<Value: Decodable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try decodeMember(Value.self, forKey: key, default: defaultValue())
  }
}
