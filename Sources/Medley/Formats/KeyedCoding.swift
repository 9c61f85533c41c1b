import MedleyBase

/// A coding key with any string or index.
package struct WireKey: CodingKey, Hashable, Sendable {
  /// What few keys have: an integer, or that the payload states them.
  ///
  /// It is an object, so that the key is small enough for an existential. With an optional integer
  /// beside the string, encoders allocate a box for each member, 540 instructions. An enum of both is
  /// copied by a function of its own, a dozen times for each member of a payload.
  private final class Details: Sendable {
    let intValue: Int?
    let isOfDictionary: Bool

    init(_ intValue: Int?, isOfDictionary: Bool) {
      self.intValue = intValue
      self.isOfDictionary = isOfDictionary
    }

    /// Those of a key that is encoded as it is, whatever the key strategy.
    static let data = Details(nil, isOfDictionary: true)
  }

  package let stringValue: String
  private let details: Details?

  package var intValue: Int? { details?.intValue }

  package init(_ stringValue: String) {
    self.stringValue = stringValue
    details = nil
  }

  private init(_ stringValue: String, _ intValue: Int?, isOfDictionary: Bool = false) {
    self.stringValue = stringValue
    details =
      intValue == nil && !isOfDictionary
      ? nil : Details(intValue, isOfDictionary: isOfDictionary)
  }

  package static func == (lhs: WireKey, rhs: WireKey) -> Bool {
    lhs.stringValue == rhs.stringValue && lhs.intValue == rhs.intValue
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(stringValue)
    hasher.combine(intValue)
  }

  /// Creates a key, or notes the string and returns nil while the keys of an object are listed.
  package init?(stringValue: String) {
    if let collector = KeyCollector.current {
      collector.insert(stringValue)
      return nil
    }
    self.init(stringValue)
  }

  /// Creates the key of an element with the string value of the standard library's decoders.
  @inline(never) package init(index: Int) {
    self.init("Index \(index)", index)
  }

  /// Creates an integer key, as in formats such as CBOR and MessagePack.
  package init(intValue: Int) {
    self.init(String(intValue), intValue)
  }

  /// Creates a key as the standard library's dictionaries pass it to their keys: with an integer
  /// value, which types with integer raw values need.
  package init(dictionary key: some CodingKey) {
    self.init(key.stringValue, key.intValue ?? WholeNumber(key.stringValue[...])?.integer())
  }

  package init<Key: CodingKey>(_ key: Key) {
    if Key.self == WireKey.self {
      // Sound: the types are the same.
      self = unsafe unsafeBitCast(key, to: WireKey.self)
    } else {
      // First what is known without reading the key.
      let isOfDictionary = Key.mayHaveText && key.isFromPayload
      self.init(key.stringValue, key.intValue, isOfDictionary: isOfDictionary)
    }
  }

  /// Creates a key of a dictionary with strings as keys, which no strategy converts.
  package init(data key: String) {
    stringValue = key
    details = Details.data
  }

  package var isData: Bool { details === Details.data }
}

extension CodingKey {
  /// Whether this is a key of a dictionary that is encoded among the members of an object.
  package var isDataKey: Bool {
    guard Self.self == WireKey.self else { return false }
    // Sound: the types are the same.
    return unsafe unsafeBitCast(self, to: WireKey.self).isData
  }
}

extension WireKey: OwnKey {
  package var isOfDictionary: Bool { details?.isOfDictionary ?? false }
}

// MARK: - Describing

extension WireKey {
  /// The string of the key, as in `No value associated with key d ("d")`.
  package var description: String { stringValue }

  package var debugDescription: String { stringValue }
}

// MARK: - Writing as literals

extension WireKey: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

// MARK: - Converting

extension WireKey {
  /// The key as `convertFromSnakeCase` converts it, or nil if that is the key itself.
  var convertedFromSnakeCase: WireKey? {
    let converted = SnakeCase.camelCase(stringValue)
    return converted == stringValue ? nil : WireKey(converted)
  }
}

// MARK: - Listing keys

/// The keys of an object, listed without making them.
///
/// An array of keys takes 3,000 instructions for each: it is made in generic code, converted to
/// existentials, and back. So ``WireKey`` notes the string while keys are collected, and isn't made.
///
/// It is safe to send, because one synchronous call has it.
final class KeyCollector: @unchecked Sendable {
  @TaskLocal static var current: KeyCollector?

  private var keys: [String] = []

  private init() {
    // Growing takes 1,100 instructions for six keys.
    keys.reserveCapacity(16)
  }

  func insert(_ key: String) { keys.append(key) }

  /// Returns the keys of a container of Foundation's decoders, which leave out a key that can't be
  /// made.
  static func keys(of container: KeyedDecodingContainer<WireKey>) -> [String] {
    let collector = KeyCollector()
    let made = $current.withValue(collector) { container.allKeys }
    var keys = collector.keys
    // So that the caller can sort them in place.
    collector.keys = []
    if !made.isEmpty { keys += made.map(\.stringValue) }
    return keys
  }
}

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
    // Sound, all of them: the types are the same. The functions for any type take more.
    if Value.self == String.self {
      return unsafe unsafeBitCast(try decode(String.self, forKey: key), to: Value.self)
    }
    if Value.self == Int.self {
      return unsafe unsafeBitCast(try decode(Int.self, forKey: key), to: Value.self)
    }
    if Value.self == Double.self {
      return unsafe unsafeBitCast(try decode(Double.self, forKey: key), to: Value.self)
    }
    if Value.self == Bool.self {
      return unsafe unsafeBitCast(try decode(Bool.self, forKey: key), to: Value.self)
    }
    return try decodeOtherMember(type, forKey: key)
  }

  /// Decodes a member, or returns a default if it is absent or null.
  @inlinable
  package func decodeMember<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try decodeMemberIfPresent(type, forKey: key) ?? defaultValue()
  }

  /// Decodes a member, or returns nil if it is absent or null.
  @inlinable
  package func decodeMemberIfPresent<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value? {
    // Sound, all of them: the types are the same.
    if Value.self == String.self {
      return unsafe unsafeBitCast(try decodeIfPresent(String.self, forKey: key), to: Value?.self)
    }
    if Value.self == Int.self {
      return unsafe unsafeBitCast(try decodeIfPresent(Int.self, forKey: key), to: Value?.self)
    }
    if Value.self == Double.self {
      return unsafe unsafeBitCast(try decodeIfPresent(Double.self, forKey: key), to: Value?.self)
    }
    if Value.self == Bool.self {
      return unsafe unsafeBitCast(try decodeIfPresent(Bool.self, forKey: key), to: Value?.self)
    }
    let isPresent = try contains(key) && !decodeNil(forKey: key)
    return isPresent ? try decodeOtherMember(type, forKey: key) : nil
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
}

extension KeyedEncodingContainer {
  /// Encodes a member of a generic type, and omits the key for nil.
  package mutating func encodeMember<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    // Sound, all of them: the types are the same. The functions for any type take more.
    if Value.self == String.self {
      try encode(unsafe unsafeBitCast(value, to: String.self), forKey: key)
    } else if Value.self == Int.self {
      try encode(unsafe unsafeBitCast(value, to: Int.self), forKey: key)
    } else if Value.self == Double.self {
      try encode(unsafe unsafeBitCast(value, to: Double.self), forKey: key)
    } else if Value.self == Bool.self {
      try encode(unsafe unsafeBitCast(value, to: Bool.self), forKey: key)
    } else if plainMembers.passes(type(of: value as Any)) {
      try encode(value, forKey: key)
    } else {
      try encodeDynamicMember(value, forKey: key)
    }
  }

  @inline(never) private mutating func encodeDynamicMember<Value: Encodable>(
    _ value: Value,
    forKey key: Key
  ) throws {
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

/// A type with a nil value: an optional, or a wrapper of one.
package protocol NilRepresentable: ExpressibleByNilLiteral {
  /// Whether this is nil.
  var isNil: Bool { get }
}

extension Optional: NilRepresentable {
  package var isNil: Bool {
    if case .none = self { true } else { false }
  }
}

/// The types that are members like any other: neither absent nor omitted by themselves.
let plainMembers = TypeTest {
  !($0 is any KeyedDecodable.Type) && !($0 is any KeyedEncodable.Type)
    && !($0 is any NilRepresentable.Type)
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
