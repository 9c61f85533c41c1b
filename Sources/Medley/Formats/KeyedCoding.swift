// MARK: - Coding members

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
  @inlinable
  public func decode<Wrapper: KeyedDecodable>(
    _ type: Wrapper.Type,
    forKey key: Key
  ) throws -> Wrapper {
    try Wrapper(from: self, forKey: key)
  }
}

// Compiled for the type of each property, as code by hand is: looking up the metadata of generic types
// takes up to 6,700 instructions for a property with `@Lossless`, and 650 with `@Defaulted`.
extension KeyedDecodingContainer {
  /// Decodes a member of a generic type.
  ///
  /// In generic code the compiler doesn't choose the overload for ``KeyedDecodable``, so this function
  /// calls it dynamically.
  @inlinable
  package func decodeMember<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    // The functions for any type take more.
    if Value.self == String.self { return same(try decode(String.self, forKey: key)) }
    if Value.self == Int.self { return same(try decode(Int.self, forKey: key)) }
    if Value.self == Double.self { return same(try decode(Double.self, forKey: key)) }
    if Value.self == Bool.self { return same(try decode(Bool.self, forKey: key)) }
    return try decodeOtherMember(type, forKey: key)
  }

  /// Decodes a member, or returns nil if it is absent or null.
  @inlinable
  package func decodeMemberIfPresent<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value? {
    if Value.self == String.self { return same(try decodeIfPresent(String.self, forKey: key)) }
    if Value.self == Int.self { return same(try decodeIfPresent(Int.self, forKey: key)) }
    if Value.self == Double.self { return same(try decodeIfPresent(Double.self, forKey: key)) }
    if Value.self == Bool.self { return same(try decodeIfPresent(Bool.self, forKey: key)) }
    let isPresent = try contains(key) && !decodeNil(forKey: key)
    return isPresent ? try decodeOtherMember(type, forKey: key) : nil
  }

  /// Decodes a member by the decoder, and not by the type itself as a wrapper.
  @inlinable
  package func decodePlain<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, forKey: key)
  }

  /// Decodes a member of another type than those above.
  @usableFromInline
  func decodeOtherMember<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    plainMembers.passes(type)
      ? try decode(type, forKey: key) : try decodeDynamicMember(type, forKey: key)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func decodeDynamicMember<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    func decodeKeyed<Wrapper: KeyedDecodable>(_ type: Wrapper.Type) throws -> Value? {
      try Wrapper(from: self, forKey: key) as? Value
    }
    if let type = type as? any KeyedDecodable.Type, let value = try decodeKeyed(type) {
      return value
    }
    return try decode(type, forKey: key)
  }

  /// Decodes a member as a dynamic type, which may be a subclass of the static one.
  ///
  /// The standard library's `decode(_:forKey:)` passes the static type to the decoder.
  func decodeDynamically<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard type != Value.self, contains(key) else { return try decode(type, forKey: key) }
    return try type.init(from: superDecoder(forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member of a generic type, and omits the key for nil.
  package mutating func encodeMember<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    // The functions for any type take more.
    if Value.self == String.self { return try encode(same(value) as String, forKey: key) }
    if Value.self == Int.self { return try encode(same(value) as Int, forKey: key) }
    if Value.self == Double.self { return try encode(same(value) as Double, forKey: key) }
    if Value.self == Bool.self { return try encode(same(value) as Bool, forKey: key) }
    guard plainMembers.passes(type(of: value as Any)) else {
      return try encodeDynamicMember(value, forKey: key)
    }
    try encode(value, forKey: key)
  }

  @inline(never) private mutating func encodeDynamicMember<Value: Encodable>(
    _ value: Value,
    forKey key: Key
  ) throws {
    if let value = value as? any KeyedEncodable {
      return try value.encode(into: &self, forKey: key)
    }
    if (value as? any NilRepresentable)?.isNil != true { try encode(value, forKey: key) }
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
  public mutating func encode<Wrapper: KeyedEncodable>(_ value: Wrapper, forKey key: Key) throws {
    try value.encode(into: &self, forKey: key)
  }
}

/// A type with a nil value: an optional, or a wrapper of one.
package protocol NilRepresentable: ExpressibleByNilLiteral {
  /// Whether this is nil.
  var isNil: Bool { get }
}

extension Optional: NilRepresentable {
  package var isNil: Bool { self == nil }
}

/// The types that are members like any other: neither absent nor omitted by themselves.
let plainMembers = TypeTest {
  !($0 is any KeyedDecodable.Type) && !($0 is any KeyedEncodable.Type)
    && !($0 is any NilRepresentable.Type)
}

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
    try decodeMemberIfPresent(Value.self, forKey: key) ?? defaultValue()
  }
}
