/// Accepts a value that came as another kind, and encodes it in the kind in which it came.
///
/// ```swift
/// struct Order: Codable {
///   @Lossless var id: String      // "12" or 12
///   @Lossless var quantity: Int   // 3 or "3"; "4.5" and "many" are errors
///   @Lossless var prices: [Double]
///   @Lossless var discount: Int?  // absent or null: nil
/// }
/// ```
///
/// A number or a Boolean may come as a string, and a string as a number or a Boolean. Only what
/// loses nothing is accepted: `"12"` as an integer, but neither `"12.5"` nor what overflows it;
/// whole numbers as `Double` only if every digit fits. Anything else is an error, or is dropped and
/// reported in a lossy list:
///
/// ```swift
/// @Lossy @Lossless var ids: [Int]   // [1, "2", "x"]: 1 and 2
/// @Lossy @Lossless var rating: Int? // "x": nil, and an issue
/// ```
///
/// The kinds are remembered by position. A value that was changed is written in the kind in which
/// its predecessor came, and an element that was added in its own kind unless all others came in
/// another. Fractions that come as numbers are strings of at most 17 digits, and more through
/// decoders that show more.
///
/// Two such properties are equal if their values are, in whichever kind they came.
@propertyWrapper
public struct Lossless<Value: LosslessConvertible> {
  /// The value.
  public var wrappedValue: Value

  /// The value as it came, if any of it came in another kind.
  private let original: Value.Storage?

  /// Creates a property with a value, in its own kind.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    original = nil
  }

  init(_ value: Value, like original: Value.Storage?) {
    wrappedValue = value
    self.original = original
  }

  init(_ storage: Value.Storage) {
    wrappedValue = Value(storage)
    original = Value.isPlain(storage) ? nil : storage
  }

  /// The value with the kinds in which it came.
  var storage: Value.Storage { wrappedValue.storage(like: original) }

  /// Whether the value came in its own kind.
  var isPlain: Bool { original == nil }

  /// What an added element is like.
  var model: Value.Storage? { original }
}

extension Lossless: Sendable where Value: Sendable, Value.Storage: Sendable {}

// MARK: - Comparing

extension Lossless: Equatable where Value: Equatable {
  /// Returns whether two values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.wrappedValue == rhs.wrappedValue
  }
}

extension Lossless: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

// MARK: - Coding

extension Lossless: Codable {
  /// Decodes a value from its own kind or another.
  ///
  /// - Throws: `DecodingError` if that isn't possible without loss.
  public init(from decoder: any Decoder) throws {
    self.init(try Value.Storage(from: decoder))
  }

  /// Encodes the value in the kind in which it came.
  public func encode(to encoder: any Encoder) throws {
    try storage.encode(to: encoder)
  }
}

extension Lossless: KeyedDecodable {
  /// Decodes the member; an optional one may be absent.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    self.init(try Value.decodeStorage(from: container, forKey: key))
  }
}

extension Lossless: KeyedEncodable {
  /// Encodes the value in the kind in which it came; nil is an omitted key.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try container.encodeMember(storage, forKey: key)
  }
}

// MARK: - Nesting

extension Lossless: LossyDecodable where Value.Storage: LossyDecodable {
  /// What stands in for the value inside.
  public static var standIn: Lossless { Lossless(Value.Storage.standIn) }

  /// Whether the value inside may be absent or null.
  public static var isOptional: Bool { Value.Storage.isOptional }

  /// Decodes what can be decoded without loss.
  public init(lossyFrom decoder: any Decoder) throws {
    self.init(try Value.Storage(lossyFrom: decoder))
  }

  /// Decodes what can be decoded of a member without loss.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossless {
    Lossless(try Value.Storage.decodeLossy(from: container, forKey: key))
  }
}

extension Lossless: EmptyRepresentable where Value: EmptyRepresentable {
  /// The property that holds the empty value.
  public static var empty: Lossless { Lossless(wrappedValue: .empty) }

  /// Whether nothing is inside.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossless: NilRepresentable, ExpressibleByNilLiteral where Value: NilRepresentable {
  /// Whether the value is nil.
  public var isNil: Bool { wrappedValue.isNil }

  /// Creates the property that holds nil.
  public init(nilLiteral: ()) {
    self.init(wrappedValue: nil)
  }
}
