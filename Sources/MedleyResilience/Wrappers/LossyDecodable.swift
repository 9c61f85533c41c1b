public import Medley
import MedleyBase

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

// MARK: - Decoding members with a placeholder

extension LossyDecodable {
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
      return try Listeners.exist && !failsWithoutIssues
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
    if container.contains(key), MedleyDecoders.cast(container, key)?.outline.isGrowing == true {
      throw error
    }
    // Some decoders throw before they call the type, so the path is that of the member.
    let path = container.codingPath + [key]
    if try !isSilent(error, at: path) {
      DecodingIssue.report(error, at: path, action: .defaulted, for: container.userInfo(at: key)) {
        container.contains(key) ? try container.decode(OriginalJSON.self, forKey: key) : nil
      }
    }
    return placeholder
  }
}

/// A type whose members remove their issues themselves if they fail.
///
/// They do so where they have a decoder, which knows its receiver. A container has to be asked for it.
protocol AttemptingDecodable: LossyDecodable {
  /// Whether they do: some only for certain types inside.
  static var removesIssues: Bool { get }
}

extension AttemptingDecodable {
  static var removesIssues: Bool { true }
}

private let attemptingTypes = TypeTest { type in
  (type as? any AttemptingDecodable.Type)?.removesIssues == true
}

extension KeyedDecodingContainer {
  /// Returns the error for an absent member.
  @usableFromInline
  func absence(of key: Key) -> DecodingError {
    let name = TypeTag.string(key.stringValue).shortened
    return .keyNotFound(key, .init(at: codingPath, "No value associated with key \(name)."))
  }
}

// MARK: - Decoding lossily in hand-written initialisers

extension KeyedDecodingContainer {
  /// Decodes the valid parts of a member and reports the others.
  ///
  /// ```swift
  /// tags = try container.decodeLossy(.tags)
  /// ```
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The same value as a ``Lossy`` property.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public func decodeLossy<Value: LossyDecodable>(_ key: Key) throws -> Value {
    try Value.decodeOrPlaceholder(from: self, forKey: key)
  }

  /// Decodes the valid parts of a member, with a default if it is absent, null or invalid.
  ///
  /// ```swift
  /// volume = try container.decodeLossy(.volume, default: 5)
  /// ```
  ///
  /// An invalid member is an issue. An absent or null one isn't.
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - defaultValue: The value to use instead.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public func decodeLossy<Value: Decodable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try Value?.decodeOrPlaceholder(from: self, forKey: key) ?? defaultValue()
  }
}

extension FieldReader {
  /// Decodes the valid parts of a field and reports the others.
  ///
  /// ```swift
  /// // [String], without elements that aren't strings
  /// tags = try fields.decodeLossy("tags")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: The same value as a ``Lossy`` property.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public mutating func decodeLossy<Value: LossyDecodable>(_ key: StaticString) throws -> Value {
    try container.decodeLossy(WireKey(FieldKey(key).string))
  }

  /// Decodes the valid parts of a field, with a default if it is absent, null or invalid.
  ///
  /// ```swift
  /// volume = try fields.decodeLossy("volume", default: 5)
  /// ```
  ///
  /// An invalid field is an issue. An absent or null one isn't.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use instead.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public mutating func decodeLossy<Value: Decodable>(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try container.decodeLossy(WireKey(FieldKey(key).string), default: defaultValue())
  }
}
