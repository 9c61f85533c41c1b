/// A value that can be decoded in part, or that something can stand in for.
///
/// The standard library's arrays, sets, dictionaries and optionals are, and so are most of Medley's
/// wrappers around them; see ``Lossy``.
///
/// ```swift
/// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
/// ```
public protocol LossyDecodable: Decodable {
  /// What stands in for a value that isn't there at all.
  static var standIn: Self { get }

  /// Whether the value may be absent or null without anything being wrong.
  static var isOptional: Bool { get }

  /// Decodes what can be decoded, and reports what can't.
  ///
  /// - Throws: `DecodingError` if the value is of another shape altogether.
  init(lossyFrom decoder: any Decoder) throws

  /// Decodes what can be decoded of a member, and reports what can't.
  ///
  /// - Throws: `DecodingError` if the value is of another shape altogether.
  static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self
}

extension LossyDecodable {
  /// Whether the value may be absent or null: no, unless the type says otherwise.
  public static var isOptional: Bool { false }

  /// Decodes what can be decoded of a member, through a decoder of its own.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    try container.decode(LossyMember<Self>.self, forKey: key).value
  }
}

/// Decodes a lossy value where a container is asked for a member.
private struct LossyMember<Value: LossyDecodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(lossyFrom: decoder)
  }
}

extension DecodingError {
  /// Whether the value at `path` is absent or null, and not wrong inside.
  func isAbsence(at valuePath: [any CodingKey]) -> Bool {
    switch self {
    case .keyNotFound, .valueNotFound: path.count <= valuePath.count
    default: false
    }
  }
}

// MARK: - Decoding what can be decoded

extension LossyDecodable {
  /// Decodes what can be decoded, or else the empty value, with an issue about why.
  static func decodeOrStandIn(from decoder: any Decoder) throws -> Self {
    do {
      return try IssueCollector.attempting(decoder.userInfo) { try Self(lossyFrom: decoder) }
    } catch {
      if try !isSilent(error, at: decoder.codingPath) {
        DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
      }
      return standIn
    }
  }

  /// Decodes what can be decoded of a member, or else the empty value, with an issue about why.
  static func decodeOrStandIn<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    do {
      guard container.contains(key) else { throw container.absence(of: key) }
      return try IssueCollector.attempting(container.userInfo) {
        try decodeLossy(from: container, forKey: key)
      }
    } catch {
      // Some decoders refuse a member before the type is asked, so the path is the member's.
      if try !isSilent(error, at: container.codingPath + [key]) {
        DecodingIssue.report(error, action: .defaulted, at: key, of: container)
      }
      return standIn
    }
  }

  /// Whether an error says only that an optional value isn't there.
  ///
  /// - Throws: The error, if it says that the program is wrong, or the document as a whole.
  private static func isSilent(_ error: any Error, at path: [any CodingKey]) throws -> Bool {
    if error.isFinal { throw error }
    return isOptional && (error as? DecodingError)?.isAbsence(at: path) == true
  }
}

extension KeyedDecodingContainer {
  /// The error for a member that isn't there.
  func absence(of key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "No value associated with key \(TypeTag.string(key.stringValue))."
      )
    )
  }
}
