/// An enum with a raw type that has a case for everything it doesn't know.
///
/// ```swift
/// enum Kind: String, ForwardCompatibleEnum {
///   case movie = "MOVIE", book = "BOOK", other
///   static func unknown(_ rawValue: String) -> Kind { .other }
/// }
/// ```
///
/// Decoding never fails on a new raw value. This form loses that value, so each is an issue in the
/// ``DecodingReport``; what is encoded again is the raw value of the case. To lose nothing, use
/// ``OpenEnum`` or ``ForwardCompatibleCases``.
public protocol ForwardCompatibleEnum: RawRepresentable, Codable, CodingKeyRepresentable, Hashable
where RawValue: Codable & CodingKeyRepresentable & Hashable {
  /// The case that stands in for an unknown raw value.
  static func unknown(_ rawValue: RawValue) -> Self
}

extension ForwardCompatibleEnum {
  /// Decodes the case with the raw value, or else the one that stands in.
  ///
  /// - Throws: `DecodingError` if the value is of another kind than the raw values, or null.
  public init(from decoder: any Decoder) throws {
    let rawValue = try decoder.singleValueContainer().decode(RawValue.self)
    self =
      Self(rawValue: rawValue)
      ?? .standingIn(for: rawValue, at: decoder.codingPath, decoder.userInfo)
  }

  /// The case for an unknown raw value, which is lost: an issue.
  private static func standingIn(
    for rawValue: RawValue,
    at path: @autoclosure () -> [any CodingKey],
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> Self {
    let known = unknown(rawValue)
    guard let collector = IssueCollector.listening(userInfo()) else { return known }
    collector.count(rawValue: rawValue, of: Self.self)
    let path = path()
    let tag = TypeTag(rawValue: rawValue)
    let error = DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription: """
          The raw value \(tag.shortened) is none of \(Self.self): \(known) stands in.
          """
      )
    )
    DecodingIssue.report(error, at: path, action: .defaulted, userInfo()) {
      rawValueContent(rawValue)
    }
    return known
  }

  private static func rawValueContent(_ rawValue: RawValue) -> PayloadValue? {
    switch TypeTag(rawValue: rawValue) {
    case .string(let string): .string(string)
    case .integer(let integer): .integer(integer)
    case .boolean(let boolean): .boolean(boolean)
    case .compound: nil
    }
  }

  /// Encodes the raw value of the case.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The raw value as a key.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates the case with this key, or else the one that stands in.
  ///
  /// The path of the issue is the key alone: a key doesn't know where its dictionary is.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let rawValue = RawValue(codingKey: codingKey) else { return nil }
    self = Self(rawValue: rawValue) ?? .standingIn(for: rawValue, at: [codingKey], [:])
  }
}

// MARK: - Counting

extension TypeTag {
  /// A raw value as a string or an integer; its description if it is neither.
  init(rawValue: Any) {
    switch rawValue {
    case let string as String: self = .string(string)
    case let integer as any BinaryInteger:
      self = Int64(exactly: integer).map { .integer($0) } ?? .string("\(integer)")
    default: self = .string("\(rawValue)")
    }
  }
}

extension IssueCollector {
  /// Counts a raw value that an open enum doesn't know.
  func count(rawValue: Any, of type: any Any.Type) {
    count(TypeTag(rawValue: rawValue), of: type)
  }
}
