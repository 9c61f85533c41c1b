import MedleyBase

extension DatePattern {
  /// Returns the time that a text describes, or nil if it doesn't match the pattern.
  func time(from bytes: Span<UInt8>) -> CivilTime? {
    var position = 0
    var fields = DateFields()
    for element in elements {
      guard fields.read(element, from: bytes, at: &position) else { return nil }
    }
    return position == bytes.count ? fields.resolved() : nil
  }
}

/// The fields that were read so far.
private struct DateFields {
  var time = CivilTime()
  var dayOfYear: Int?
  var weekday: Int?
  var isAfternoon = false

  mutating func read(
    _ element: DatePattern.Element,
    from bytes: Span<UInt8>,
    at position: inout Int
  ) -> Bool {
    switch element {
    case .literal(let literal):
      return bytes.reads(literal, at: &position)
    case .number(let field, let digits):
      guard let number = bytes.number(digits: digits, at: &position), field.range ~= number
      else { return false }
      set(field, to: number)
    case .twoDigitYear:
      guard let year = bytes.number(digits: 2, at: &position) else { return false }
      // As in POSIX (strptime, %y): the meaning must not depend on the current year.
      time.year = year + (year < 69 ? 2000 : 1900)
    case .fraction(let digits):
      guard let nanosecond = bytes.nanosecond(digits: digits...digits, at: &position)
      else { return false }
      time.nanosecond = nanosecond
    case .monthName(let isWide):
      let names = isWide ? DatePattern.months : DatePattern.shortMonths
      guard let index = bytes.index(of: names, at: &position) else { return false }
      time.month = index + 1
    case .weekdayName(let isWide):
      let names = isWide ? DatePattern.weekdays : DatePattern.shortWeekdays
      weekday = bytes.index(of: names, at: &position)
      return weekday != nil
    case .period:
      guard let index = bytes.index(of: DatePattern.periods, at: &position) else { return false }
      isAfternoon = index == 1
    case .offset(let offset):
      time.offset = bytes.offset(offset, at: &position)
      return time.offset != nil
    }
    return true
  }

  private mutating func set(_ field: DatePattern.Field, to number: Int) {
    switch field {
    case .year: time.year = number
    case .month: time.month = number
    case .day: time.day = number
    case .dayOfYear: dayOfYear = number
    case .hour, .halfDayHour: time.hour = number
    case .hourFrom1: time.hour = number % 24
    case .halfDayHourFrom1: time.hour = number % 12
    case .minute: time.minute = number
    case .second: time.second = number
    }
  }

  /// Returns the time, or nil if the fields contradict each other.
  func resolved() -> CivilTime? {
    var time = time
    if isAfternoon { time.hour += 12 }
    if let dayOfYear {
      let year = time.year
      let days = GregorianDays.count(toYear: year, month: 1, day: dayOfYear)
      (time.year, time.month, time.day) = GregorianDays.day(after: days)
      guard time.year == year else { return nil }
    }
    return weekday == nil || weekday == time.weekday ? time : nil
  }
}

extension Span<UInt8> {
  /// Reads a name and returns its index.
  fileprivate func index(of names: [[UInt8]], at position: inout Int) -> Int? {
    for (index, name) in names.enumerated() where reads(name, ignoringCase: true, at: &position) {
      return index
    }
    return nil
  }

  /// Reads an offset in any of its forms, or only `GMT` or `UTC` if the pattern has `z`.
  fileprivate func offset(_ offset: DatePattern.Offset, at position: inout Int) -> Int? {
    let isNamed = index(of: DatePattern.zoneNames, at: &position) != nil
    if offset == .name { return isNamed ? 0 : nil }
    guard isNamed else { return self.offset(at: &position) }
    let hasSign =
      position < count
      && (self[position] == UInt8(ascii: "+") || self[position] == UInt8(ascii: "-"))
    return hasSign ? self.offset(at: &position) : 0
  }
}
