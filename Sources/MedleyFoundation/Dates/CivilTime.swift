import Foundation
import MedleyBase

/// A day of the Gregorian calendar and a time of that day, as a text describes them.
///
/// The calendar is proleptic: its rules hold for every year, as in ISO 8601, and the year 0 is the
/// one before 1. The calendar, locale and zone of the device have no influence.
struct CivilTime {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var nanosecond = 0

  /// The seconds that the text's zone is ahead of GMT; nil if the text has no zone.
  var offset: Int?

  /// The years that dates are read from and written in.
  static let years = -999_999...999_999

  /// The seconds since 1970 in which these years begin and end in GMT.
  static let seconds = -31_619_087_596_800.0..<31_494_784_780_800.0
}

// MARK: - Reading

extension CivilTime {
  /// Returns the instant, or nil if there is no such day or time.
  ///
  /// A second 60 is the leap second of RFC 3339 §5.6, the first of the next minute. It can only be
  /// the last of a day of UTC.
  ///
  /// - Parameter zone: The zone to use if the text has none.
  /// - Returns: The instant.
  func date(in zone: DateZone) -> Date? {
    guard Self.years ~= year, 1...12 ~= month, day >= 1, hour <= 23, minute <= 59, second <= 60
    else { return nil }
    let days = GregorianDays.count(toYear: year, month: month, day: day)
    // A day that the month doesn't have is one of the next month.
    guard day <= 28 || GregorianDays.day(after: days).day == day else { return nil }
    let local =
      Int64(days) * GregorianDays.secondsPerDay + Int64(hour * 3600 + minute * 60 + second)
    let instant = if let offset { local - Int64(offset) } else { zone.instant(of: local) }
    guard second < 60 || instant % GregorianDays.secondsPerDay == 0 else { return nil }
    return Date(
      timeIntervalSinceReferenceDate: Double(instant - GregorianDays.secondsToReference)
        + Double(nanosecond) / 1e9
    )
  }
}

// MARK: - Writing

extension CivilTime {
  /// Creates the time that clocks in `zone` show; nil beyond the years that can be written.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - zone: The zone of the clocks.
  ///   - fractionDigits: The number of digits to which the fraction is rounded, to the nearest,
  ///     since most fractions have no exact binary form. With 0, the time is truncated to seconds.
  ///   - statesOffset: Whether the offset is written, which can't express seconds.
  init?(_ date: Date, in zone: DateZone, fractionDigits: Int, statesOffset: Bool) {
    let interval = date.timeIntervalSinceReferenceDate
    // A day more on either side, for the zone.
    let seconds = date.timeIntervalSince1970
    guard seconds >= Self.seconds.lowerBound - 86_400, seconds < Self.seconds.upperBound + 86_400
    else { return nil }
    var whole = interval.rounded(.down)
    if fractionDigits > 0 {
      let unit = (0..<9 - fractionDigits).reduce(1) { unit, _ in unit * 10 }
      nanosecond = Int(((interval - whole) * 1e9 / Double(unit)).rounded()) * unit
      if nanosecond >= 1_000_000_000 {
        nanosecond = 0
        whole += 1
      }
    }
    let exact = zone.offset(at: date)
    let offset = statesOffset ? exact / 60 * 60 : exact
    let local = Int64(whole) + GregorianDays.secondsToReference + Int64(offset)
    let (days, second) = GregorianDays.split(local)
    (year, month, day) = GregorianDays.day(after: days)
    guard Self.years.contains(year) else { return nil }
    hour = second / 3600
    minute = second / 60 % 60
    self.second = second % 60
    self.offset = offset
  }
}

// MARK: - Days

extension CivilTime {
  /// The day of the week, from Sunday, which is 0.
  var weekday: Int {
    let days = GregorianDays.count(toYear: year, month: month, day: day)
    // 1970-01-01 was a Thursday. The remainder of a negative number is negative.
    return ((days + 4) % 7 + 7) % 7
  }
}
