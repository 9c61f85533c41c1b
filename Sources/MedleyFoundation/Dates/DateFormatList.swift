public import Foundation

/// Formats that are tried in order to read a date, and the one that writes it.
///
/// ```swift
/// let formats = DateFormatList(.iso8601, .day, .millisecondsSince1970)
/// decoder.dateDecodingStrategy = .formats(formats)  // a JSONDecoder, for all its dates
/// enum ServerDates: DateSource {                    // any decoder, property by property
///   static let formats = DateFormatList(.iso8601, .day, .millisecondsSince1970)
/// }
/// ```
///
/// A string is read by the first format of strings that fits, and a number by the first format of
/// numbers: that one kind comes before the other makes no difference. What fits none of them is an
/// error, unless there is a fallback: then that is the date, and the error an issue in the
/// `DecodingReport`.
public struct DateFormatList: Hashable, Sendable {
  /// The formats, in the order in which they are tried.
  public let formats: [DateFormat]

  /// The format that dates are written in.
  public let writing: DateFormat

  /// What stands in for a value that fits none of the formats; nil if that is an error.
  public let fallback: Date?

  let strings: [DateFormat]
  let numbers: [DateFormat]

  /// Creates a list of formats.
  ///
  /// ```swift
  /// DateFormatList(.iso8601, .pattern("dd.MM.yyyy"), writing: .iso8601(fractionDigits: 3))
  /// DateFormatList(.iso8601, .secondsSince1970, fallback: .distantPast)
  /// ```
  ///
  /// - Parameters:
  ///   - first: The format that is tried first.
  ///   - others: Those that are tried after it, in order.
  ///   - writing: The format that dates are written in: the first, unless another is given.
  ///   - fallback: What stands in for a value that fits none of them, and is reported. An absent
  ///     value or null is an error all the same.
  public init(
    _ first: DateFormat,
    _ others: DateFormat...,
    writing: DateFormat? = nil,
    fallback: Date? = nil
  ) {
    self.init([first] + others, writing: writing ?? first, fallback: fallback)
  }

  init(_ formats: [DateFormat], writing: DateFormat, fallback: Date?) {
    self.formats = formats
    self.writing = writing
    self.fallback = fallback
    strings = formats.filter { !$0.isNumeric }
    numbers = formats.filter(\.isNumeric)
  }
}

// MARK: - Reading

extension DateFormatList {
  /// The date that a string states, by the first format that fits.
  package func date(fromString string: String) -> Date? {
    string.withUTF8Span { date(fromUTF8: $0) }
  }

  /// The date that the UTF-8 of a string states, by the first format that fits.
  package func date(fromUTF8 bytes: Span<UInt8>) -> Date? {
    for format in strings {
      if let date = format.date(fromUTF8: bytes) { return date }
    }
    return nil
  }

  /// The date that a number states, by the first format that fits.
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
  /// The formats for people, as errors name them: `ISO 8601, yyyy-MM-dd or seconds since 1970`.
  public var description: String {
    let names = formats.map(\.description)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
