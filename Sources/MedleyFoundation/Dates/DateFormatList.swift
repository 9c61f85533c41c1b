import Foundation

/// A list of formats that are tried in order to read a date.
///
/// The first matching format of strings reads a string, and the first matching format of numbers
/// reads a number. If no format matches, decoding throws. With a fallback, that is the date, and
/// the error is an issue in the `DecodingReport`.
struct DateFormatList: Sendable {
  let formats: [DateFormat]
  let fallback: Date?
}

// MARK: - Reading

extension DateFormatList {
  /// Returns the date that a string describes, by the first matching format.
  func date(fromString string: String) -> Date? {
    let text = DateReader(string)
    for format in formats {
      if let date = format.date(from: text) { return date }
    }
    return nil
  }

  /// Returns the date that a number describes, by the first matching format.
  func date(fromNumber number: Double) -> Date? {
    for format in formats {
      if let date = format.date(fromNumber: number) { return date }
    }
    return nil
  }

  /// Whether one of the formats reads strings.
  var readsStrings: Bool { !formats.allSatisfy(\.isNumeric) }

  /// Whether one of the formats reads numbers.
  var readsNumbers: Bool { formats.contains(where: \.isNumeric) }
}

// MARK: - Describing

extension DateFormatList: CustomStringConvertible {
  /// A description of the formats, as in errors: `ISO 8601, yyyy-MM-dd or seconds since 1970`.
  var description: String {
    let names = formats.map(\.description)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
