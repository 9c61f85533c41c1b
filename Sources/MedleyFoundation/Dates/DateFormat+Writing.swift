public import Foundation

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
    switch written(date) {
    case .string(let string): string
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case nil: nil
    }
  }

  /// A date in a notation: a string or a number.
  package enum Written: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
  }

  /// Returns a date in this format, or nil if the format can't express it.
  package func written(_ date: Date) -> Written? {
    switch notation {
    case .iso8601(let fractionDigits):
      ISO8601Notation.string(from: date, in: zone, fractionDigits: fractionDigits)
        .map { .string($0) }
    case .day:
      ISO8601Notation.dayString(from: date, in: zone).map { .string($0) }
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
    case .number(let number): try container.encode(number)
    case nil:
      // Not the date itself: Foundation's description of a date that isn't finite traps, so
      // printing the error would stop the program.
      let seconds = date.timeIntervalSince1970
      throw EncodingError.invalidValue(
        seconds,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            The date of \(seconds) seconds since 1970 is beyond what \(self) can state.
            """
        )
      )
    }
  }
}
