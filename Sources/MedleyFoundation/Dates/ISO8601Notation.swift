import Foundation

/// Reads and writes days and instants as in ISO 8601 and RFC 3339.
enum ISO8601Notation {
  /// Returns the instant that a text describes.
  ///
  /// The text has a day and a time, with `T`, `t` or a space between them. The seconds are
  /// optional, as in Java's `OffsetDateTime`, and so are the fraction, after a point or a comma,
  /// and the zone.
  static func date(from bytes: Span<UInt8>, in zone: DateZone) -> Date? {
    var position = 0
    var time = CivilTime()
    guard
      readDay(from: bytes, at: &position, into: &time),
      position < bytes.count,
      bytes[position] | 0x20 == UInt8(ascii: "t") || bytes[position] == UInt8(ascii: " ")
    else { return nil }
    position += 1
    guard
      let hour = bytes.number(digits: 2, at: &position),
      bytes.reads(UInt8(ascii: ":"), at: &position),
      let minute = bytes.number(digits: 2, at: &position)
    else { return nil }
    time.hour = hour
    time.minute = minute
    if bytes.reads(UInt8(ascii: ":"), at: &position) {
      guard let second = bytes.number(digits: 2, at: &position) else { return nil }
      time.second = second
      if bytes.reads(UInt8(ascii: "."), at: &position)
        || bytes.reads(UInt8(ascii: ","), at: &position)
      {
        guard let nanosecond = bytes.nanosecond(at: &position) else { return nil }
        time.nanosecond = nanosecond
      }
    }
    if position < bytes.count {
      guard let offset = bytes.offset(at: &position), position == bytes.count else { return nil }
      time.offset = offset
    }
    return time.date(in: zone)
  }

  /// Returns the instant at which the day of a text begins.
  static func day(from bytes: Span<UInt8>, in zone: DateZone) -> Date? {
    var position = 0
    var time = CivilTime()
    guard readDay(from: bytes, at: &position, into: &time), position == bytes.count else {
      return nil
    }
    return time.date(in: zone)
  }

  /// Reads `2024-01-02`, or an expanded year of ISO 8601 with a sign and four to six digits.
  private static func readDay(
    from bytes: Span<UInt8>,
    at position: inout Int,
    into time: inout CivilTime
  ) -> Bool {
    guard
      let year = year(from: bytes, at: &position),
      bytes.reads(UInt8(ascii: "-"), at: &position),
      let month = bytes.number(digits: 2, at: &position),
      bytes.reads(UInt8(ascii: "-"), at: &position),
      let day = bytes.number(digits: 2, at: &position)
    else { return false }
    time.year = year
    time.month = month
    time.day = day
    return true
  }

  private static func year(from bytes: Span<UInt8>, at position: inout Int) -> Int? {
    if bytes.reads(UInt8(ascii: "+"), at: &position) {
      return bytes.number(digits: 4...6, at: &position)
    }
    if bytes.reads(UInt8(ascii: "-"), at: &position) {
      // The year 0 is only written without a minus.
      guard let year = bytes.number(digits: 4...6, at: &position), year > 0 else { return nil }
      return -year
    }
    return bytes.number(digits: 4, at: &position)
  }
}

// MARK: - Writing

extension ISO8601Notation {
  /// Returns the text of an instant, or nil for a year beyond six digits.
  static func string(from date: Date, in zone: DateZone, fractionDigits: Int) -> String? {
    guard
      let time = CivilTime(date, in: zone, fractionDigits: fractionDigits, statesOffset: true)
    else { return nil }
    var text = DateWriter()
    append(dayOf: time, to: &text)
    text.append(UInt8(ascii: "T"))
    text.append(time.hour, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(time.minute, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(time.second, digits: 2)
    if fractionDigits > 0 {
      text.append(UInt8(ascii: "."))
      text.append(nanosecond: time.nanosecond, digits: fractionDigits)
    }
    if zone == .gmt {
      text.append(UInt8(ascii: "Z"))
    } else {
      text.append(offset: time.offset ?? 0, separator: true)
    }
    return text.string
  }

  /// Returns the day of an instant, or nil for a year beyond six digits.
  static func dayString(from date: Date, in zone: DateZone) -> String? {
    guard let time = CivilTime(date, in: zone, fractionDigits: 0, statesOffset: false) else {
      return nil
    }
    var text = DateWriter()
    append(dayOf: time, to: &text)
    return text.string
  }

  /// Appends the day; a year beyond four digits has a sign and six digits, as in ECMAScript.
  private static func append(dayOf time: CivilTime, to text: inout DateWriter) {
    if 0...9999 ~= time.year {
      text.append(time.year, digits: 4)
    } else {
      text.append(UInt8(ascii: time.year < 0 ? "-" : "+"))
      text.append(abs(time.year), digits: 6)
    }
    text.append(UInt8(ascii: "-"))
    text.append(time.month, digits: 2)
    text.append(UInt8(ascii: "-"))
    text.append(time.day, digits: 2)
  }
}
