import MedleyBase

extension DatePattern {
  /// Returns the time that a text describes, or nil if it doesn't match the pattern, or if its fields
  /// contradict each other.
  func time(from text: DateReader) -> CivilTime? {
    var text = text
    var time = CivilTime()
    var weekday: Int?
    var half = 0

    func set(_ field: Field, to value: Int, in range: ClosedRange<Int>) {
      switch field {
      case .year: time.year = value
      // As in POSIX (strptime, %y): the meaning must not depend on the current year.
      case .yearOfCentury: time.year = value + (value < 69 ? 2000 : 1900)
      case .month: time.month = value
      // A pattern with the day of the year has no month.
      case .day, .dayOfYear: time.day = value
      case .weekday: weekday = value
      case .hour: time.hour = value % range.count
      case .half: half = value
      case .minute: time.minute = value
      case .second: time.second = value
      }
    }

    for element in elements {
      switch element {
      case .literal(let literal):
        guard text.reads(literal) else { return nil }
      case .number(let field, let range, let digits):
        guard let number = text.number(digits: digits), range ~= number else { return nil }
        set(field, to: number, in: range)
      case .name(let field, let range, let names):
        guard let index = text.index(of: names) else { return nil }
        set(field, to: range.lowerBound + index, in: range)
      case .fraction(let digits):
        guard let nanosecond = text.nanosecond(digits: digits...digits) else { return nil }
        time.nanosecond = nanosecond
      case .offset(let offset):
        guard let seconds = text.offset(offset) else { return nil }
        time.offset = seconds
      }
    }
    guard text.isAtEnd else { return nil }
    time.hour += 12 * half
    // A day of the year, after January.
    if time.day > 31 {
      let days = GregorianDays.count(toYear: time.year, month: 1, day: time.day)
      let (year, month, day) = GregorianDays.day(after: days)
      guard year == time.year else { return nil }
      (time.month, time.day) = (month, day)
    }
    return weekday == nil || weekday == time.weekday ? time : nil
  }
}

extension DateReader {
  /// Reads a name and returns its index.
  fileprivate mutating func index(of names: [[UInt8]]) -> Int? {
    for (index, name) in names.enumerated() where reads(name, ignoringCase: true) {
      return index
    }
    return nil
  }

  /// Reads an offset in any of its forms, or only `GMT` or `UTC` if the pattern has `z`.
  fileprivate mutating func offset(_ offset: DatePattern.Offset) -> Int? {
    let isNamed = index(of: DatePattern.zoneNames) != nil
    if offset == .name { return isNamed ? 0 : nil }
    let hasSign = next == UInt8(ascii: "+") || next == UInt8(ascii: "-")
    return isNamed && !hasSign ? 0 : self.offset()
  }
}
