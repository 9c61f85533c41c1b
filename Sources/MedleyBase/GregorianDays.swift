/// The days of the Gregorian calendar, counted from 1970-01-01.
///
/// The cycle of 400 years that begins with a March, and in it the day and the year, is the method
/// that Howard Hinnant describes in "chrono-Compatible Low-Level Date Algorithms": with the leap
/// day at the end of the year, the months before it have the same lengths every year.
package enum GregorianDays {
  private static let daysPerCycle = 146_097

  /// The days from 0000-03-01 to 1970-01-01.
  private static let daysToEpoch = 719_468

  /// The days from 1970-01-01 to a day, which must exist.
  package static func count(toYear year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let cycle = (year >= 0 ? year : year - 399) / 400
    let yearOfCycle = year - cycle * 400
    // March is 0. Five months in a row have 153 days.
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let leapDays = yearOfCycle / 4 - yearOfCycle / 100
    return cycle * daysPerCycle + yearOfCycle * 365 + leapDays + dayOfYear - daysToEpoch
  }

  /// The seconds from 1970, in which calendars are counted, to 2001, from which `Date` counts.
  package static let secondsToReference: Int64 = 978_307_200

  package static let secondsPerDay: Int64 = 86_400

  /// Returns the day of an instant, and the second of that day.
  ///
  /// - Parameter seconds: The seconds since 1970, with 64 bits also where `Int` has 32.
  /// - Returns: The number of days after 1970-01-01, and of seconds.
  package static func split(_ seconds: Int64) -> (day: Int, second: Int) {
    // Rounded down: the day before 1970 is day -1.
    let day = (seconds - (seconds < 0 ? secondsPerDay - 1 : 0)) / secondsPerDay
    return (Int(day), Int(seconds - day * secondsPerDay))
  }

  /// Returns the day that is a number of days after 1970-01-01.
  package static func day(after days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + daysToEpoch
    let cycle = (days >= 0 ? days : days - daysPerCycle + 1) / daysPerCycle
    let day = days - cycle * daysPerCycle
    // Without its leap days, a cycle is made of years of 365 days.
    let leapDays = day / 1460 - day / 36_524 + day / 146_096
    let yearOfCycle = (day - leapDays) / 365
    let dayOfYear = day - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      year: cycle * 400 + yearOfCycle + (month < 10 ? 0 : 1),
      month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
