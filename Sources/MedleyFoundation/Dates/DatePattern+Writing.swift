import Foundation
import MedleyBase

extension DatePattern {
  /// Returns the text of an instant, or nil for a year that the pattern can't express.
  func string(from date: Date, in zone: DateZone) -> String? {
    let digits = fractionDigits
    guard let time = CivilTime(date, in: zone, fractionDigits: digits, statesOffset: statesOffset)
    else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(32)
    for element in elements {
      switch element {
      case .literal(let literal):
        text += literal
      case .number(let field, let range, let digits):
        let number = time.value(of: field, in: range)
        // A year with a sign, or with more digits than are read, would be another date or none.
        guard range ~= number else { return nil }
        text.append(number, digits: digits.lowerBound)
      case .name(let field, let range, let names):
        text += names[time.value(of: field, in: range) - range.lowerBound]
      case .fraction(let digits):
        text.append(nanosecond: time.nanosecond, digits: digits)
      case .offset(let offset):
        text.append(offset, seconds: time.offset ?? 0)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension CivilTime {
  /// The number of a field that is written with one in a range; a number beyond it can't be written.
  fileprivate func value(of field: DatePattern.Field, in range: ClosedRange<Int>) -> Int {
    switch field {
    case .year: year
    case .yearOfCentury: 1969...2068 ~= year ? year % 100 : -1
    case .month: month
    case .day: day
    case .dayOfYear:
      GregorianDays.count(toYear: year, month: month, day: day)
        - GregorianDays.count(toYear: year, month: 1, day: 1) + 1
    case .weekday: weekday
    // In a range from 1, the hour 0 is the last.
    case .hour: (hour - range.lowerBound + range.count) % range.count + range.lowerBound
    case .half: hour / 12
    case .minute: minute
    case .second: second
    }
  }
}

extension [UInt8] {
  /// Appends an offset from GMT in a notation.
  mutating func append(_ offset: DatePattern.Offset, seconds: Int) {
    switch offset {
    case .name:
      self += "GMT".utf8
    case .afterName:
      self += "GMT".utf8
      if seconds != 0 { append(offset: seconds, separator: true) }
    case .numeric(_, _, usesZ: true) where seconds == 0:
      append(UInt8(ascii: "Z"))
    case .numeric(let separator, let omitsNoMinutes, _):
      append(offset: seconds, separator: separator, omitsNoMinutes: omitsNoMinutes)
    }
  }
}
