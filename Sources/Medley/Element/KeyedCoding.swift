/// A property wrapper that decides for itself what an absent member means.
///
/// Synthesised decoding asks a container for a member and throws if it is absent. For types with
/// this protocol it asks them instead, in every file that imports Medley.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicValue var hero: (any Media)?  // nil if absent
/// }
/// ```
public protocol KeyedDecodable: Decodable {
  /// Decodes the member of `container` under `key`, which may be absent.
  ///
  /// - Throws: `DecodingError` if the member is there and can't be decoded, or has to be there.
  init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws
}

/// A property wrapper that decides for itself whether it is encoded as a member at all.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicValue var hero: (any Media)?  // absent if it came absent, null if it came null
/// }
/// ```
public protocol KeyedEncodable: Encodable {
  /// Encodes the value as the member of `container` under `key`, or leaves the member out.
  ///
  /// - Throws: `EncodingError` if the value can't be encoded.
  func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws
}

extension KeyedDecodingContainer {
  /// Decodes a member that decides for itself what its absence means.
  ///
  /// Synthesised decoding calls it for properties with one of Medley's wrappers; code that is
  /// written by hand calls it as any other `decode`:
  ///
  /// ```swift
  /// _hero = try container.decode(PolymorphicValue<any Media>.self, forKey: .hero)
  /// ```
  ///
  /// - Throws: What the wrapper throws.
  public func decode<Wrapper: KeyedDecodable>(
    _ type: Wrapper.Type,
    forKey key: Key
  ) throws -> Wrapper {
    try Wrapper(from: self, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member of a type of which only a generic parameter is known.
  ///
  /// There the overload for ``KeyedDecodable`` isn't chosen: the type has to be asked.
  package func decodeMember<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    func decodeKeyed<Wrapper: KeyedDecodable>(_ type: Wrapper.Type) throws -> Value? {
      try Wrapper(from: self, forKey: key) as? Value
    }
    if let type = type as? any KeyedDecodable.Type, let value = try decodeKeyed(type) {
      return value
    }
    return try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member of a type of which only a generic parameter is known; nil is an omitted key.
  package mutating func encodeMember<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if let value = value as? any KeyedEncodable {
      try value.encode(into: &self, forKey: key)
    } else if (value as? any NilRepresentable)?.isNil != true {
      try encode(value, forKey: key)
    }
  }

  /// Encodes a member that decides for itself whether it is there at all.
  ///
  /// Synthesised encoding calls it for properties with one of Medley's wrappers; code that is
  /// written by hand calls it as any other `encode`:
  ///
  /// ```swift
  /// try container.encode(_hero, forKey: .hero)
  /// ```
  ///
  /// - Throws: What the wrapper throws.
  public mutating func encode<Wrapper: KeyedEncodable>(
    _ value: Wrapper,
    forKey key: Key
  ) throws {
    try value.encode(into: &self, forKey: key)
  }
}
