public import Medley

/// A property that encodes nil as null.
///
/// ```swift
/// struct Note: Codable {
///   @NullWhenNil var due: Int?           // nil: null
///   @NullWhenNil @Lossy var rating: Int?
/// }
/// ```
///
/// Without it, `Codable` omits the key of nil. An absent or null member decodes as nil. An invalid
/// value throws.
@propertyWrapper
public struct NullWhenNil<Value: ExpressibleByNilLiteral & Codable> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// A property that omits the key of an empty collection or string.
///
/// ```swift
/// struct Note: Codable {
///   @OmittedWhenEmpty var tags: [String]  // []: no key
///   @OmittedWhenEmpty @Lossy var items: [Polymorphic<any Media>]
/// }
/// ```
///
/// Without it, `Codable` writes `[]`. An absent or null member decodes as empty. An invalid value
/// throws. In places without a key, an empty value is encoded as it is.
@propertyWrapper
public struct OmittedWhenEmpty<Value: EmptyRepresentable & Codable> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// A property that encodes an empty collection or string as null.
///
/// ```swift
/// struct Note: Codable {
///   @NullWhenEmpty var tags: [String]  // []: null
///   @NullWhenEmpty @Lossy var links: [URL]
/// }
/// ```
///
/// Without it, `Codable` writes `[]`. An absent or null member decodes as empty. An invalid value
/// throws.
@propertyWrapper
public struct NullWhenEmpty<Value: EmptyRepresentable & Codable> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension NullWhenNil: WhenEmpty {
  static var absence: Value { nil }
  var isAbsent: Bool { (wrappedValue as? any NilRepresentable)?.isNil == true }
}

extension OmittedWhenEmpty: WhenEmpty, EmptyRepresentable {
  static var writesNull: Bool { false }
}

extension NullWhenEmpty: WhenEmpty, EmptyRepresentable {}

extension NullWhenNil: Sendable where Value: Sendable {}
extension NullWhenNil: Equatable where Value: Equatable {}
extension NullWhenNil: Hashable where Value: Hashable {}
extension NullWhenNil: PartlyDecodable, LossyDecodable, LossyAbsenceDecodable
where Value: LossyDecodable {}
extension NullWhenNil: LosslessConvertible, LosslessOptional where Value: LosslessConvertible {}

extension OmittedWhenEmpty: Sendable where Value: Sendable {}
extension OmittedWhenEmpty: Equatable where Value: Equatable {}
extension OmittedWhenEmpty: Hashable where Value: Hashable {}
extension OmittedWhenEmpty: PartlyDecodable, LossyDecodable, LossyAbsenceDecodable
where Value: LossyDecodable {}
extension OmittedWhenEmpty: LosslessConvertible, LosslessOptional
where Value: LosslessConvertible {}

extension NullWhenEmpty: Sendable where Value: Sendable {}
extension NullWhenEmpty: Equatable where Value: Equatable {}
extension NullWhenEmpty: Hashable where Value: Hashable {}
extension NullWhenEmpty: PartlyDecodable, LossyDecodable, LossyAbsenceDecodable
where Value: LossyDecodable {}
extension NullWhenEmpty: LosslessConvertible, LosslessOptional where Value: LosslessConvertible {}

// MARK: - Sharing one rule

/// A property that chooses how a value that stands for an absent one, nil or empty, is encoded.
///
/// The rule holds for decoding as well: an absent or null member decodes as that value.
protocol WhenEmpty: AbsenceDecodable, Encodable, KeyedDecodable, KeyedEncodable
where Value: Encodable {
  /// Whether the value is encoded as null, and not omitted.
  static var writesNull: Bool { get }

  /// Whether the value is the one of an absent member.
  var isAbsent: Bool { get }
}

extension WhenEmpty {
  static var writesNull: Bool { true }

  /// A property with the value of an absent member.
  public static var empty: Self { Self(wrappedValue: absence) }

  /// Whether the value is the one of an absent member.
  public var isEmpty: Bool { isAbsent }

  /// Decodes the member, or nil or the empty value if it is absent or null.
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self.init(
      wrappedValue: try container.decodeMemberIfPresent(Value.self, forKey: key) ?? Self.absence
    )
  }

  /// Encodes the value, or null.
  public func encode(to encoder: any Encoder) throws {
    if Self.writesNull, isAbsent {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    } else {
      try wrappedValue.encodeStrictly(to: encoder)
    }
  }

  /// Encodes the value as the member; the rule decides for nil or an empty value.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    if !isAbsent {
      try object.encodeMember(wrappedValue, forKey: key)
    } else if Self.writesNull {
      try object.encodeNil(forKey: key)
    }
  }
}

extension WhenEmpty where Value: EmptyRepresentable {
  static var absence: Value { .empty }

  var isAbsent: Bool { wrappedValue.isEmpty }
}

extension WhenEmpty where Value: LosslessConvertible {
  var content: Value? { isAbsent ? nil : wrappedValue }
}
