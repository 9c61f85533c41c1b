public import Foundation

/// A notation for dates: how a date is read from a string or a number, and how it is written.
///
/// ```swift
/// DateFormat.iso8601.date(from: "2024-01-02T03:04:05.678+01:00")
/// DateFormat.day.string(from: .now)                     // 2024-01-02
/// let german = try DateFormat(pattern: "dd.MM.yyyy HH:mm", timeZone: berlin)
/// ```
///
/// The calendar is always the Gregorian one, names are always English, and the time zone is GMT
/// unless another is given: the device's locale, calendar and zone don't matter. What is no such
/// date isn't read: a 30 February, an hour 24, a word or a digit too many.
///
/// Several formats that are tried in order are a ``DateFormatList``.
public struct DateFormat: Hashable, Sendable {
  enum Notation: Hashable, Sendable {
    // The first, which the compiler stores as it is. The number of any other case would be in the
    // unused bits of the pointer to the elements: LeakSanitizer doesn't know that for a pointer, and
    // took every pattern in a global for a leak.
    case pattern(DatePattern)
    case iso8601(fractionDigits: Int)
    case day
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
  /// A date and a time as ISO 8601 and RFC 3339 write them, in GMT: `2024-01-02T03:04:05Z`.
  ///
  /// ```swift
  /// DateFormat.iso8601.date(from: "2024-01-02 03:04:05.678901+0530")
  /// ```
  ///
  /// What is read has `T`, `t` or a space before the time. The seconds may be missing; a fraction
  /// of any length may follow them; so may a zone: `Z`, `+01:00`, `+0100` or `+01`. A year beyond
  /// 9999 or before 0 has a sign and six digits, as in ECMAScript: `+012024-01-02T03:04:05Z`. The
  /// leap second of RFC 3339 §5.6, a second 60 at the end of a day of UTC, is the first of the next
  /// day.
  public static let iso8601 = DateFormat(.iso8601(fractionDigits: 0))

  /// A date and a time as ISO 8601 writes them, with a fraction or in another zone than GMT.
  ///
  /// ```swift
  /// DateFormat.iso8601(fractionDigits: 3).string(from: .now)    // 2024-01-02T03:04:05.678Z
  /// DateFormat.iso8601(timeZone: berlin).string(from: .now)     // 2024-01-02T04:04:05+01:00
  /// ```
  ///
  /// It reads what ``iso8601`` reads: these parameters are about what is written, and about texts
  /// that name no zone.
  ///
  /// - Parameters:
  ///   - fractionDigits: How many digits of the fraction are written, from none to nine. The last
  ///     one is rounded.
  ///   - timeZone: The zone of texts that name none, and of those that are written.
  /// - Returns: The format.
  public static func iso8601(fractionDigits: Int = 0, timeZone: TimeZone = .gmt) -> DateFormat {
    DateFormat(
      .iso8601(fractionDigits: min(max(fractionDigits, 0), 9)),
      zone: DateZone(timeZone)
    )
  }

  /// A day as ISO 8601 writes it, `2024-01-02`: the instant at which it begins in GMT.
  ///
  /// ```swift
  /// DateFormat.day.date(from: "2024-02-29")
  /// ```
  public static let day = DateFormat(.day)

  /// A day as ISO 8601 writes it, `2024-01-02`: the instant at which it begins in a zone.
  ///
  /// ```swift
  /// DateFormat.day(timeZone: berlin).date(from: "2024-01-02")  // 2024-01-01 at 23:00 in GMT
  /// ```
  ///
  /// - Parameter timeZone: The zone of the day.
  /// - Returns: The format.
  public static func day(timeZone: TimeZone) -> DateFormat {
    DateFormat(.day, zone: DateZone(timeZone))
  }

  /// The seconds since 1970 began in GMT, as a number: `1704164645` or `1704164645.678`.
  ///
  /// ```swift
  /// let formats = DateFormatList(.iso8601, .secondsSince1970)  // reads strings and numbers
  /// ```
  ///
  /// Microseconds are written, or milliseconds for dates before 1866 and after 2105, and no
  /// fraction where there is none. Numbers beyond the years -999999 to 999999 aren't dates.
  public static let secondsSince1970 = DateFormat(.number(perSecond: 1))

  /// The milliseconds since 1970 began in GMT, as a number: `1704164645678`.
  ///
  /// ```swift
  /// let formats = DateFormatList(.iso8601, .millisecondsSince1970)  // reads strings and numbers
  /// ```
  ///
  /// Microseconds are written as a fraction for dates from 1866 to 2105, and no fraction where
  /// there is none. Numbers beyond the years -999999 to 999999 aren't dates.
  public static let millisecondsSince1970 = DateFormat(.number(perSecond: 1000))
}

// MARK: - Patterns

extension DateFormat {
  /// Creates a format from a pattern of Unicode date field symbols (UTS #35, part 4).
  ///
  /// ```swift
  /// let german = try DateFormat(pattern: "dd.MM.yyyy 'um' HH:mm", timeZone: berlin)
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
  /// | `S` to `SSSSSSSSS` | so many digits of the fraction of the second |
  /// | `Z`, `XX`, `xx` | the offset from GMT: `+0130`; `XX` writes `Z` for GMT |
  /// | `ZZZZZ`, `XXX`, `xxx` | `+01:30`; `ZZZZZ` and `XXX` write `Z` for GMT |
  /// | `X`, `x` | `+01` or `+0130`; `X` writes `Z` for GMT |
  /// | `ZZZZ`, `z` | `GMT` or `GMT+01:30`; only `GMT` |
  /// | `'T'`, `''` | `T`, a quotation mark; what is no letter stands for itself |
  ///
  /// Two letters stand for two digits, one for as many as there are. Where an offset is expected,
  /// each of its forms is read, and so are `GMT` and `UTC`. Names are read in whatever case. What a
  /// pattern doesn't state is the first of its kind: `yyyy-MM` is the first of the month. A
  /// fraction is rounded when it is written; everything else is what clocks show.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - timeZone: The zone of texts that name none, and of those that are written.
  /// - Throws: ``DatePatternError`` for a letter that isn't in the table, and for a pattern that
  ///   can't be read back: without a year, with a day but no month, with a field twice, with `h`
  ///   but no `a`, or with digits that run into each other.
  public init(pattern: String, timeZone: TimeZone = .gmt) throws(DatePatternError) {
    let zone = DateZone(timeZone)
    self.init(.pattern(try DatePattern(pattern, zone: zone)), zone: zone)
  }

  /// A format from a constant pattern.
  ///
  /// ```swift
  /// enum MailDates: DateSource {
  ///   static let formats = DateFormatList(.pattern("EEE, d MMM yyyy HH:mm:ss Z"))
  /// }
  /// ```
  ///
  /// A pattern that ``init(pattern:timeZone:)`` throws for is a bug in the program, and stops it
  /// with the pattern and the symbol in its message.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - timeZone: The zone of texts that name none, and of those that are written.
  /// - Returns: The format.
  public static func pattern(_ pattern: String, timeZone: TimeZone = .gmt) -> DateFormat {
    do {
      return try DateFormat(pattern: pattern, timeZone: timeZone)
    } catch {
      // A pattern is part of the program; the throwing initialiser is for those that are data.
      fatalError(error.description)
    }
  }
}

// MARK: - Describing

extension DateFormat: CustomStringConvertible {
  /// The notation for people, as errors name it: `ISO 8601`, `yyyy-MM-dd`.
  public var description: String {
    let place = zone == .gmt ? "" : " (\(zone))"
    return switch notation {
    case .iso8601: "ISO 8601\(place)"
    case .day: "yyyy-MM-dd\(place)"
    case .pattern(let pattern): "\(pattern.text)\(place)"
    case .number(perSecond: 1): "seconds since 1970"
    case .number: "milliseconds since 1970"
    }
  }
}
