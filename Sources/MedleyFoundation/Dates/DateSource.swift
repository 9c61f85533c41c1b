public import Foundation

/// A type with the date formats of a server, for property wrappers and decoders.
///
/// ```swift
/// enum ServerDates: DateSource {
///   static let formats: [DateFormat] = [
///     .iso8601, .day, .millisecondsSince1970,
///   ]
/// }
/// typealias ServerDate<Value: DateValue> =
///   FormattedDate<ServerDates, Value>
/// // all dates of a JSONDecoder
/// decoder.dateDecodingStrategy = .formats(ServerDates.self)
/// ```
///
/// The first matching format of strings reads a string, and the first matching format of numbers
/// reads a number. If no format matches, decoding throws. With a fallback, that is the date, and
/// the error is an issue in the `DecodingReport`.
public protocol DateSource: SendableMetatype {
  /// The formats, in the order in which they are tried.
  static var formats: [DateFormat] { get }

  /// The format that dates are written in; by default, the first.
  static var writing: DateFormat { get }

  /// The date to use for a value in none of the formats; nil, the default, if decoding throws.
  ///
  /// It isn't used for absent values and null.
  static var fallback: Date? { get }
}

extension DateSource {
  /// The first format.
  public static var writing: DateFormat { formats.first ?? .iso8601 }

  /// Nil: a value in none of the formats throws.
  public static var fallback: Date? { nil }
}

// MARK: - Coding

extension DateSource {
  /// Decodes a date in one of the formats.
  ///
  /// ```swift
  /// init(from decoder: any Decoder) throws {
  ///   date = try ServerDates.decode(from: decoder)
  /// }
  /// ```
  ///
  /// If the encoded format has dates of its own, as property lists do, it reads these as well.
  ///
  /// - Parameter decoder: The decoder of the string or the number.
  /// - Returns: The date, or the fallback.
  /// - Throws: Without a fallback, `DecodingError.dataCorrupted` for a value in none of the
  ///   formats, and `typeMismatch` for a value of another kind. For null, always `valueNotFound`.
  public static func decode(from decoder: any Decoder) throws -> Date {
    try formats.decode(from: decoder, fallback: fallback)
  }

  /// Encodes a date in the format for writing.
  ///
  /// ```swift
  /// func encode(to encoder: any Encoder) throws {
  ///   try ServerDates.encode(date, to: encoder)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - encoder: The encoder, which gets a string or a number.
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years of the format.
  public static func encode(_ date: Date, to encoder: any Encoder) throws {
    try writing.encode(date, to: encoder)
  }
}

// MARK: - Sources with one format

extension DateFormat {
  /// Dates and times as in ISO 8601, without a fraction when they are written; see ``ISO8601Date``.
  public enum ISO8601Source: DateSource {
    /// ISO 8601.
    public static let formats: [DateFormat] = [.iso8601]
  }

  /// Days as in ISO 8601, which begin in GMT; see ``DayDate``.
  public enum DaySource: DateSource {
    /// The day.
    public static let formats: [DateFormat] = [.day]
  }

  /// Seconds since 1970, with a fraction if there is one; see ``SecondsDate``.
  public enum SecondsSource: DateSource {
    /// Seconds.
    public static let formats: [DateFormat] = [.secondsSince1970]
  }

  /// Milliseconds since 1970, with a fraction if there is one; see ``MillisecondsDate``.
  public enum MillisecondsSource: DateSource {
    /// Milliseconds.
    public static let formats: [DateFormat] = [.millisecondsSince1970]
  }
}
