/// Has a default for a value that is absent or null, and for nothing else.
///
/// ```swift
/// struct Post: Codable {
///   @Defaulted<Defaults.Zero> var views: Int
///   @Defaulted<Defaults.Empty> var tags: [String]
///   @Defaulted<Anonymous> var author: String
/// }
/// enum Anonymous: DefaultSource { static let defaultValue = "anonymous" }
/// ```
///
/// A value that is wrong is an error: it isn't what the default was meant for. Where a default
/// shall stand in for that, too, the property is lossy as well, and the report says so:
///
/// ```swift
/// @Lossy @Defaulted<Defaults.Zero> var views: Int        // "many": 0, and an issue
/// @Defaulted<Defaults.Empty> @Lossy var tags: [String]   // absent: []; [1, "a"]: ["a"], and one
/// ```
///
/// The value is encoded as any other, also where it is the default.
@propertyWrapper
public struct Defaulted<Source: DefaultSource> {
  /// The value.
  public var wrappedValue: Source.Value

  /// Creates a property with a value.
  public init(wrappedValue: Source.Value) {
    self.wrappedValue = wrappedValue
  }

  /// The property with the default.
  ///
  /// Not an initialiser without arguments: memberwise ones would then take the wrapper.
  private static var ofDefault: Defaulted { Defaulted(wrappedValue: Source.defaultValue) }
}

extension Defaulted: Sendable where Source.Value: Sendable {}
extension Defaulted: Equatable where Source.Value: Equatable {}
extension Defaulted: Hashable where Source.Value: Hashable {}

// MARK: - Coding

extension Defaulted: Decodable {
  /// Decodes the value; null gives the default.
  ///
  /// - Throws: What the value throws if it is wrong.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    wrappedValue = isNull ? Source.defaultValue : try Attempt.decodeStrictly(from: decoder)
  }
}

extension Defaulted: KeyedDecodable {
  /// Decodes the member; absence and null give the default.
  ///
  /// - Throws: What the value throws if it is wrong.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    let isThere = try container.contains(key) && !container.decodeNil(forKey: key)
    wrappedValue =
      isThere
      ? try container.decodeMember(Source.Value.self, forKey: key) : Source.defaultValue
  }
}

extension Defaulted: Encodable where Source.Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encodeStrictly(to: encoder)
  }
}

extension Defaulted: KeyedEncodable where Source.Value: Encodable {
  /// Encodes the value as the member, if the wrappers inside want it to be there.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try container.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Defaulted: LossyDecodable {
  /// The default.
  public static var standIn: Defaulted { ofDefault }

  /// The value may be absent or null: that is what the default is for.
  public static var isOptional: Bool { true }

  /// Decodes what can be decoded; null gives the default.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    wrappedValue =
      isNull ? Source.defaultValue : try Attempt<Source.Value>.decode(from: decoder)
  }

  /// Decodes what can be decoded of a member; null gives the default.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Defaulted {
    let value = try Source.Value?.decodeLossy(from: container, forKey: key)
    return value.map { Defaulted(wrappedValue: $0) } ?? ofDefault
  }
}

extension Defaulted: EmptyRepresentable where Source.Value: EmptyRepresentable {
  /// The property that holds the empty value.
  public static var empty: Defaulted { Defaulted(wrappedValue: .empty) }

  /// Whether nothing is inside.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Defaulted: LosslessConvertible where Source.Value: LosslessConvertible {
  /// The value with the kinds in which it came, or nil where that is the default.
  public struct Storage: Codable {
    let value: Source.Value.Storage?
  }

  /// Takes the value out of what was decoded.
  public init(_ storage: Storage) {
    self.init(wrappedValue: storage.value.map { Source.Value($0) } ?? Source.defaultValue)
  }

  /// Whether everything came in its own kind.
  public static func isPlain(_ storage: Storage) -> Bool {
    storage.value.map { Source.Value.isPlain($0) } ?? true
  }

  /// The value, with the kinds of another.
  public func storage(like original: Storage?) -> Storage {
    Storage(value: wrappedValue.storage(like: original?.value))
  }

  /// Decodes the member; absence and null give the default.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage {
    let isThere = try container.contains(key) && !container.decodeNil(forKey: key)
    return Storage(
      value: isThere ? try Source.Value.decodeStorage(from: container, forKey: key) : nil
    )
  }
}

extension Defaulted.Storage: Sendable where Source.Value.Storage: Sendable {}

extension Defaulted.Storage {
  /// Decodes the value; null gives the default.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    value = isNull ? nil : try Source.Value.Storage(from: decoder)
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try (value ?? Source.defaultValue.storage(like: nil)).encode(to: encoder)
  }
}
