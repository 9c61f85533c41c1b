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
}

extension LossyDecodable {
  /// Whether the value may be absent or null: no, unless the type says otherwise.
  public static var isOptional: Bool { false }

  /// The empty value, and an issue about why.
  ///
  /// - Throws: The error, if it says that the program is wrong, or the document as a whole.
  static func standingIn(for error: any Error, at path: [any CodingKey]) throws -> Self {
    if error.isFinal { throw error }
    if !(isOptional && (error as? DecodingError)?.isAbsence == true),
      let collector = IssueCollector.current
    {
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
  /// Whether the value is absent or null, and not wrong.
  fileprivate var isAbsence: Bool {
    switch self {
    case .keyNotFound, .valueNotFound: true
    default: false
    }
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
}

extension Set: LossyDecodable where Element: Decodable {
  /// No elements.
  public static var empty: Set<Element> { [] }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    self = Set(try [Element](lossyFrom: decoder))
  }
}

extension Dictionary: LossyDecodable where Key: Decodable, Value: Decodable {
  /// No members.
  public static var empty: [Key: Value] { [:] }

  /// Decodes the members that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    // Through the decoder's own container, since no key strategy may convert the keys.
    let attempts = try decoder.singleValueContainer().decode([Key: Attempt<Value>].self)
    self = attempts.compactMapValues(\.value)
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
}
