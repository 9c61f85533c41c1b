public import Medley

/// A property that chooses how nil or an empty value is encoded.
///
/// Write it as ``NullWhenNil``, ``OmittedWhenEmpty`` or ``NullWhenEmpty``:
///
/// ```swift
/// struct Note: Codable {
///   @NullWhenNil var due: Int?              // nil: null
///   @OmittedWhenEmpty var tags: [String]    // []: no key
///   @NullWhenEmpty @Lossy var links: [URL]  // []: null
/// }
/// ```
///
/// Without it, `Codable` omits the key of nil and writes `[]`. The rule holds for decoding as well:
/// an absent or null member decodes as nil or empty. An invalid value throws.
@propertyWrapper
public struct WhenEmpty<Rule: EmptyRule> {
  /// The value.
  public var wrappedValue: Rule.Value

  /// Creates a property with a value.
  public init(wrappedValue: Rule.Value) {
    self.wrappedValue = wrappedValue
  }
}

/// A property that encodes nil as null.
///
/// ```swift
/// @NullWhenNil var due: Int?
/// @NullWhenNil @Lossy var rating: Int?
/// ```
public typealias NullWhenNil<Value: NilRepresentable & Codable> = WhenEmpty<NilAsNull<Value>>

/// A property that omits the key of an empty collection or string.
///
/// ```swift
/// @OmittedWhenEmpty var tags: [String]
/// @OmittedWhenEmpty @Lossy var items: [Polymorphic<any Media>]
/// ```
public typealias OmittedWhenEmpty<Value: EmptyRepresentable & Codable> =
  WhenEmpty<EmptyAsOmitted<Value>>

/// A property that encodes an empty collection or string as null.
///
/// ```swift
/// @NullWhenEmpty var tags: [String]
/// ```
public typealias NullWhenEmpty<Value: EmptyRepresentable & Codable> =
  WhenEmpty<EmptyAsNull<Value>>

extension WhenEmpty: Sendable where Rule.Value: Sendable {}
extension WhenEmpty: Equatable where Rule.Value: Equatable {}
extension WhenEmpty: Hashable where Rule.Value: Hashable {}

// MARK: - Coding

extension WhenEmpty: Codable {
  /// Decodes the value, or the empty value for null.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    wrappedValue = isNull ? Rule.empty : try Rule.Value.decodeStrictly(from: decoder)
  }

  /// Encodes the value.
  ///
  /// In places without a key, an omitted value is encoded as it is.
  public func encode(to encoder: any Encoder) throws {
    if Rule.isEmpty(wrappedValue), Rule.encoding == .null {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    } else {
      try wrappedValue.encodeStrictly(to: encoder)
    }
  }
}

extension WhenEmpty: KeyedDecodable {
  /// Decodes the member, or the empty value if it is absent or null.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    let isPresent = try container.contains(key) && !container.decodeNil(forKey: key)
    wrappedValue =
      isPresent ? try container.decodeMember(Rule.Value.self, forKey: key) : Rule.empty
  }
}

extension WhenEmpty: KeyedEncodable {
  /// Encodes the value as the member; the rule decides for an empty one.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if !Rule.isEmpty(wrappedValue) {
      try container.encodeMember(wrappedValue, forKey: key)
    } else if Rule.encoding == .null {
      try container.encodeNil(forKey: key)
    }
  }
}

// MARK: - Nesting

extension WhenEmpty: PartlyDecodable, LossyDecodable where Rule.Value: LossyDecodable {
  /// A property with the empty value.
  public static var placeholder: WhenEmpty { WhenEmpty(wrappedValue: Rule.empty) }

  /// True: an empty value may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the valid parts, or the empty value for null.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    wrappedValue = isNull ? Rule.empty : try Rule.Value(lossyFrom: decoder)
  }

  /// Decodes the valid parts of a member, or the empty value for null.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> WhenEmpty {
    let value = try Rule.Value?.decodeLossy(from: container, forKey: key)
    return value.map { WhenEmpty(wrappedValue: $0) } ?? placeholder
  }
}

extension WhenEmpty: EmptyRepresentable where Rule.Value: EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: WhenEmpty { WhenEmpty(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

// MARK: - Converting without loss

extension WhenEmpty: LosslessConvertible where Rule.Value: LosslessConvertible {
  /// The value with its original kinds; nil for an empty one.
  public struct Storage: Codable, KeyedEncodable {
    let value: Rule.Value.Storage?
  }

  /// Creates the property from its storage.
  public init(_ storage: Storage) {
    self.init(wrappedValue: storage.value.map { Rule.Value($0) } ?? Rule.empty)
  }

  /// Returns whether every scalar came in its own kind.
  public static func isNative(_ storage: Storage) -> Bool {
    storage.value.map { Rule.Value.isNative($0) } ?? true
  }

  /// Returns the value with the original kinds of another one.
  public func storage(like original: Storage?) -> Storage {
    let isEmpty = Rule.isEmpty(wrappedValue)
    return Storage(value: isEmpty ? nil : wrappedValue.storage(like: original?.value))
  }

  /// Decodes the member, or the empty value if it is absent or null.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage {
    let isPresent = try container.contains(key) && !container.decodeNil(forKey: key)
    return Storage(
      value: isPresent ? try Rule.Value.decodeStorage(from: container, forKey: key) : nil
    )
  }
}

extension WhenEmpty.Storage: Sendable where Rule.Value.Storage: Sendable {}

extension WhenEmpty.Storage {
  /// Decodes the value, or the empty value for null.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    value = isNull ? nil : try Rule.Value.Storage(contentOf: decoder)
  }

  /// Encodes the value.
  ///
  /// In places without a key, an omitted value is encoded as it is.
  public func encode(to encoder: any Encoder) throws {
    if let value {
      try value.encodeStrictly(to: encoder)
    } else {
      try WhenEmpty(wrappedValue: Rule.empty).encode(to: encoder)
    }
  }

  /// Encodes the value as the member; the rule decides for an empty one.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if let value {
      try container.encodeMember(value, forKey: key)
    } else if Rule.encoding == .null {
      try container.encodeNil(forKey: key)
    }
  }
}
