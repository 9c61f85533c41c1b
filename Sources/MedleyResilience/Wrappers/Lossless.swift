public import Medley

/// A property that converts a scalar of another kind, and encodes it in its original kind.
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
/// A number or a Boolean can come as a string, and a string as a number or a Boolean. Conversions
/// don't lose information: `"12"` becomes an integer, but `"12.5"` and numbers that overflow don't;
/// whole numbers become a `Double` only if every digit fits. Other values throw, or are dropped and
/// reported in a lossy list:
///
/// ```swift
/// @Lossy @Lossless var ids: [Int]   // [1, "2", "x"]: 1 and 2
/// @Lossy @Lossless var rating: Int? // "x": nil, and an issue
/// ```
///
/// The kinds are stored by position. A changed value is encoded in the kind of the old one. An
/// added element is encoded in its own kind, unless all others came in another. A fraction that
/// comes as a number becomes a string of at most 17 digits, or more if the decoder provides them.
///
/// Two properties are equal if their values are, regardless of the kind. See
/// <doc:LosslessKeepsTheKind>.
@propertyWrapper
public struct Lossless<Value: LosslessConvertible> {
  /// The value.
  public var wrappedValue: Value

  /// The kinds in which the scalars came, if any of them came in another kind.
  @usableFromInline let original: OriginalKind?

  /// Whether the value came in its own kind.
  var isNative: Bool { original == nil }

  /// Creates a property with a value in its own kind.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    original = nil
  }

  @usableFromInline init(_ value: Value, like original: OriginalKind?) {
    wrappedValue = value
    self.original = original
  }
}

extension Lossless: Sendable where Value: Sendable {}

// MARK: - Comparing

extension Lossless: FormKeeping {}
extension Lossless: Equatable where Value: Equatable {}
extension Lossless: Hashable where Value: Hashable {}

// MARK: - Coding

extension Lossless: Codable, KeyedDecodable, KeyedEncodable {
  /// Decodes a value from its own kind or another.
  ///
  /// - Throws: `DecodingError` if the value can't be converted without loss.
  public init(from decoder: any Decoder) throws {
    self = try Value.decodeLossless(from: decoder, lossily: false)
  }

  /// Encodes the value in its original kind.
  public func encode(to encoder: any Encoder) throws {
    try Value.encoded(self).encodeStrictly(to: encoder)
  }

  /// Decodes the member; an optional one may be absent.
  @inlinable
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self = try Value.decodeLossless(from: container, forKey: key, lossily: false)
  }

  /// Encodes the value in its original kind, and omits the key for nil.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    try object.encodeMember(Value.encoded(self), forKey: key)
  }
}

// MARK: - Nesting

extension Lossless: PartlyDecodable, LossyDecodable where Value: LossyDecodable {
  /// A property with the placeholder of its value.
  public static var placeholder: Lossless { Lossless(wrappedValue: .placeholder) }

  /// Whether the value may be absent or null.
  public static var isOptional: Bool { Value.isOptional }

  /// Decodes the parts that can be converted without loss.
  public init(lossyFrom decoder: any Decoder) throws {
    self = try Value.decodeLossless(from: decoder, lossily: true)
  }

  /// Decodes the parts of a member that can be converted without loss.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossless {
    try Value.decodeLossless(from: container, forKey: key, lossily: true)
  }
}

extension Lossless: EmptyRepresentable where Value: EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: Lossless { Lossless(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossless: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {
  /// Creates a property with nil.
  public init(nilLiteral: ()) {
    self.init(wrappedValue: nil)
  }
}

extension Lossless: NilRepresentable where Value: NilRepresentable {
  package var isNil: Bool { wrappedValue.isNil }
}

// MARK: - Creating from literals

extension Lossless: ExpressibleByUnicodeScalarLiteral
where Value: ExpressibleByUnicodeScalarLiteral {
  /// Creates a property with a character in its own kind.
  public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
    self.init(wrappedValue: Value(unicodeScalarLiteral: value))
  }
}

extension Lossless: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates a property with a character in its own kind.
  public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
    self.init(wrappedValue: Value(extendedGraphemeClusterLiteral: value))
  }
}

extension Lossless: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  /// Creates a property with a string in its own kind.
  public init(stringLiteral value: Value.StringLiteralType) {
    self.init(wrappedValue: Value(stringLiteral: value))
  }
}

extension Lossless: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Creates a property with a number in its own kind.
  public init(integerLiteral value: Value.IntegerLiteralType) {
    self.init(wrappedValue: Value(integerLiteral: value))
  }
}

extension Lossless: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  /// Creates a property with a Boolean in its own kind.
  public init(booleanLiteral value: Value.BooleanLiteralType) {
    self.init(wrappedValue: Value(booleanLiteral: value))
  }
}

/// The kinds in which the scalars of a value came, by position or key.
///
/// Each is an object, because few values have one, and copying a generic struct takes much code.
// Sound: a property can be sent only if its keys can.
@usableFromInline indirect enum OriginalKind: @unchecked Sendable {
  /// The original value, of which a changed one takes the kind.
  case scalar(PayloadValue)
  /// The kinds of the elements; nil for an element that came in its own kind.
  case list([OriginalKind?])
  /// The kinds of the members that didn't come in their own, by key, and whether no member did.
  ///
  /// Their type isn't stated, so that no code is compiled for another type of dictionary.
  case members(Any, isUniform: Bool)
}
