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
/// go unreported unless you collect a report or install an observer: see <doc:Reports>.
@propertyWrapper
public struct Lossy<Value: LossyDecodable> {
  /// The value without the dropped elements.
  public var wrappedValue: Value

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

// MARK: - Coding

extension Lossy: Decodable {
  /// Decodes the valid elements.
  ///
  /// A value of another kind decodes as empty.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeOrPlaceholder(from: decoder)
  }
}

extension Lossy: KeyedDecodable {
  /// Decodes the valid elements of the member, which may be absent.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    wrappedValue = try Value.decodeOrPlaceholder(from: container, forKey: key)
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension Lossy: KeyedEncodable where Value: Encodable {
  /// Encodes the value as the member, and omits the key for nil.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try container.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Lossy: LossyDecodable {
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
}

extension Lossy: EmptyRepresentable where Value: EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: Lossy { Lossy(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossy: NilRepresentable, ExpressibleByNilLiteral where Value: NilRepresentable {
  /// Whether the value is nil.
  public var isNil: Bool { wrappedValue.isNil }

  /// Creates a property with nil.
  public init(nilLiteral: ()) {
    wrappedValue = nil
  }
}
