/// A property wrapper that decodes an absent member itself.
///
/// Synthesised decoding throws if a required member is absent. In files that import Medley, it calls
/// types with this protocol instead.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicValue var hero: (any Media)?  // nil if absent
/// }
/// ```
public protocol KeyedDecodable: Decodable {
  /// Decodes the member of `container` under `key`, which may be absent.
  ///
  /// - Throws: `DecodingError` if the member is invalid, or is absent and required.
  init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws
}

/// A property wrapper that decides whether it is encoded as a member.
///
/// ```swift
/// struct Page: Codable {
///   // absent if it came absent, null if it came null
///   @PolymorphicValue var hero: (any Media)?
/// }
/// ```
public protocol KeyedEncodable: Encodable {
  /// Encodes the value as the member of `container` under `key`, or omits the member.
  ///
  /// - Throws: `EncodingError` if the value can't be encoded.
  func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws
}

extension KeyedDecodingContainer {
  /// Decodes a member that may be absent.
  ///
  /// Synthesised decoding calls it for properties with Medley's wrappers. Call it in hand-written code
  /// like any other `decode`:
  ///
  /// ```swift
  /// _hero = try container.decode(
  ///   PolymorphicValue<any Media>.self, forKey: .hero)
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
  /// Decodes a member of a generic type.
  ///
  /// In generic code the compiler doesn't choose the overload for ``KeyedDecodable``, so this function
  /// calls it dynamically.
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
  /// Encodes a member of a generic type, and omits the key for nil.
  package mutating func encodeMember<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if let value = value as? any KeyedEncodable {
      try value.encode(into: &self, forKey: key)
    } else if (value as? any NilRepresentable)?.isNil != true {
      try encode(value, forKey: key)
    }
  }

  /// Encodes a member that may be omitted.
  ///
  /// Synthesised encoding calls it for properties with Medley's wrappers. Call it in hand-written code
  /// like any other `encode`:
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

extension KeyedDecodingContainer {
  /// Decodes a member as a dynamic type, which may be a subclass of the static one.
  ///
  /// The standard library's `decode(_:forKey:)` passes the static type to the decoder.
  func decodeDynamically<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    guard type != Value.self, contains(key) else { return try decode(type, forKey: key) }
    return try type.init(from: superDecoder(forKey: key))
  }
}
