/// Says how nothing is encoded: nil, or a collection without elements.
///
/// It is spelled ``NullWhenNil``, ``OmittedWhenEmpty`` or ``NullWhenEmpty``:
///
/// ```swift
/// struct Note: Codable {
///   @NullWhenNil var due: Int?             // nil: null, where `Codable` leaves the key out
///   @OmittedWhenEmpty var tags: [String]   // []: no key, where `Codable` writes []
///   @NullWhenEmpty @Lossy var links: [URL] // []: null
/// }
/// ```
///
/// The choice is part of the type, so that it holds for decoding as well: an absent or null member
/// is nil or empty, and no default value has to be declared. What is wrong is an error.
@propertyWrapper
public struct WhenNothing<Rule: NothingRule> {
  /// The value.
  public var wrappedValue: Rule.Value

  /// Creates a property with a value.
  public init(wrappedValue: Rule.Value) {
    self.wrappedValue = wrappedValue
  }
}

/// Encodes null in place of nil.
///
/// ```swift
/// @NullWhenNil var due: Int?
/// @NullWhenNil @Lossy var rating: Int?
/// ```
public typealias NullWhenNil<Value: NilRepresentable & Codable> = WhenNothing<NilAsNull<Value>>

/// Leaves out the key of an empty collection or string.
///
/// ```swift
/// @OmittedWhenEmpty var tags: [String]
/// @OmittedWhenEmpty @Lossy var items: [Polymorphic<any Media>]
/// ```
public typealias OmittedWhenEmpty<Value: EmptyRepresentable & Codable> =
  WhenNothing<EmptyAsNoKey<Value>>

/// Encodes null in place of an empty collection or string.
///
/// ```swift
/// @NullWhenEmpty var tags: [String]
/// ```
public typealias NullWhenEmpty<Value: EmptyRepresentable & Codable> =
  WhenNothing<EmptyAsNull<Value>>

extension WhenNothing: Sendable where Rule.Value: Sendable {}
extension WhenNothing: Equatable where Rule.Value: Equatable {}
extension WhenNothing: Hashable where Rule.Value: Hashable {}

// MARK: - Coding

extension WhenNothing: Codable {
  /// Decodes the value; null is nothing.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    wrappedValue = isNull ? Rule.nothing : try Attempt.decodeStrictly(from: decoder)
  }

  /// Encodes the value; where there is no key to leave out, nothing is null or empty.
  public func encode(to encoder: any Encoder) throws {
    if Rule.isNothing(wrappedValue), Rule.writesNull {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    } else {
      try wrappedValue.encode(to: encoder)
    }
  }
}

extension WhenNothing: KeyedDecodable {
  /// Decodes the member; absence and null are nothing.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    let isThere = try container.contains(key) && !container.decodeNil(forKey: key)
    wrappedValue =
      isThere ? try container.decodeMember(Rule.Value.self, forKey: key) : Rule.nothing
  }
}

extension WhenNothing: KeyedEncodable {
  /// Encodes the value as the member, or nothing as the type says.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if !Rule.isNothing(wrappedValue) {
      try container.encodeMember(wrappedValue, forKey: key)
    } else if Rule.writesNull {
      try container.encodeNil(forKey: key)
    }
  }
}

// MARK: - Nesting

extension WhenNothing: LossyDecodable where Rule.Value: LossyDecodable {
  /// Nothing.
  public static var standIn: WhenNothing { WhenNothing(wrappedValue: Rule.nothing) }

  /// The value may be absent or null: that is how nothing is written.
  public static var isOptional: Bool { true }

  /// Decodes what can be decoded; null is nothing.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    wrappedValue = isNull ? Rule.nothing : try Rule.Value(lossyFrom: decoder)
  }

  /// Decodes what can be decoded of a member; null is nothing.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> WhenNothing {
    let value = try Rule.Value?.decodeLossy(from: container, forKey: key)
    return value.map { WhenNothing(wrappedValue: $0) } ?? standIn
  }
}

extension WhenNothing: EmptyRepresentable where Rule.Value: EmptyRepresentable {
  /// The property that holds the empty value.
  public static var empty: WhenNothing { WhenNothing(wrappedValue: .empty) }

  /// Whether nothing is inside.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}
