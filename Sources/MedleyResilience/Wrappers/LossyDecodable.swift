public import Medley

/// A type that ``Lossy`` can decode in part, or replace with a placeholder.
///
/// Arrays, sets, dictionaries and optionals conform, and so do most of Medley's wrappers of them.
///
/// ```swift
/// let (posts, report) = try decoder.decodeLossy(
///   [Post].self, from: data)
/// ```
public protocol LossyDecodable: PartlyDecodable {
  /// The value to use if the whole value is absent or invalid.
  static var placeholder: Self { get }

  /// Whether the value may be absent or null without an issue.
  static var isOptional: Bool { get }

  /// Decodes the valid parts and reports the others.
  ///
  /// - Throws: `DecodingError` if the value is of another shape altogether.
  init(lossyFrom decoder: any Decoder) throws

  /// Decodes the valid parts of a member and reports the others.
  ///
  /// - Throws: `DecodingError` if the value is of another shape altogether.
  static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self
}

extension LossyDecodable {
  /// Whether the value may be absent or null: false by default.
  public static var isOptional: Bool { false }

  /// Decodes the valid parts of a member through its own decoder.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    try container.decode(LossyMember<Self>.self, forKey: key).value
  }
}

/// A value that a container decodes lossily as a member.
struct LossyMember<Value: LossyDecodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(lossyFrom: decoder)
  }
}

// MARK: - Decoding with a placeholder

extension LossyDecodable {
  /// Decodes the valid parts, or returns the placeholder with an issue.
  ///
  /// - Throws: An error that makes the whole document invalid.
  public static func decodeValidParts(from decoder: any Decoder) throws -> Self {
    do {
      return try IssueCollector.attempting(decoder.userInfo) { try Self(lossyFrom: decoder) }
    } catch {
      if decoder.isGrowing { throw error }
      if try !isSilent(error, at: decoder.codingPath) {
        DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
      }
      return placeholder
    }
  }

  /// Returns whether an error means only that an optional value is absent.
  ///
  /// - Throws: The error, if it is a mistake in the program or makes the document invalid.
  static func isSilent(_ error: any Error, at path: [any CodingKey]) throws -> Bool {
    if error.isFinal { throw error }
    guard isOptional, let error = error as? DecodingError else { return false }
    return switch error {
    // Not a value inside it.
    case .keyNotFound, .valueNotFound: error.path.count <= path.count
    default: false
    }
  }
}
