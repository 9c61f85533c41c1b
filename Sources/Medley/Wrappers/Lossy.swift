/// Drops the elements of a collection that fail, and reports them.
///
/// ```swift
/// struct Feed: Codable {
///   @Lossy var items: [Polymorphic<any Media>]
/// }
/// let (feed, report) = try DecodingReport.collecting {
///   try decoder.decode(Feed.self, from: data)
/// }
/// for issue in report.issues { print(issue) }  // items[3].director: missing (in MOVIE); dropped
/// ```
///
/// One wrapper serves arrays, sets, dictionaries, optionals and any nesting of them; elements are
/// dropped from the innermost collection, and a member of a dictionary whose key can't be decoded
/// goes with its value. A collection that is absent, null or no collection at all is empty, which
/// is an issue, too; an optional one may be absent or null.
///
/// Unknown elements don't fail: a registry keeps them unless its policies say otherwise. Where
/// nobody collects a report, losses are silent: see <doc:Reports>.
@propertyWrapper
public struct Lossy<Value: LossyDecodable> {
  /// What is left.
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
  /// Decodes what can be decoded.
  ///
  /// Without a collection there, the value is empty.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeOrStandIn(from: decoder)
  }
}

extension Lossy: KeyedDecodable {
  /// Decodes what can be decoded of the member, which may be absent.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    wrappedValue = try Value.decodeOrStandIn(from: container, forKey: key)
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Encodes what is left.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension Lossy: KeyedEncodable where Value: Encodable {
  /// Encodes what is left as the member; nil is an omitted key.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try container.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Lossy: LossyDecodable {
  /// What stands in for the value inside.
  public static var standIn: Lossy { Lossy(wrappedValue: .standIn) }

  /// Whether the value inside may be absent or null.
  public static var isOptional: Bool { Value.isOptional }

  /// Decodes what can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    wrappedValue = try Value(lossyFrom: decoder)
  }

  /// Decodes what can be decoded of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossy {
    Lossy(wrappedValue: try Value.decodeLossy(from: container, forKey: key))
  }
}

extension Lossy: EmptyRepresentable where Value: EmptyRepresentable {
  /// The property that holds the empty value.
  public static var empty: Lossy { Lossy(wrappedValue: .empty) }

  /// Whether nothing is left.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossy: NilRepresentable, ExpressibleByNilLiteral where Value: NilRepresentable {
  /// Whether the value inside is nil.
  public var isNil: Bool { wrappedValue.isNil }

  /// Creates the property that holds nil.
  public init(nilLiteral: ()) {
    wrappedValue = nil
  }
}
