/// A value of a ``FormattedDate``: a date, or an optional, array or dictionary of dates.
///
/// ```swift
/// struct Post: Codable {
///   @ISO8601Date var edited: Date?
///   @ISO8601Date var seen: [String: [Date]]
/// }
/// ```
///
/// The wrapper calls its requirements; apps don't need to.
public protocol DateValue: Hashable {
  /// Decodes dates in the formats of a source.
  ///
  /// - Parameters:
  ///   - source: The formats.
  ///   - decoder: The decoder of the value.
  ///   - lossily: Whether elements that aren't dates are dropped and reported.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the value is in none of the formats, or of another kind.
  static func decodeDates<Source: DateSource>(
    as source: Source.Type,
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Self

  /// Decodes the dates of a member, which may be absent if it is optional.
  ///
  /// - Parameters:
  ///   - source: The formats.
  ///   - container: The container of the member.
  ///   - key: The key of the member.
  ///   - lossily: Whether elements that aren't dates are dropped and reported.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the value is in none of the formats, of another kind, or absent.
  static func decodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Self

  /// Encodes the dates in the writing format of a source.
  ///
  /// - Parameters:
  ///   - source: The formats.
  ///   - encoder: The encoder of the value.
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years of the format.
  func encodeDates<Source: DateSource>(as source: Source.Type, to encoder: any Encoder) throws

  /// Encodes the dates as a member, or leaves the member out.
  ///
  /// - Parameters:
  ///   - source: The formats.
  ///   - container: The container of the member.
  ///   - key: The key of the member.
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years of the format.
  func encodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws
}
