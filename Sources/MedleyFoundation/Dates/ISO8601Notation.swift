import Foundation

/// Reads and writes days and instants as in ISO 8601 and RFC 3339.
enum ISO8601Notation {
  /// Returns the instant that a text describes, or at which its day begins.
  ///
  /// The text has a day and a time, with `T`, `t` or a space between them. The seconds are
  /// optional, as in Java's `OffsetDateTime`, and so are the fraction, after a point or a comma,
  /// and the zone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The zone of a text without one.
  ///   - hasTime: Whether the text has a time, and not the day alone.
  /// - Returns: The instant; nil for another text.
  static func date(from text: DateReader, in zone: DateZone, hasTime: Bool) -> Date? {
    var text = text
    guard
      let year = year(from: &text),
      let month = text.number(after: "-"),
      let day = text.number(after: "-")
    else { return nil }
    var time = CivilTime(year: year, month: month, day: day)
    guard hasTime else { return text.isAtEnd ? time.date(in: zone) : nil }
    guard
      text.reads("T") || text.reads("t") || text.reads(" "),
      let hour = text.number(digits: 2),
      let minute = text.number(after: ":")
    else { return nil }
    time.hour = hour
    time.minute = minute
    if text.reads(":") {
      guard let second = text.number(digits: 2) else { return nil }
      time.second = second
      if text.reads(".") || text.reads(",") {
        guard let nanosecond = text.nanosecond(digits: 1...9) else { return nil }
        time.nanosecond = nanosecond
        // Further digits are less than a nanosecond.
        while text.number(digits: 1) != nil {}
      }
    }
    if !text.isAtEnd {
      guard let offset = text.offset(), text.isAtEnd else { return nil }
      time.offset = offset
    }
    return time.date(in: zone)
  }

  /// Reads the year, or an expanded one of ISO 8601 with a sign and four to six digits.
  private static func year(from text: inout DateReader) -> Int? {
    if text.reads("+") { return text.number(digits: 4...6) }
    guard text.reads("-") else { return text.number(digits: 4) }
    // The year 0 is only written without a minus.
    guard let year = text.number(digits: 4...6), year > 0 else { return nil }
    return -year
  }
}

// MARK: - Writing

extension ISO8601Notation {
  /// Returns the text of an instant, or nil for a year beyond six digits.
  ///
  /// A year beyond four digits has a sign and six digits, as in ECMAScript.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - zone: The zone of the text.
  ///   - fractionDigits: The number of digits of the fraction; nil for the day alone.
  /// - Returns: The text.
  static func string(from date: Date, in zone: DateZone, fractionDigits: Int?) -> String? {
    let (digits, hasTime) = (fractionDigits ?? 0, fractionDigits != nil)
    guard let time = CivilTime(date, in: zone, fractionDigits: digits, statesOffset: hasTime)
    else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(32)
    if 0...9999 ~= time.year {
      text.append(time.year, digits: 4)
    } else {
      text.append(UInt8(ascii: time.year < 0 ? "-" : "+"))
      text.append(abs(time.year), digits: 6)
    }
    text.append("-", time.month)
    text.append("-", time.day)
    guard hasTime else { return String(decoding: text, as: UTF8.self) }
    text.append("T", time.hour)
    text.append(":", time.minute)
    text.append(":", time.second)
    if digits > 0 {
      text.append(UInt8(ascii: "."))
      text.append(nanosecond: time.nanosecond, digits: digits)
    }
    if zone == .gmt {
      text.append(UInt8(ascii: "Z"))
    } else {
      text.append(offset: time.offset ?? 0, separator: true)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
