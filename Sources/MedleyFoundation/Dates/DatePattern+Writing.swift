import Foundation
import MedleyBase

extension DatePattern {
  /// Returns the text of an instant, or nil for a year that the pattern can't express.
  func string(from date: Date, in zone: DateZone) -> String? {
    guard
      let time = CivilTime(
        date,
        in: zone,
        fractionDigits: fractionDigits,
        statesOffset: statesOffset
      )
    else { return nil }
    var text = DateWriter()
    for element in elements {
      guard append(element, of: time, to: &text) else { return nil }
    }
    return text.string
  }

  private func append(
    _ element: Element,
    of time: CivilTime,
    to text: inout DateWriter
  ) -> Bool {
    switch element {
    case .literal(let literal):
      text.append(literal)
    case .number(.year, let digits):
      // A year with a sign, or with more digits than are read, would be another date or none.
      guard 1...(digits.upperBound == 4 ? 9999 : 999_999) ~= time.year else { return false }
      text.append(time.year, digits: digits.lowerBound)
    case .number(let field, let digits):
      text.append(time[field], digits: digits.lowerBound)
    case .twoDigitYear:
      guard 1969...2068 ~= time.year else { return false }
      text.append(time.year % 100, digits: 2)
    case .fraction(let digits):
      text.append(nanosecond: time.nanosecond, digits: digits)
    case .monthName(let isWide):
      text.append((isWide ? Self.months : Self.shortMonths)[time.month - 1])
    case .weekdayName(let isWide):
      text.append((isWide ? Self.weekdays : Self.shortWeekdays)[time.weekday])
    case .period:
      text.append(Self.periods[time.hour / 12])
    case .offset(let offset):
      text.append(offset, seconds: time.offset ?? 0)
    }
    return true
  }
}

extension CivilTime {
  fileprivate subscript(field: DatePattern.Field) -> Int {
    switch field {
    case .year: year
    case .month: month
    case .day: day
    case .dayOfYear:
      GregorianDays.count(toYear: year, month: month, day: day)
        - GregorianDays.count(toYear: year, month: 1, day: 1) + 1
    case .hour: hour
    case .hourFrom1: hour == 0 ? 24 : hour
    case .halfDayHour: hour % 12
    case .halfDayHourFrom1: hour % 12 == 0 ? 12 : hour % 12
    case .minute: minute
    case .second: second
    }
  }
}

extension DateWriter {
  fileprivate mutating func append(_ offset: DatePattern.Offset, seconds: Int) {
    switch offset {
    case .name:
      append(text: "GMT")
    case .afterName:
      append(text: "GMT")
      if seconds != 0 { append(offset: seconds, separator: true) }
    case .numeric(_, _, usesZ: true) where seconds == 0:
      append(UInt8(ascii: "Z"))
    case .numeric(let separator, let omitsNoMinutes, _):
      append(offset: seconds, separator: separator, omitsNoMinutes: omitsNoMinutes)
    }
  }
}
