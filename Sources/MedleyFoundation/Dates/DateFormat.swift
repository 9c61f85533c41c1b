public import Foundation
import Medley

/// A format that reads a date from a string or a number and writes it.
///
/// ```swift
/// DateFormat.iso8601.date(from: "2024-01-02T03:04:05.678+01:00")
/// DateFormat.day.string(from: .now)  // 2024-01-02
/// let german = try DateFormat(
///   pattern: "dd.MM.yyyy HH:mm", timeZone: berlin)
/// ```
///
/// The calendar is Gregorian, names are English, and the time zone is GMT unless you pass another.
/// The locale, calendar and time zone of the device have no influence. An invalid date isn't read:
/// a 30 February, an hour 24, or extra text.
///
/// Use a ``DateSource`` to try several formats in order.
public struct DateFormat: Hashable, Sendable {
  enum Notation: Hashable, Sendable {
    // The first, which the compiler stores as it is. The number of any other case would be in the
    // unused bits of the pointer to the elements: LeakSanitizer doesn't know that for a pointer,
    // and took every pattern in a global for a leak.
    case pattern(DatePattern)
    /// The day and the time, with the digits that its fraction is written with; nil for the day alone.
    case iso8601(fractionDigits: Int?)
    case number(perSecond: Double)
  }

  let notation: Notation
  let zone: DateZone

  init(_ notation: Notation, zone: DateZone = .gmt) {
    self.notation = notation
    self.zone = zone
  }
}

// MARK: - Standard notations

extension DateFormat {
  /// A date and time as in ISO 8601 and RFC 3339, in GMT: `2024-01-02T03:04:05Z`.
  ///
  /// ```swift
  /// DateFormat.iso8601.date(from: "2024-01-02 03:04:05.6789+0530")
  /// ```
  ///
  /// It reads `T`, `t` or a space before the time. The seconds, a fraction of any length, and the
  /// zone (`Z`, `+01:00`, `+0100` or `+01`) are optional. A year beyond 9999 or before 0 has a sign
  /// and six digits, as in ECMAScript: `+012024-01-02T03:04:05Z`. The leap second of RFC 3339 §5.6,
  /// a second 60 at the end of a day of UTC, is the first second of the next day.
  public static let iso8601 = DateFormat(.iso8601(fractionDigits: 0))

  /// A date and time as in ISO 8601, with a fraction or in a time zone.
  ///
  /// ```swift
  /// DateFormat.iso8601(fractionDigits: 3).string(from: .now)
  /// // 2024-01-02T03:04:05.678Z
  /// DateFormat.iso8601(timeZone: berlin).string(from: .now)
  /// // 2024-01-02T04:04:05+01:00
  /// ```
  ///
  /// It reads the same texts as ``iso8601``. The parameters apply to writing, and to texts without
  /// a zone.
  ///
  /// - Parameters:
  ///   - fractionDigits: The number of digits of the fraction to write, from 0 to 9. The last one
  ///     is rounded.
  ///   - timeZone: The zone of texts without one, and of the texts that are written. It is GMT by
  ///     default.
  /// - Returns: The format.
  public static func iso8601(fractionDigits: Int = 0, timeZone: TimeZone? = nil) -> DateFormat {
    DateFormat(
      .iso8601(fractionDigits: min(max(fractionDigits, 0), 9)),
      zone: timeZone.map { DateZone($0) } ?? .gmt
    )
  }

  /// A day as in ISO 8601, `2024-01-02`, as the instant at which it begins in GMT.
  ///
  /// ```swift
  /// DateFormat.day.date(from: "2024-02-29")
  /// ```
  public static let day = DateFormat(.iso8601(fractionDigits: nil))

  /// A day as in ISO 8601, `2024-01-02`, as the instant at which it begins in a time zone.
  ///
  /// ```swift
  /// DateFormat.day(timeZone: berlin).date(from: "2024-01-02")
  /// // 2024-01-01 23:00 GMT
  /// ```
  ///
  /// - Parameter timeZone: The zone of the day.
  /// - Returns: The format.
  public static func day(timeZone: TimeZone) -> DateFormat {
    DateFormat(.iso8601(fractionDigits: nil), zone: DateZone(timeZone))
  }

  /// The seconds since 1970 in GMT, as a number: `1704164645` or `1704164645.678`.
  ///
  /// ```swift
  /// // reads strings and numbers
  /// decoder.dateDecodingStrategy = .formats(
  ///   .iso8601, .secondsSince1970)
  /// ```
  ///
  /// It writes microseconds, or milliseconds for dates before 1866 and after 2105, and no fraction
  /// for whole seconds. Numbers beyond the years -999999 to 999999 aren't dates.
  public static let secondsSince1970 = DateFormat(.number(perSecond: 1))

  /// The milliseconds since 1970 in GMT, as a number: `1704164645678`.
  ///
  /// ```swift
  /// // reads strings and numbers
  /// decoder.dateDecodingStrategy = .formats(
  ///   .iso8601, .millisecondsSince1970)
  /// ```
  ///
  /// It writes microseconds as a fraction for dates from 1866 to 2105, and no fraction for whole
  /// milliseconds. Numbers beyond the years -999999 to 999999 aren't dates.
  public static let millisecondsSince1970 = DateFormat(.number(perSecond: 1000))
}

// MARK: - Patterns

extension DateFormat {
  /// Creates a format from a pattern of Unicode date field symbols (UTS #35, part 4).
  ///
  /// ```swift
  /// let german = try DateFormat(
  ///   pattern: "dd.MM.yyyy 'um' HH:mm", timeZone: berlin)
  /// ```
  ///
  /// | symbols | stand for |
  /// |---|---|
  /// | `yyyy`, `y` | the year, of four digits or of one to six |
  /// | `yy` | the year of two digits: 69 to 99 is 1969 to 1999, 00 to 68 is 2000 to 2068 |
  /// | `MM`, `M`, `MMM`, `MMMM` | the month: `01`, `1`, `Jan`, `January`; also with `L` |
  /// | `dd`, `d`; `DDD`, `D` | the day of the month; of the year |
  /// | `EEE`, `EEEE` | the day of the week, which must be that of the date: `Tue`, `Tuesday` |
  /// | `HH`, `H`; `kk`, `k` | the hour from 0 to 23; from 1 to 24 |
  /// | `hh`, `h`; `KK`, `K` | with `a`, the hour from 1 to 12; from 0 to 11 |
  /// | `a` | `AM` or `PM` |
  /// | `mm`, `m`; `ss`, `s` | the minute; the second |
  /// | `S` to `SSSSSSSSS` | that many digits of the fraction of the second |
  /// | `Z`, `XX`, `xx` | the offset from GMT: `+0130`; `XX` writes `Z` for GMT |
  /// | `ZZZZZ`, `XXX`, `xxx` | `+01:30`; `ZZZZZ` and `XXX` write `Z` for GMT |
  /// | `X`, `x` | `+01` or `+0130`; `X` writes `Z` for GMT |
  /// | `ZZZZ`, `z` | `GMT` or `GMT+01:30`; only `GMT` |
  /// | `'T'`, `''` | `T`, a quotation mark; other characters stand for themselves |
  ///
  /// Two letters stand for two digits, one letter for any number of them. Every form of an offset
  /// is read, and so are `GMT` and `UTC`. Names are read in any case. A part that the pattern
  /// doesn't contain is the first of its kind: `yyyy-MM` is the first day of the month. Writing
  /// rounds a fraction and truncates the other parts, as on a clock.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - timeZone: The zone of texts without one, and of the texts that are written. It is GMT by
  ///     default.
  /// - Throws: `DecodingError.dataCorrupted` for a letter that isn't in the table, and for a pattern
  ///   that can't be read back: without a year, with a day but no month, with a repeated field, with `h`
  ///   but no `a`, or with adjacent fields of digits that can't be separated.
  public init(pattern: String, timeZone: TimeZone? = nil) throws(DecodingError) {
    let zone = timeZone.map { DateZone($0) } ?? .gmt
    self.init(.pattern(try DatePattern(pattern, zone: zone)), zone: zone)
  }

  /// Returns a format for a constant pattern.
  ///
  /// ```swift
  /// enum MailDates: DateSource {
  ///   static let formats: [DateFormat] = [
  ///     .pattern("EEE, d MMM yyyy HH:mm:ss Z")
  ///   ]
  /// }
  /// ```
  ///
  /// A pattern for which ``init(pattern:timeZone:)`` throws stops the program with a message that
  /// names the pattern and the symbol.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - timeZone: The zone of texts without one, and of the texts that are written. It is GMT by
  ///     default.
  /// - Returns: The format.
  public static func pattern(_ pattern: String, timeZone: TimeZone? = nil) -> DateFormat {
    do {
      return try DateFormat(pattern: pattern, timeZone: timeZone)
    } catch {
      // A constant is part of the program; the throwing initialiser is for patterns from data.
      fatalError(error.summary)
    }
  }
}

// MARK: - Describing

extension DateFormat: CustomStringConvertible {
  /// A description of the format, as in errors: `ISO 8601`, `yyyy-MM-dd`.
  public var description: String {
    let place = zone == .gmt ? "" : " (\(zone))"
    return switch notation {
    case .iso8601(fractionDigits: nil): "yyyy-MM-dd\(place)"
    case .iso8601: "ISO 8601\(place)"
    case .pattern(let pattern): "\(pattern.text)\(place)"
    case .number(perSecond: 1): "seconds since 1970"
    case .number: "milliseconds since 1970"
    }
  }
}
