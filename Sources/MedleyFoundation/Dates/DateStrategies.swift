public import Foundation

extension JSONDecoder.DateDecodingStrategy {
  /// Decodes dates in the formats of a source.
  ///
  /// ```swift
  /// decoder.dateDecodingStrategy = .formats(ServerDates.self)
  /// ```
  ///
  /// - Parameter source: The formats that are tried in order, and the fallback.
  /// - Returns: The strategy.
  public static func formats<Source: DateSource>(_ source: Source.Type) -> Self {
    .custom { try Source.decode(from: $0) }
  }

  /// Decodes dates in one of several formats.
  ///
  /// ```swift
  /// decoder.dateDecodingStrategy = .formats(
  ///   .iso8601, .day, .millisecondsSince1970)
  /// ```
  ///
  /// - Parameters:
  ///   - first: The format that is tried first.
  ///   - others: The formats that are tried after it, in order.
  ///   - fallback: The date to use for a value in none of the formats, which is reported.
  /// - Returns: The strategy.
  public static func formats(
    _ first: DateFormat,
    _ others: DateFormat...,
    fallback: Date? = nil
  ) -> Self {
    let formats = [first] + others
    return .custom { try formats.decode(from: $0, fallback: fallback) }
  }
}

extension JSONEncoder.DateEncodingStrategy {
  /// Encodes dates in a format.
  ///
  /// ```swift
  /// encoder.dateEncodingStrategy = .format(.iso8601(fractionDigits: 3))
  /// ```
  ///
  /// A date beyond the years of the format throws `EncodingError.invalidValue`.
  ///
  /// - Parameter format: The format.
  /// - Returns: The strategy.
  public static func format(_ format: DateFormat) -> Self {
    .custom { date, encoder in try format.encode(date, to: encoder) }
  }
}
