import Foundation
import MedleyFoundation
import Testing

@Suite struct DatePatternTests {
  /// 2024-01-02T15:04:05.678Z.
  static let afternoon = tuesday + 12 * 3600 + 0.678

  @Test(arguments: [
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2024-01-02T15:04:05Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2024-01-02T15:04:05.678+0000"),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Tue, 02 Jan 2024 15:04:05 +0000"),
    ("EEE, dd MMM yyyy HH:mm:ss z", "Tue, 02 Jan 2024 15:04:05 GMT"),
    ("EEEE, d MMMM y 'at' h:mm a", "Tuesday, 2 January 2024 at 3:04 PM"),
    ("E MMM d HH:mm:ss zzz yyyy", "Tue Jan 2 15:04:05 GMT 2024"),
    ("dd.MM.yyyy", "02.01.2024"), ("d.M.y", "2.1.2024"), ("dd/LL/yy", "02/01/24"),
    ("yyyyMMddHHmmss", "20240102150405"), ("yyyyMMdd'T'HHmmssX", "20240102T150405Z"),
    ("yyyyMMddHHmmssSSS", "20240102150405678"), ("yyMMdd", "240102"),
    ("yyyy-DDD", "2024-002"), ("D/y", "2/2024"), ("yyyy", "2024"), ("MM/yyyy", "01/2024"),
    ("hh:mm aaa, d MMM yyyy", "03:04 PM, 2 Jan 2024"),
    ("K 'o''clock' a d/M/y", "3 o'clock PM 2/1/2024"),
    ("KK a d/M/y", "03 PM 2/1/2024"), ("k:mm d/M/y", "15:04 2/1/2024"),
    ("kk:m:s d/M/y", "15:4:5 2/1/2024"), ("y''M", "2024'1"), ("'y' y", "y 2024"),
    ("yyyy-MM-dd HH:mm:ss.SSSSSS", "2024-01-02 15:04:05.678000"),
    ("yyyy年M月d日", "2024年1月2日"), ("yyyy-MM-dd HH:mm ZZZZ", "2024-01-02 15:04 GMT"),
    ("yyyy-MM-dd HH:mm ZZZZZ", "2024-01-02 15:04 Z"),
    ("yyyy-MM-dd HH:mm xxx", "2024-01-02 15:04 +00:00"),
    ("yyyy-MM-dd HH:mm xx", "2024-01-02 15:04 +0000"),
    ("yyyy-MM-dd HH:mm x", "2024-01-02 15:04 +00"),
    ("yyyy-MM-dd HH:mm XX", "2024-01-02 15:04 Z"),
  ])
  func `reads what a pattern writes`(_ pattern: String, _ text: String) throws {
    let format = try DateFormat(pattern: pattern)
    #expect(format.string(from: Self.afternoon) == text)
    let date = try #require(format.date(from: text))
    #expect(format.string(from: date) == text)
    #expect(date <= Self.afternoon)
    #expect(format == DateFormat.pattern(pattern))
    #expect(format.description == pattern)
  }

  @Test(arguments: [
    ("Z", "+0530", "+0000"), ("ZZ", "+0530", "+0000"), ("ZZZ", "+0530", "+0000"),
    ("ZZZZ", "GMT+05:30", "GMT"), ("ZZZZZ", "+05:30", "Z"), ("X", "+0530", "Z"),
    ("XX", "+0530", "Z"), ("XXX", "+05:30", "Z"), ("x", "+0530", "+00"), ("xx", "+0530", "+0000"),
    ("xxx", "+05:30", "+00:00"),
  ])
  func `every offset symbol writes its form and reads all forms`(
    _ symbol: String,
    _ india: String,
    _ gmt: String
  ) throws {
    let pattern = "yyyy-MM-dd HH:mm:ss \(symbol)"
    let zone = try #require(TimeZone(secondsFromGMT: 19_800))
    let format = try DateFormat(pattern: pattern, timeZone: zone)
    #expect(format.string(from: tuesday) == "2024-01-02 08:34:05 \(india)")
    #expect(try DateFormat(pattern: pattern).string(from: tuesday) == "2024-01-02 03:04:05 \(gmt)")
    for text in ["+0530", "+05:30", "GMT+05:30", "UTC+0530"] {
      #expect(format.date(from: "2024-01-02 08:34:05 \(text)") == tuesday, "\(text)")
    }
    for text in ["Z", "z", "GMT", "utc", "+00", "-00:00", "GMT-00"] {
      #expect(format.date(from: "2024-01-02 03:04:05 \(text)") == tuesday, "\(text)")
    }
    for text in ["", "CET", "+5", "+05:3", "0530", "GMTZ", "EST", "+24:00"] {
      #expect(format.date(from: "2024-01-02 08:34:05 \(text)") == nil, "\(text)")
    }
  }

  @Test func `X and x omit minutes that are zero`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: -8 * 3600))
    for symbol in ["X", "x"] {
      let format = try DateFormat(pattern: "yyyy-MM-dd HH:mm:ss\(symbol)", timeZone: zone)
      #expect(format.string(from: tuesday) == "2024-01-01 19:04:05-08")
      #expect(format.date(from: "2024-01-01 19:04:05-08") == tuesday)
    }
  }

  @Test(arguments: [
    ("h a", ["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"]),
    ("K a", ["0 AM", "1 AM", "11 AM", "0 PM", "1 PM", "11 PM"]),
    ("H", ["0", "1", "11", "12", "13", "23"]), ("k", ["24", "1", "11", "12", "13", "23"]),
  ])
  func `supports four ways to count hours`(_ symbols: String, _ texts: [String]) throws {
    let format = try DateFormat(pattern: "yyyy-MM-dd, \(symbols)")
    for (hour, text) in zip([0.0, 1, 11, 12, 13, 23], texts) {
      let date = Date(timeIntervalSince1970: 1_704_153_600 + hour * 3600)
      #expect(format.string(from: date) == "2024-01-02, \(text)")
      #expect(format.date(from: "2024-01-02, \(text)") == date)
      #expect(format.date(from: "2024-01-02, \(text.lowercased())") == date)
    }
  }

  @Test(arguments: [
    ("H", "24"), ("k", "0"), ("k", "25"), ("K a", "12 AM"), ("h a", "0 AM"), ("h a", "13 AM"),
    ("h a", "3 XM"), ("h a", "3"), ("HH", "3"), ("HH", "003"), ("HH:mm", "03:60"),
    ("HH:mm:ss", "03:04:61"), ("HH:mm:ss", "03:04:60"), ("HH:mm:ss.SSS", "03:04:05.12"),
    ("HH:mm:ss.SSS", "03:04:05.1234"),
  ])
  func `refuses a time that doesn't match the pattern`(_ pattern: String, _ time: String) throws {
    let format = try DateFormat(pattern: "yyyy-MM-dd \(pattern)")
    #expect(format.date(from: "2024-01-02 \(time)") == nil)
  }

  @Test(arguments: [
    ("dd.MM.yyyy", "2.01.2024"), ("dd.MM.yyyy", "02.01.24"), ("dd.MM.yyyy", "31.04.2024"),
    ("dd.MM.yyyy", "02.01.20245"), ("dd.MM.yyyy", "02.01.0000"), ("dd.MM.yyyy", "02-01-2024"),
    ("d.M.y", "32.1.2024"), ("d.M.y", "002.1.2024"), ("d.M.y", "2.1."), ("d.M.y", "2.1.-5"),
    ("d.M.y", "2.1.1234567"), ("d MMM y", "2 Foo 2024"), ("d MMM y", "2 January 2024"),
    ("d MMMM y", "2 Jan 2024"), ("yyyy-DDD", "2023-366"), ("yyyy-DDD", "2024-367"),
    ("yyyy-DDD", "2024-000"), ("EEE yyyy-MM-dd", "Wed 2024-01-02"),
    ("EEE yyyy-MM-dd", "Tuesday 2024-01-02"), ("EEE yyyy-MM-dd", "Thu 2024-02-30"),
    ("'x'y", "2024"), ("yyyy z", "2024 CET"),
    ("yyyy z", "2024 +0000"),
  ])
  func `refuses a day that doesn't match the pattern`(_ pattern: String, _ text: String) throws {
    #expect(try DateFormat(pattern: pattern).date(from: text) == nil)
  }

  @Test func `reads names in any case`() throws {
    let format = try DateFormat(pattern: "EEEE d MMMM y")
    for text in ["Tuesday 2 January 2024", "TUESDAY 2 JANUARY 2024", "tuesday 2 january 2024"] {
      #expect(format.date(from: text) == Date(timeIntervalSince1970: 1_704_153_600))
    }
  }

  @Test(arguments: [
    ("68", 2068), ("00", 2000), ("24", 2024), ("69", 1969), ("99", 1999),
  ])
  func `two-digit years are 1969 to 2068`(_ text: String, _ year: Int) throws {
    let format = try DateFormat(pattern: "yy")
    let date = try #require(DateFormat.day.date(from: "\(year)-01-01"))
    #expect(format.date(from: text) == date)
    #expect(format.string(from: date) == text)
    for year in [1968, 2069] {
      #expect(format.string(from: try #require(DateFormat.day.date(from: "\(year)-01-01"))) == nil)
    }
  }

  @Test(
    arguments: [
      ("yyyy", "0001-01-01", "0001"), ("yyyy", "9999-01-01", "9999"), ("yyyy", "0000-01-01", nil),
      ("yyyy", "+010000-01-01", nil), ("y", "+010000-01-01", "10000"), ("y", "0007-01-01", "7"),
      ("y", "+999999-01-01", "999999"), ("y", "-000001-01-01", nil), ("yy", "1900-01-01", nil),
    ] as [(String, String, String?)]
  )
  func `a year beyond the pattern has no text`(
    _ pattern: String,
    _ day: String,
    _ text: String?
  ) throws {
    let date = try #require(DateFormat.day.date(from: day))
    let format = try DateFormat(pattern: pattern)
    #expect(format.string(from: date) == text)
    if let text { #expect(format.date(from: text) == date) }
  }

  @Test func `fields that the pattern omits have their first value`() throws {
    for (pattern, text) in [("yyyy", "2024"), ("MM/yyyy", "01/2024"), ("yyyy HH", "2024 00")] {
      let date = try DateFormat(pattern: pattern).date(from: text)
      #expect(date == DateFormat.day.date(from: "2024-01-01"))
    }
  }

  @Test func `formats with equal pattern and time zone are equal`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    let formats: Set = [
      DateFormat.pattern("yyyy"), .pattern("yyyy"), .pattern("yyyy", timeZone: zone), .iso8601,
      .iso8601(fractionDigits: 0), .iso8601(timeZone: .gmt), .iso8601(fractionDigits: 3), .day,
      .day(timeZone: zone), .secondsSince1970, .millisecondsSince1970,
    ]
    #expect(formats.count == 8)
  }
}
