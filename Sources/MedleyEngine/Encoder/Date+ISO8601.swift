import Foundation
import MedleyBase

extension Date {
  /// Reads what `JSONDecoder` reads with the strategy `iso8601`; nil for any other text.
  static func parse(iso8601 text: String) -> Date? {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return ISO8601DateFormatter().date(from: text)
    }
    #endif
    return try? Date.ISO8601FormatStyle().parse(text)
  }

  /// The date in the form `2001-01-01T00:00:00Z`, without a fraction.
  var iso8601: String {
    // Foundation's calendar is another one before 1583, and years have four digits to 9999.
    let range = -12_212_553_600.0..<253_402_300_800
    guard range.contains(timeIntervalSince1970) else { return formatted }
    // Rounded from where `Date` counts: adding the seconds up to there can round a fraction up.
    let whole = Int64(timeIntervalSinceReferenceDate.rounded(.down))
    let (days, second) = GregorianDays.split(whole + GregorianDays.secondsToReference)
    let (year, month, day) = GregorianDays.day(after: days)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    func append(_ number: Int, _ end: Unicode.Scalar? = nil) {
      bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
      if let end { bytes.append(UInt8(ascii: end)) }
    }
    append(year / 100)
    append(year % 100, "-")
    append(month, "-")
    append(day, "T")
    append(second / 3600, ":")
    append(second / 60 % 60, ":")
    append(second % 60, "Z")
    return String(decoding: bytes, as: UTF8.self)
  }

  private var formatted: String {
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return ISO8601DateFormatter().string(from: self)
    }
    return self.formatted(.iso8601)
  }
}
