import Medley
import MedleyBase

/// An enum with a raw type and a catch-all case for unknown raw values.
///
/// ```swift
/// enum Kind: String, ForwardCompatibleEnum {
///   case movie = "MOVIE", book = "BOOK", other
///   static func unknown(_ rawValue: String) -> Kind { .other }
/// }
/// ```
///
/// A new raw value decodes as the catch-all case. It is lost, so each one is an issue in the
/// `DecodingReport`, and encoding writes the raw value of the case. To keep new raw values, use
/// ``OpenEnum`` or ``ForwardCompatibleCases``. If the enum implements `rawValue` and keeps the new raw
/// value in a case `unknown(String)`, nothing is lost, and there is no issue.
///
/// It is the form of ``ForwardCompatibleCases`` whose values are listed by its raw type.
public protocol ForwardCompatibleEnum: RawRepresentable, ForwardCompatibleCases
where WireValue == RawValue {}

extension ForwardCompatibleEnum {
  /// None: the raw type lists them.
  public static var wireValues: KeyValuePairs<RawValue, Self> { [:] }

  /// The raw value.
  public var wireValue: RawValue? { rawValue }

  /// The raw value, if it is unknown.
  public var unknownWireValue: RawValue? { Self(rawValue: rawValue) == nil ? rawValue : nil }

  /// Creates the case with a raw value, or the case for unknown raw values.
  public init(wireValue: RawValue) {
    self = Self(rawValue: wireValue) ?? .unknown(wireValue)
  }

  /// Decodes the case with the raw value, or the case for unknown raw values.
  ///
  /// - Throws: `DecodingError` if the value is of another kind than the raw values, or null.
  public static func decodeCase(from decoder: any Decoder) throws -> Self {
    let rawValue = try decoder.singleValueContainer().decode(RawValue.self)
    return reporting(rawValue, at: decoder.codingPath, decoder.userInfo)
  }

  /// Returns the case for a raw value, and reports an unknown one as an issue.
  private static func reporting(
    _ rawValue: RawValue,
    at path: @autoclosure () -> [any CodingKey],
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> Self {
    if let known = Self(rawValue: rawValue) { return known }
    let known = unknown(rawValue)
    guard let collector = IssueCollector.listening(userInfo()) else { return known }
    let tag = TypeTag(rawValue: rawValue)
    collector.count(tag, of: Self.self)
    if known.rawValue != rawValue {
      tag.reportDefault(known, of: Self.self, at: path(), userInfo())
    }
    return known
  }
}

// MARK: - Coding as a key

extension ForwardCompatibleEnum {
  /// The raw value as a key.
  public var codingKey: any CodingKey { WireKey(rawValue: rawValue) }

  /// Creates the case with this key, or the case for unknown raw values.
  ///
  /// The path of the issue is the key alone, because a key doesn't know its dictionary.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(wireKey: codingKey) }

  fileprivate init?(wireKey: some CodingKey) {
    guard let rawValue = WireKey(wireKey).rawValue(as: RawValue.self) else { return nil }
    self = .reporting(rawValue, at: [wireKey], [:])
  }
}

// These outrank the standard library's defaults for enums that are also `CodingKeyRepresentable`.

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension ForwardCompatibleEnum where Self: CodingKeyRepresentable, RawValue == String {
  /// The raw value as a key.
  public var codingKey: any CodingKey { WireKey(rawValue: rawValue) }

  /// Creates the case with this key, or the case for unknown raw values.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(wireKey: codingKey) }
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension ForwardCompatibleEnum where Self: CodingKeyRepresentable, RawValue == Int {
  /// The raw value as a key.
  public var codingKey: any CodingKey { WireKey(rawValue: rawValue) }

  /// Creates the case with this key, or the case for unknown raw values.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(wireKey: codingKey) }
}

// MARK: - Counting

extension TypeTag {
  /// Creates a tag from a raw value, or from its description if it isn't a string or an integer.
  init(rawValue: Any) {
    switch rawValue {
    case let string as String: self = .string(string)
    case let integer as any BinaryInteger:
      let text = "\(integer)"
      self = WholeNumber(text[...])?.integer().map { .integer($0) } ?? .string(text)
    default: self = .string("\(rawValue)")
    }
  }

  /// Reports a raw value that a case replaces.
  ///
  /// It isn't generic, because a generic function of its size takes twice the space.
  fileprivate func reportDefault(
    _ known: Any,
    of type: any Any.Type,
    at path: [any CodingKey],
    _ userInfo: [CodingUserInfoKey: Any]
  ) {
    let error = DecodingError.invalid(
      at: path,
      "The raw value \(shortened) isn't a case of \(type); \(known) is used instead."
    )
    DecodingIssue.report(error, at: path, action: .defaulted, for: userInfo) {
      // No raw value is another tag.
      if case .integer(let integer) = self { return .value(.integer(integer)) }
      return keyText.map { .value(.string($0)) }
    }
  }
}
