import Medley

/// A type whose values have an identifier.
///
/// ```swift
/// struct Author: Codable, IdentifierEntity {  // a string
///   var id: Identifier<Author>
/// }
/// struct Invoice: Codable, IdentifierEntity {  // an integer
///   typealias RawIdentifier = Int
///   var id: Identifier<Invoice>
/// }
/// ```
public protocol IdentifierEntity {
  /// The type of an identifier in the payload: by default, a string.
  associatedtype RawIdentifier: Codable & Hashable & Sendable = String
}

/// An identifier that belongs to one type.
///
/// The compiler refuses the identifier of one type where that of another is expected.
///
/// ```swift
/// struct Post: Codable {
///   var author: Identifier<Author>
///   // an object with the identifiers as keys
///   var ratings: [Identifier<Author>: Int]
/// }
/// let post = Post(author: "ada", ratings: ["grace": 5])
/// ```
///
/// It is encoded as the plain raw value, and is never an empty string.
public struct Identifier<Entity: IdentifierEntity>: RawRepresentable, Hashable, Sendable {
  /// The identifier in the payload.
  public let rawValue: Entity.RawIdentifier

  /// Creates an identifier, or returns nil for an empty string.
  public init?(rawValue: Entity.RawIdentifier) {
    if (rawValue as? String)?.isEmpty == true { return nil }
    self.rawValue = rawValue
  }

  /// Creates an identifier, or returns nil for an empty string.
  ///
  /// ```swift
  /// let id = Identifier<Author>(textField.text)
  /// ```
  public init?(_ rawValue: Entity.RawIdentifier) {
    self.init(rawValue: rawValue)
  }

  /// Creates a placeholder for a sample, which may be empty.
  private init(sample rawValue: Entity.RawIdentifier) {
    self.rawValue = rawValue
  }

  /// Creates an identifier from a literal.
  ///
  /// An empty one is a bug in the program and stops it.
  private init(literal: Entity.RawIdentifier) {
    guard let identifier = Identifier(rawValue: literal) else {
      fatalError("An empty string identifies no \(Entity.self).")
    }
    self = identifier
  }
}

extension Identifier: Comparable where Entity.RawIdentifier: Comparable {
  /// Returns whether a raw value comes before another.
  public static func < (lhs: Identifier, rhs: Identifier) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Identifier: CustomStringConvertible {
  /// The raw value.
  public var description: String { "\(rawValue)" }
}

// MARK: - Coding

extension Identifier: Codable {
  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for the empty string, and what the raw value throws.
  public init(from decoder: any Decoder) throws {
    let rawValue = try Entity.RawIdentifier.decodeStrictly(from: decoder)
    if decoder.isSample {
      self.init(sample: rawValue)
      return
    }
    guard let identifier = Identifier(rawValue: rawValue) else {
      throw DecodingError.invalid(
        at: decoder.codingPath,
        "An empty string identifies no \(Entity.self)."
      )
    }
    self = identifier
  }

  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension Identifier: CodingKeyRepresentable where Entity.RawIdentifier: CodingKeyRepresentable {
  /// The raw value as a key.
  ///
  /// A dictionary with such keys is encoded as an object.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates an identifier from a key, or returns nil if the key isn't one.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let rawValue = Entity.RawIdentifier(codingKey: codingKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Identifier: LosslessConvertible where Entity.RawIdentifier: LosslessConvertible {}

// MARK: - Creating from literals

extension Identifier: ExpressibleByUnicodeScalarLiteral
where Entity.RawIdentifier: ExpressibleByUnicodeScalarLiteral {
  /// Creates an identifier from a character.
  public init(unicodeScalarLiteral value: Entity.RawIdentifier.UnicodeScalarLiteralType) {
    self.init(literal: Entity.RawIdentifier(unicodeScalarLiteral: value))
  }
}

extension Identifier: ExpressibleByExtendedGraphemeClusterLiteral
where Entity.RawIdentifier: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates an identifier from a character.
  public init(
    extendedGraphemeClusterLiteral value: Entity.RawIdentifier.ExtendedGraphemeClusterLiteralType
  ) {
    self.init(literal: Entity.RawIdentifier(extendedGraphemeClusterLiteral: value))
  }
}

extension Identifier: ExpressibleByStringLiteral
where Entity.RawIdentifier: ExpressibleByStringLiteral {
  /// Creates an identifier from a string, which must not be empty.
  public init(stringLiteral value: Entity.RawIdentifier.StringLiteralType) {
    self.init(literal: Entity.RawIdentifier(stringLiteral: value))
  }
}

extension Identifier: ExpressibleByIntegerLiteral
where Entity.RawIdentifier: ExpressibleByIntegerLiteral {
  /// Creates an identifier from an integer.
  public init(integerLiteral value: Entity.RawIdentifier.IntegerLiteralType) {
    self.init(literal: Entity.RawIdentifier(integerLiteral: value))
  }
}
