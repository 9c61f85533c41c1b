/// A collection, or an optional, that can be decoded in part.
///
/// The standard library's arrays, sets, dictionaries and optionals are; see ``Lossy``.
///
/// ```swift
/// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
/// ```
public protocol LossyDecodable: Decodable {
  /// What stands in for a value that isn't there at all.
  static var empty: Self { get }

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

  /// The empty value, and an issue about why.
  ///
  /// - Throws: The error, if it says that the program is wrong, or the document as a whole.
  static func standingIn(for error: any Error, at path: [any CodingKey]) throws -> Self {
    if error.isFinal { throw error }
    let isAbsent = isOptional && (error as? DecodingError)?.isAbsence(at: path) == true
    if !isAbsent, let collector = IssueCollector.current {
      collector.record(
        DecodingIssue(
          error: error.asDecodingError(at: path),
          recoveredPath: path,
          action: .defaulted
        )
      )
    }
    return empty
  }
}

extension DecodingError {
  /// Whether the value at `path` is absent or null, and not wrong inside.
  fileprivate func isAbsence(at valuePath: [any CodingKey]) -> Bool {
    switch self {
    case .keyNotFound, .valueNotFound: path.count <= valuePath.count
    default: false
    }
  }
}

/// Decodes a lossy value where a container is asked for a member.
private struct LossyMember<Value: LossyDecodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(lossyFrom: decoder)
  }
}

// MARK: - Collections

extension Array: LossyDecodable where Element: Decodable {
  /// No elements.
  public static var empty: [Element] { [] }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    self = try [Attempt<Element>](from: decoder).compactMap(\.value)
  }

  /// Decodes the elements of a member that can be decoded.
  ///
  /// As an array that the container decodes itself: XML knows arrays by nothing else.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> [Element] {
    try container.decode([Attempt<Element>].self, forKey: key).compactMap(\.value)
  }
}

extension Set: LossyDecodable where Element: Decodable {
  /// No elements.
  public static var empty: Set<Element> { [] }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    self = Set(try [Element](lossyFrom: decoder))
  }

  /// Decodes the elements of a member that can be decoded.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Set<Element> {
    Set(try [Element].decodeLossy(from: container, forKey: key))
  }
}

extension Dictionary: LossyDecodable where Key: Decodable, Value: Decodable {
  /// No members.
  public static var empty: [Key: Value] { [:] }

  /// Decodes the members that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    // Where there are key strategies, the decoder itself must know that this is a dictionary.
    let attempts =
      DecoderTraits(decoder) == .strict
      ? try decoder.singleValueContainer().decode([Key: Attempt<Value>].self)
      : try [Key: Attempt<Value>](from: decoder)
    self = attempts.compactMapValues(\.value)
  }

  /// Decodes the members of a member that can be decoded.
  public static func decodeLossy<MemberKey: CodingKey>(
    from container: KeyedDecodingContainer<MemberKey>,
    forKey key: MemberKey
  ) throws -> [Key: Value] {
    try container.decode([Key: Attempt<Value>].self, forKey: key).compactMapValues(\.value)
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// Nil.
  public static var empty: Wrapped? { nil }

  /// An optional may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the value if it can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? nil : try Attempt<Wrapped>.decode(from: decoder)
  }

  /// Decodes a member if it can be decoded.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Wrapped? {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Wrapped? {
      try Inner.decodeLossy(from: container, forKey: key) as? Wrapped
    }
    if try container.decodeNil(forKey: key) { return nil }
    if let type = Wrapped.self as? any LossyDecodable.Type { return try lossy(type) }
    return try container.decode(Wrapped.self, forKey: key)
  }
}
