public import Foundation
import Medley
import MedleyResilience

// MARK: - Reading

extension DateFormat {
  /// Returns the date that a text describes, or nil if the text isn't in this format.
  ///
  /// ```swift
  /// DateFormat.day.date(from: "2024-02-29")  // 2024-02-29 00:00 GMT
  /// DateFormat.day.date(from: "2023-02-29")  // nil
  /// DateFormat.secondsSince1970.date(from: "1500")  // a JSON number
  /// ```
  ///
  /// - Parameter text: The whole text.
  /// - Returns: The date, or nil.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func date(from text: String) -> Date? {
    isNumeric
      ? NumberNotation.number(from: text).flatMap { date(fromNumber: $0) }
      : date(from: DateReader(text))
  }

  /// Returns the date that a text describes, or nil if it isn't in this format, or dates are numbers.
  func date(from text: DateReader) -> Date? {
    switch notation {
    case .iso8601(let fractionDigits):
      ISO8601Notation.date(from: text, in: zone, hasTime: fractionDigits != nil)
    case .pattern(let pattern): pattern.time(from: text)?.date(in: zone)
    case .number: nil
    }
  }

  /// Returns the date that a number describes, or nil.
  ///
  /// It is nil if this format reads strings, or if the number is beyond the years of the format.
  func date(fromNumber number: Double) -> Date? {
    guard case .number(let perSecond) = notation,
      CivilTime.seconds.contains(number / perSecond)
    else { return nil }
    return Date(timeIntervalSince1970: number / perSecond)
  }

  /// Whether dates are numbers in this format, and not strings.
  var isNumeric: Bool {
    if case .number = notation { true } else { false }
  }
}

// MARK: - Writing

extension DateFormat {
  /// Returns the text of a date in this format, or nil if the format can't express the date.
  ///
  /// ```swift
  /// DateFormat.iso8601.string(from: .now)  // 2024-01-02T03:04:05Z
  /// let never = Date(timeIntervalSince1970: .infinity)
  /// DateFormat.day.string(from: never)  // nil
  /// ```
  ///
  /// The text is read back as a date with the same text.
  ///
  /// - Parameter date: The date.
  /// - Returns: The text, or nil for a date beyond the years of the format.
  public func string(from date: Date) -> String? {
    written(date)?.losslessText
  }

  /// Returns a date in this format, as a string, an integer or a double, or nil if the format can't
  /// express it.
  private func written(_ date: Date) -> PayloadValue? {
    switch notation {
    case .iso8601(let fractionDigits):
      ISO8601Notation.string(from: date, in: zone, fractionDigits: fractionDigits)
        .map { .string($0) }
    case .pattern(let pattern):
      pattern.string(from: date, in: zone).map { .string($0) }
    case .number(let perSecond):
      NumberNotation.written(date, perSecond: perSecond)
    }
  }

  /// Encodes a date.
  ///
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years of the format.
  func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch written(date) {
    case .string(let string): try container.encode(string)
    case .integer(let integer): try container.encode(integer)
    case .double(let number): try container.encode(number)
    default:
      // Not the date itself: Foundation's description of a date that isn't finite traps, so
      // printing the error would stop the program.
      let seconds = date.timeIntervalSince1970
      throw EncodingError.invalid(
        seconds,
        at: encoder.codingPath,
        "The date of \(seconds) seconds since 1970 is beyond what \(self) can state."
      )
    }
  }
}
