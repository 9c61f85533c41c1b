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
  var weekday: Int?
  var half = 0

  mutating func read(
    _ element: DatePattern.Element,
    from bytes: Span<UInt8>,
    at position: inout Int
  ) -> Bool {
    switch element {
    case .literal(let literal):
      return bytes.reads(literal, at: &position)
    case .number(let field, let range, let digits):
      guard let number = bytes.number(digits: digits, at: &position), range ~= number
      else { return false }
      set(field, to: number, in: range)
    case .name(let field, let range, let names):
      guard let index = bytes.index(of: names, at: &position) else { return false }
      set(field, to: range.lowerBound + index, in: range)
    case .fraction(let digits):
      guard let nanosecond = bytes.nanosecond(digits: digits...digits, at: &position)
      else { return false }
      time.nanosecond = nanosecond
    case .offset(let offset):
      time.offset = bytes.offset(offset, at: &position)
      return time.offset != nil
    }
    return true
  }

  private mutating func set(
    _ field: DatePattern.Field,
    to number: Int,
    in range: ClosedRange<Int>
  ) {
    switch field {
    case .year: time.year = number
    // As in POSIX (strptime, %y): the meaning must not depend on the current year.
    case .yearOfCentury: time.year = number + (number < 69 ? 2000 : 1900)
    case .month: time.month = number
    // A pattern with the day of the year has no month.
    case .day, .dayOfYear: time.day = number
    case .weekday: weekday = number
    case .hour: time.hour = number % range.count
    case .half: half = number
    case .minute: time.minute = number
    case .second: time.second = number
    }
  }

  /// Returns the time, or nil if the fields contradict each other.
  func resolved() -> CivilTime? {
    var time = time
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
