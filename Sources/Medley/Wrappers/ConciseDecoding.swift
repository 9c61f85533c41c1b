// MARK: - Decoding in hand-written initialisers

/// Decoding without naming the type, for those who write `init(from:)`.
///
/// ```swift
/// init(from decoder: any Decoder) throws {
///   let container = try decoder.container(keyedBy: CodingKeys.self)
///   title = try container.decode(.title)
///   subtitle = try container.decodeIfPresent(.subtitle)
///   views = try container.decode(.views, default: 0)
///   tags = try container.decodeLossy(.tags)
/// }
/// ```
extension KeyedDecodingContainer {
  /// Decodes a member as the type that is expected.
  ///
  /// ```swift
  /// title = try container.decode(.title)
  /// ```
  ///
  /// An optional may be absent or null, as it may where `Codable` is synthesised, and Medley's
  /// wrappers and ``FieldValue`` decide for themselves.
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the member is absent, null or wrong.
  public func decode<Value: Decodable>(_ key: Key) throws -> Value {
    if let type = Value.self as? any NilRepresentable.Type,
      try !contains(key) || decodeNil(forKey: key),
      !(Value.self is any KeyedDecodable.Type), let none = type.init(nilLiteral: ()) as? Value
    {
      return none
    }
    return try decodeMember(Value.self, forKey: key)
  }

  /// Decodes a member as the type that is expected, or returns nil if it is absent or null.
  ///
  /// ```swift
  /// subtitle = try container.decodeIfPresent(.subtitle)
  /// ```
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if the member is wrong.
  public func decodeIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
    try isThere(key) ? decodeMember(Value.self, forKey: key) : nil
  }

  /// Decodes a member as the type that is expected, with a default if it is absent or null.
  ///
  /// ```swift
  /// views = try container.decode(.views, default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - defaultValue: What stands in for a member that is absent or null.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError` if the member is wrong.
  public func decode<Value: Decodable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try isThere(key) ? decodeMember(Value.self, forKey: key) : defaultValue()
  }

  /// Decodes what can be decoded of a member, and reports what can't.
  ///
  /// ```swift
  /// tags = try container.decodeLossy(.tags)
  /// ```
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: What is left, as ``Lossy`` would have it.
  /// - Throws: `DecodingError.dataCorrupted` if the document itself is damaged.
  public func decodeLossy<Value: LossyDecodable>(_ key: Key) throws -> Value {
    try Value.decodeOrStandIn(from: self, forKey: key)
  }

  /// Decodes what can be decoded of a member, with a default for what can't.
  ///
  /// ```swift
  /// volume = try container.decodeLossy(.volume, default: 5)
  /// ```
  ///
  /// The default stands in for an absent or null member, too, which is no issue; for a wrong one it
  /// is.
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - defaultValue: What stands in for the member.
  /// - Returns: What is left, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document itself is damaged.
  public func decodeLossy<Value: Decodable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try Value?.decodeOrStandIn(from: self, forKey: key) ?? defaultValue()
  }

  private func isThere(_ key: Key) throws -> Bool {
    try contains(key) && !decodeNil(forKey: key)
  }
}
