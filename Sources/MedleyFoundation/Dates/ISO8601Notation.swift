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
  ///   - bytes: The text in UTF-8.
  ///   - zone: The zone of a text without one.
  ///   - hasTime: Whether the text has a time, and not the day alone.
  /// - Returns: The instant; nil for another text.
  static func date(from bytes: Span<UInt8>, in zone: DateZone, hasTime: Bool) -> Date? {
    let hyphen = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    var position = 0
    guard
      let year = year(from: bytes, at: &position),
      let month = bytes.number(after: hyphen, at: &position),
      let day = bytes.number(after: hyphen, at: &position)
    else { return nil }
    var time = CivilTime(year: year, month: month, day: day)
    guard hasTime else { return position == bytes.count ? time.date(in: zone) : nil }
    guard
      bytes.reads(UInt8(ascii: "T"), at: &position)
        || bytes.reads(UInt8(ascii: "t"), at: &position)
        || bytes.reads(UInt8(ascii: " "), at: &position),
      let hour = bytes.number(digits: 2, at: &position),
      let minute = bytes.number(after: colon, at: &position)
    else { return nil }
    time.hour = hour
    time.minute = minute
    if bytes.reads(colon, at: &position) {
      guard let second = bytes.number(digits: 2, at: &position) else { return nil }
      time.second = second
      if bytes.reads(UInt8(ascii: "."), at: &position)
        || bytes.reads(UInt8(ascii: ","), at: &position)
      {
        guard let nanosecond = bytes.nanosecond(digits: 1...9, at: &position) else { return nil }
        time.nanosecond = nanosecond
        // Further digits are less than a nanosecond.
        while bytes.number(digits: 1, at: &position) != nil {}
      }
    }
    if position < bytes.count {
      guard let offset = bytes.offset(at: &position), position == bytes.count else { return nil }
      time.offset = offset
    }
    return time.date(in: zone)
  }

  /// Reads the year, or an expanded one of ISO 8601 with a sign and four to six digits.
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
  ///
  /// A year beyond four digits has a sign and six digits, as in ECMAScript.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - zone: The zone of the text.
  ///   - fractionDigits: The number of digits of the fraction; nil for the day alone.
  /// - Returns: The text.
  static func string(from date: Date, in zone: DateZone, fractionDigits: Int?) -> String? {
    let time = CivilTime(
      date,
      in: zone,
      fractionDigits: fractionDigits ?? 0,
      statesOffset: fractionDigits != nil
    )
    guard let time else { return nil }
    var text = DateWriter()
    if 0...9999 ~= time.year {
      text.append(time.year, digits: 4)
    } else {
      text.append(UInt8(ascii: time.year < 0 ? "-" : "+"))
      text.append(abs(time.year), digits: 6)
    }
    text.append("-", time.month)
    text.append("-", time.day)
    guard let fractionDigits else { return text.string }
    text.append("T", time.hour)
    text.append(":", time.minute)
    text.append(":", time.second)
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
}
