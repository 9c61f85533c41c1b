public import Medley

/// A property that drops invalid elements of a collection and reports them.
///
/// ```swift
/// struct Feed: Codable {
///   @Lossy var items: [Polymorphic<any Media>]
/// }
/// let (feed, report) = try DecodingReport.collecting {
///   try decoder.decode(Feed.self, from: data)
/// }
/// print(report.issues[0])
/// // items[3].director: missing (in MOVIE); dropped
/// ```
///
/// The wrapper works on arrays, sets, dictionaries, optionals and any nesting of them. An invalid
/// element is dropped from the innermost collection, and an invalid key of a dictionary with its
/// value. A collection that is absent, null or of another kind decodes as empty, with an issue. An
/// optional can be absent or null without an issue.
///
/// Unknown elements aren't dropped: a registry keeps them unless its policies say otherwise. Drops
/// go unreported unless you collect a report or install an observer: see `DecodingReport`.
@propertyWrapper
public struct Lossy<Value> {
  // Not constrained, so that the compiler has a message for a property that isn't a collection.

  /// The value without the dropped elements.
  public var wrappedValue: Value

  @usableFromInline init(_ value: Value) {
    wrappedValue = value
  }

  /// Unavailable: a value that isn't a collection has no elements to drop.
  @available(
    *,
    unavailable,
    message: """
      @Lossy drops elements of an array, a set or a dictionary. For a single value take an optional, \
      @Defaulted<...> or, for a number or a string in another form, @Lossless
      """
  )
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }
}

extension Lossy where Value: LossyDecodable {
  /// Creates a property with a value.
  @inlinable
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

// MARK: - Coding

extension Lossy: Decodable, KeyedDecodable where Value: LossyDecodable {
  /// Decodes the valid elements.
  ///
  /// A value of another kind decodes as empty.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeValidParts(from: decoder)
  }

  /// Decodes the valid elements of the member, which may be absent.
  @inlinable
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self.init(wrappedValue: try Value.decodeOrPlaceholder(from: container, forKey: key))
  }
}

extension Lossy: Encodable, KeyedEncodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encodeStrictly(to: encoder)
  }

  /// Encodes the value as the member, and omits the key for nil.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    try object.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Lossy: PartlyDecodable, LossyDecodable, AttemptingDecodable
where Value: LossyDecodable {
  /// A property with the placeholder of its value.
  public static var placeholder: Lossy { Lossy(wrappedValue: .placeholder) }

  /// Whether the value may be absent or null.
  public static var isOptional: Bool { Value.isOptional }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    wrappedValue = try Value(lossyFrom: decoder)
  }

  /// Decodes the valid elements of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossy {
    Lossy(wrappedValue: try Value.decodeLossy(from: container, forKey: key))
  }

  static var removesIssues: Bool { Value.failsWithoutIssues }
}

extension Lossy: EmptyRepresentable where Value: LossyDecodable & EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: Lossy { Lossy(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossy: ExpressibleByNilLiteral where Value: LossyDecodable & ExpressibleByNilLiteral {
  /// Creates a property with nil.
  public init(nilLiteral: ()) {
    wrappedValue = nil
  }
}

extension Lossy: NilRepresentable where Value: LossyDecodable & NilRepresentable {
  package var isNil: Bool { wrappedValue.isNil }
}

extension Lossy: LosslessConvertible, LosslessContainer
where Value: LossyDecodable & LosslessConvertible {
  static func joined(_ parts: Lossy<Lossless<Value>>) -> Lossless<Lossy> {
    let property = parts.wrappedValue
    return Lossless(Lossy(wrappedValue: property.wrappedValue), like: property.original)
  }

  func parts(like original: OriginalKind?) -> Lossy<Lossless<Value>> {
    Lossy<Lossless<Value>>(wrappedValue: Lossless(wrappedValue, like: original))
  }
}

extension Lossy: RootStandIn {
  package static var rootType: any Any.Type { Value.self }
}

// MARK: - Nesting wrappers of elements

extension PolymorphicValue: LossyDecodable {
  /// An absent property.
  public static var placeholder: PolymorphicValue { PolymorphicValue(wrappedValue: nil) }

  /// True: the element may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes an element or null.
  public init(lossyFrom decoder: any Decoder) throws {
    try self.init(from: decoder)
  }
}

extension PolymorphicArray: LossyDecodable {
  /// A property without elements.
  public static var placeholder: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    self.init(wrappedValue: [])
    projectedValue = try [Polymorphic<Base>](lossyFrom: decoder)
  }

  /// Decodes the valid elements of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> PolymorphicArray {
    var array = placeholder
    array.projectedValue = try [Polymorphic<Base>].decodeLossy(from: container, forKey: key)
    return array
  }
}

extension PolymorphicArray: EmptyRepresentable {
  /// A property without elements.
  public static var empty: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Whether there are no elements, known or unknown.
  public var isEmpty: Bool { projectedValue.isEmpty }
}
