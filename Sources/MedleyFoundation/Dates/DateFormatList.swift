public import Foundation

/// A list of formats that are tried in order to read a date, and the one that writes it.
///
/// ```swift
/// enum ServerDates: DateSource {
///   static let formats = DateFormatList(
///     .iso8601, .day, .millisecondsSince1970)
/// }
/// // all dates of a JSONDecoder
/// decoder.dateDecodingStrategy = .formats(ServerDates.formats)
/// ```
///
/// The first matching format of strings reads a string, and the first matching format of numbers
/// reads a number. If no format matches, decoding throws. With a fallback, that is the date, and
/// the error is an issue in the `DecodingReport`.
public struct DateFormatList: Hashable, Sendable {
  /// The formats, in the order in which they are tried.
  public let formats: [DateFormat]

  /// The format that dates are written in.
  public let writing: DateFormat

  /// The date to use for a value in none of the formats; nil if decoding throws.
  public let fallback: Date?

  let strings: [DateFormat]
  let numbers: [DateFormat]

  /// Creates a list of formats.
  ///
  /// ```swift
  /// DateFormatList(
  ///   .iso8601, .pattern("dd.MM.yyyy"),
  ///   writing: .iso8601(fractionDigits: 3))
  /// DateFormatList(
  ///   .iso8601, .secondsSince1970, fallback: .distantPast)
  /// ```
  ///
  /// - Parameters:
  ///   - first: The format that is tried first.
  ///   - others: The formats that are tried after it, in order.
  ///   - writing: The format that dates are written in; by default, the first.
  ///   - fallback: The date to use for a value in none of the formats, which is reported. It isn't
  ///     used for absent values and null.
  public init(
    _ first: DateFormat,
    _ others: DateFormat...,
    writing: DateFormat? = nil,
    fallback: Date? = nil
  ) {
    self.init([first] + others, writing: writing ?? first, fallback: fallback)
  }

  @inline(never) init(_ formats: [DateFormat], writing: DateFormat, fallback: Date?) {
    self.formats = formats
    self.writing = writing
    self.fallback = fallback
    strings = formats.filter { !$0.isNumeric }
    numbers = formats.filter(\.isNumeric)
  }
}

// MARK: - Reading

extension DateFormatList {
  /// Returns the date that a string describes, by the first matching format.
  package func date(fromString string: String) -> Date? {
    string.withUTF8Span { date(fromUTF8: $0) }
  }

  /// Returns the date that a string in UTF-8 describes, by the first matching format.
  package func date(fromUTF8 bytes: Span<UInt8>) -> Date? {
    for format in strings {
      if let date = format.date(fromUTF8: bytes) { return date }
    }
    return nil
  }

  /// Returns the date that a number describes, by the first matching format.
  package func date(fromNumber number: Double) -> Date? {
    for format in numbers {
      if let date = format.date(fromNumber: number) { return date }
    }
    return nil
  }

  /// Whether one of the formats reads strings.
  package var readsStrings: Bool { !strings.isEmpty }

  /// Whether one of the formats reads numbers.
  package var readsNumbers: Bool { !numbers.isEmpty }
}

// MARK: - Describing

extension DateFormatList: CustomStringConvertible {
  /// A description of the formats, as in errors: `ISO 8601, yyyy-MM-dd or seconds since 1970`.
  public var description: String {
    let names = formats.map(\.description)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
