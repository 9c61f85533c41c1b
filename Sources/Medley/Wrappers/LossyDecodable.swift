/// A type that ``Lossy`` can decode in part, or replace with a placeholder.
///
/// Arrays, sets, dictionaries and optionals conform, and so do most of Medley's wrappers of them.
///
/// ```swift
/// let (posts, report) = try decoder.decodeLossy(
///   [Post].self, from: data)
/// ```
public protocol LossyDecodable: Decodable {
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
private struct LossyMember<Value: LossyDecodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(lossyFrom: decoder)
  }
}

extension DecodingError {
  /// Whether the error means that the value itself is absent or null, and not a value inside it.
  func isAbsence(at valuePath: [any CodingKey]) -> Bool {
    switch self {
    case .keyNotFound, .valueNotFound: path.count <= valuePath.count
    default: false
    }
  }
}

// MARK: - Decoding with a placeholder

extension LossyDecodable {
  /// Decodes the valid parts, or returns the placeholder with an issue.
  static func decodeOrPlaceholder(from decoder: any Decoder) throws -> Self {
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

  /// Decodes the valid parts of a member, or returns the placeholder with an issue.
  @inlinable
  static func decodeOrPlaceholder<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    do {
      guard container.contains(key) else {
        if isOptional { return placeholder }
        throw container.absence(of: key)
      }
      // Without issues to remove, an attempt isn't needed: it takes 3,000 instructions, most of them
      // to find the receiver of the container.
      return try IssueCollector.mayListen && !failsWithoutIssues
        ? attempt(from: container, forKey: key) : decodeLossy(from: container, forKey: key)
    } catch {
      return try placeholder(for: error, from: container, forKey: key)
    }
  }

  /// Whether a member that can't be decoded leaves no issues.
  @usableFromInline static var failsWithoutIssues: Bool { attemptingTypes.passes(Self.self) }

  /// Decodes the valid parts of a member, whose issues are removed if it fails.
  @usableFromInline
  static func attempt<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    try IssueCollector.attempting(container.userInfo(at: key)) {
      try decodeLossy(from: container, forKey: key)
    }
  }

  /// Returns the placeholder for a member that failed, with an issue.
  @usableFromInline
  static func placeholder<Key: CodingKey>(
    for error: any Error,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    if container.contains(key), MedleyDecoders.cast(container, key)?.isGrowing == true {
      throw error
    }
    // Some decoders throw before they call the type, so the path is that of the member.
    if try !isSilent(error, at: container.codingPath + [key]) {
      DecodingIssue.report(error, action: .defaulted, at: key, of: container)
    }
    return placeholder
  }

  /// Returns whether an error means only that an optional value is absent.
  ///
  /// - Throws: The error, if it is a mistake in the program or makes the document invalid.
  private static func isSilent(_ error: any Error, at path: [any CodingKey]) throws -> Bool {
    if error.isFinal { throw error }
    return isOptional && (error as? DecodingError)?.isAbsence(at: path) == true
  }
}

/// A type whose members remove their issues themselves if they fail.
///
/// They do so where they have a decoder, which knows its receiver. A container has to be asked for it.
protocol AttemptingDecodable: LossyDecodable {
  static var removesIssues: Bool { get }
}

private let attemptingTypes = TypeTest { type in
  (type as? any AttemptingDecodable.Type)?.removesIssues == true
}

extension KeyedDecodingContainer {
  /// Returns the error for an absent member.
  @usableFromInline
  func absence(of key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: """
          No value associated with key \(TypeTag.string(key.stringValue).shortened).
          """
      )
    )
  }
}
