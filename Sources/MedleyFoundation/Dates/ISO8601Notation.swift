import Foundation

/// Days, and instants, as ISO 8601 and RFC 3339 write them.
enum ISO8601Notation {
  /// The instant that a text states.
  ///
  /// A day and a time, with `T`, `t` or a space between them. The seconds may be left out, as
  /// Java's `OffsetDateTime` does; the fraction, after a point or a comma, and the zone, too.
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

  /// The instant at which the day begins that a text states.
  static func day(from bytes: Span<UInt8>, in zone: DateZone) -> Date? {
    var position = 0
    var time = CivilTime()
    guard readDay(from: bytes, at: &position, into: &time), position == bytes.count else {
      return nil
    }
    return time.date(in: zone)
  }

  /// Reads `2024-01-02`, or a year with a sign and four to six digits, which ISO 8601 calls an
  /// expanded one.
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
      // The year 0 has one spelling.
      guard let year = bytes.number(digits: 4...6, at: &position), year > 0 else { return nil }
      return -year
    }
    return bytes.number(digits: 4, at: &position)
  }
}

// MARK: - Writing

extension ISO8601Notation {
  /// The text of an instant; nil for a year beyond six digits.
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

  /// The day that an instant is part of; nil for a year beyond six digits.
  static func dayString(from date: Date, in zone: DateZone) -> String? {
    guard let time = CivilTime(date, in: zone, fractionDigits: 0, statesOffset: false) else {
      return nil
    }
    var text = DateWriter()
    append(dayOf: time, to: &text)
    return text.string
  }

  /// Years that four digits can't state have a sign and six, as ECMAScript writes them.
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
