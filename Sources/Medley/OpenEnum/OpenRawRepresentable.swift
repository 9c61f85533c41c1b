/// A type whose values are the cases of an enum, or unknown raw values.
///
/// ``OpenEnum`` is such a type. You can also conform an open enum of your own, so that code that
/// uses it doesn't change. `Codable` is implemented, and a report counts its unknown raw values:
///
/// ```swift
/// public enum Openable<Known: RawRepresentable>:
///   OpenRawRepresentable
/// {
///   case some(Known)
///   case other(Known.RawValue)
///
///   public init(rawValue: Known.RawValue) {
///     self = Known(rawValue: rawValue).map { .some($0) }
///       ?? .other(rawValue)
///   }
///
///   public var rawValue: Known.RawValue {
///     switch self {
///     case .some(let known): known.rawValue
///     case .other(let rawValue): rawValue
///     }
///   }
/// }
///
/// extension Openable: Codable where Known.RawValue: Codable {}
/// ```
///
/// It also serves generic code over open enums.
public protocol OpenRawRepresentable<Known>: RawRepresentable {
  /// The enum.
  associatedtype Known: RawRepresentable where Known.RawValue == RawValue
}

extension OpenEnum: OpenRawRepresentable {}

extension OpenRawRepresentable {
  /// The case, or nil for an unknown raw value.
  ///
  /// ```swift
  /// listing.genre.known  // .drama, or nil
  /// ```
  public var known: Known? { Known(rawValue: rawValue) }
}

// MARK: - Coding

extension OpenRawRepresentable where RawValue: Decodable {
  /// Decodes the raw value, which may be unknown.
  ///
  /// - Throws: `DecodingError` if the value is of another kind than the raw values, or null, or if
  ///   the type refuses the raw value.
  public init(from decoder: any Decoder) throws {
    let rawValue = try decoder.singleValueContainer().decode(RawValue.self)
    guard let value = Self(rawValue: rawValue) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(Self.self) can't have the raw value \(rawValue)."
        )
      )
    }
    self = value
    if known == nil {
      IssueCollector.listening(decoder.userInfo)?.count(rawValue: rawValue, of: Known.self)
    }
  }
}

extension OpenRawRepresentable where RawValue: Encodable {
  /// Encodes the raw value, known or not.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
