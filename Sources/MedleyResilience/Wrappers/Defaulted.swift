public import Medley

/// A property with a default for an absent or null value.
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
/// An invalid value throws. To use the default for invalid values as well, add ``Lossy``, which
/// reports them:
///
/// ```swift
/// // "many": 0, and an issue
/// @Lossy @Defaulted<Defaults.Zero> var views: Int
/// // absent: []; [1, "a"]: ["a"], and an issue
/// @Defaulted<Defaults.Empty> @Lossy var tags: [String]
/// ```
///
/// A default is encoded like any other value.
@propertyWrapper
public struct Defaulted<Source: DefaultSource> {
  /// The value.
  public var wrappedValue: Source.Value

  /// Creates a property with a value.
  @inlinable
  public init(wrappedValue: Source.Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Defaulted: Sendable where Source.Value: Sendable {}
extension Defaulted: Equatable where Source.Value: Equatable {}
extension Defaulted: Hashable where Source.Value: Hashable {}

// MARK: - Coding

extension Defaulted: Decodable, AbsenceDecodable, KeyedDecodable {
  static var absence: Source.Value { Source.defaultValue }

  /// Decodes the member, or the default if it is absent or null.
  ///
  /// - Throws: What the value throws if it is invalid.
  @inlinable
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self.init(
      wrappedValue: try container.decodeMemberIfPresent(Source.Value.self, forKey: key)
        ?? Source.defaultValue
    )
  }
}

extension Defaulted: Encodable, KeyedEncodable where Source.Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encodeStrictly(to: encoder)
  }

  /// Encodes the value as the member, as the wrappers inside encode it.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    try object.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Defaulted: LossyDecodable, LossyAbsenceDecodable {}

extension Defaulted: LosslessConvertible, LosslessOptional
where Source.Value: LosslessConvertible {
  var content: Source.Value? { wrappedValue }
}

extension Defaulted: EmptyRepresentable where Source.Value: EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: Defaulted { Defaulted(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

/// A type with the default of a ``Defaulted`` property.
///
/// ```swift
/// enum Anonymous: DefaultSource {
///   static let defaultValue = "anonymous"
/// }
///
/// struct Post: Codable {
///   @Defaulted<Anonymous> var author: String
/// }
/// ```
///
/// A type can be the source of its own default. That of an enum with a list of its cases is the
/// first one, unless it says another:
///
/// ```swift
/// enum Theme: String, Codable, CaseIterable, DefaultSource {
///   case light, dark
/// }
/// // absent: .light
/// @Defaulted<Theme> var theme: Theme
/// ```
public protocol DefaultSource {
  /// The type of the property.
  associatedtype Value: Decodable

  /// The value to use if a value is absent or null.
  static var defaultValue: Value { get }
}

extension DefaultSource where Self: CaseIterable & Decodable {
  /// The first case.
  ///
  /// An enum without cases is a bug in the program and stops it.
  public static var defaultValue: Self {
    guard let first = allCases.first else {
      fatalError("\(Self.self) has no cases, so none can be the default.")
    }
    return first
  }
}

/// A namespace of common defaults.
///
/// ```swift
/// @Defaulted<Defaults.Empty> var tags: [String]
/// @Defaulted<Defaults.Zero> var views: Int
/// @Defaulted<Defaults.False> var liked: Bool
/// ```
///
/// They also work on properties with further wrappers:
///
/// ```swift
/// @Defaulted<Defaults.Zero> @Lossless var views: Int
/// @Defaulted<Defaults.False> @LenientBool var hidden: Bool
/// ```
public enum Defaults {
  /// The empty collection or string.
  ///
  /// ```swift
  /// @Defaulted<Defaults.Empty> var tags: Set<String>
  /// @Defaulted<Defaults.Empty> var subtitle: String
  /// ```
  public enum Empty<Value: EmptyRepresentable & Decodable>: DefaultSource {
    /// The empty value.
    @inlinable public static var defaultValue: Value { .empty }
  }

  /// False.
  ///
  /// ```swift
  /// @Defaulted<Defaults.False> var liked: Bool
  /// ```
  public enum False<Value: ExpressibleByBooleanLiteral & Decodable>: DefaultSource {
    /// False.
    @inlinable public static var defaultValue: Value { false }
  }

  /// Zero.
  ///
  /// ```swift
  /// @Defaulted<Defaults.Zero> var views: Int
  /// ```
  public enum Zero<Value: ExpressibleByIntegerLiteral & Decodable>: DefaultSource {
    /// Zero.
    @inlinable public static var defaultValue: Value { 0 }
  }
}

/// A property with a value that stands for an absent or null one.
protocol AbsenceDecodable: Decodable {
  associatedtype Value: Decodable

  /// The value of an absent or null member.
  static var absence: Value { get }

  var wrappedValue: Value { get }

  init(wrappedValue: Value)
}

extension AbsenceDecodable {
  /// Decodes the value, or the one that stands for null.
  ///
  /// - Throws: What the value throws if it is invalid.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    self.init(wrappedValue: isNull ? Self.absence : try Value.decodeStrictly(from: decoder))
  }
}

// MARK: - Decoding lossily

protocol LossyAbsenceDecodable: AbsenceDecodable, LossyDecodable {}

extension LossyAbsenceDecodable {
  /// A property with the value that stands for an absent one.
  public static var placeholder: Self { Self(wrappedValue: absence) }

  /// True: the value may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the valid parts, or the value that stands for null.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self.init(wrappedValue: isNull ? Self.absence : try Attempt<Value>.decode(from: decoder))
  }

  /// Decodes the valid parts of a member, or the value that stands for null.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    Self(wrappedValue: try Value?.decodeLossy(from: container, forKey: key) ?? absence)
  }
}

// MARK: - Converting without loss

extension AbsenceDecodable where Value: LosslessConvertible {
  init(content: Value?) {
    self.init(wrappedValue: content ?? Self.absence)
  }
}
