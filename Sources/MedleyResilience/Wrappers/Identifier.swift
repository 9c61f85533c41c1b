import Medley

/// A string that identifies a value of one type; see ``TypedIdentifier``.
///
/// ```swift
/// struct Author: Codable {
///   var id: Identifier<Author>
/// }
/// ```
public typealias Identifier<Entity> = TypedIdentifier<Entity, String>

/// An identifier that belongs to one type.
///
/// The compiler refuses the identifier of one type where that of another is expected.
///
/// ```swift
/// struct Invoice: Codable {  // an integer
///   var id: TypedIdentifier<Invoice, Int>
/// }
/// struct Post: Codable {
///   var author: Identifier<Author>  // a string
///   // an object with the identifiers as keys
///   var ratings: [Identifier<Author>: Int]
/// }
/// let post = Post(author: "ada", ratings: ["grace": 5])
/// ```
///
/// It is encoded as the plain raw value, and is never an empty string.
public struct TypedIdentifier<Entity, RawValue: Codable & Hashable & Sendable>:
  RawRepresentable, Hashable, Sendable
{
  /// The identifier in the payload.
  public let rawValue: RawValue

  /// Creates an identifier, or returns nil for an empty string.
  public init?(rawValue: RawValue) {
    if Self.isEmpty(rawValue) { return nil }
    self.rawValue = rawValue
  }

  /// Whether a raw value identifies nothing.
  private static func isEmpty(_ rawValue: RawValue) -> Bool {
    (rawValue as? String)?.isEmpty == true
  }

  /// Creates an identifier, or returns nil for an empty string.
  ///
  /// ```swift
  /// let id = Identifier<Author>(textField.text)
  /// ```
  public init?(_ rawValue: RawValue) {
    self.init(rawValue: rawValue)
  }

  /// Creates an identifier from a literal.
  ///
  /// An empty one is a bug in the program and stops it.
  private init(literal: RawValue) {
    if Self.isEmpty(literal) { fatalError(Self.emptiness) }
    rawValue = literal
  }

  /// What is wrong with an empty string.
  private static var emptiness: String { "An empty string identifies no \(Entity.self)." }
}

extension TypedIdentifier: Comparable where RawValue: Comparable {
  /// Returns whether a raw value comes before another.
  public static func < (lhs: TypedIdentifier, rhs: TypedIdentifier) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension TypedIdentifier: CustomStringConvertible {
  /// The raw value.
  public var description: String { "\(rawValue)" }
}

// MARK: - Coding

extension TypedIdentifier: Codable {
  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for the empty string, and what the raw value throws.
  public init(from decoder: any Decoder) throws {
    rawValue = try RawValue.decodeStrictly(from: decoder)
    // The placeholder of a sample may be empty.
    if Self.isEmpty(rawValue), !decoder.isSample {
      throw DecodingError.invalid(at: decoder.codingPath, Self.emptiness)
    }
  }

  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension TypedIdentifier: CodingKeyRepresentable where RawValue: CodingKeyRepresentable {
  /// The raw value as a key.
  ///
  /// A dictionary with such keys is encoded as an object.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates an identifier from a key, or returns nil if the key isn't one.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension TypedIdentifier: LosslessConvertible where RawValue: LosslessConvertible {}

// MARK: - Creating from literals

extension TypedIdentifier: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  /// Creates an identifier from a character.
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    self.init(literal: RawValue(unicodeScalarLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates an identifier from a character.
  public init(
    extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType
  ) {
    self.init(literal: RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByStringLiteral
where RawValue: ExpressibleByStringLiteral {
  /// Creates an identifier from a string, which must not be empty.
  public init(stringLiteral value: RawValue.StringLiteralType) {
    self.init(literal: RawValue(stringLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByIntegerLiteral
where RawValue: ExpressibleByIntegerLiteral {
  /// Creates an identifier from an integer.
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    self.init(literal: RawValue(integerLiteral: value))
  }
}
