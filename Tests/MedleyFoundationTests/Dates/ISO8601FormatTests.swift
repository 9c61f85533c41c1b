import Foundation
import MedleyFoundation
import TestSupport
import Testing

@Suite struct ISO8601FormatTests {
  @Test(arguments: [
    ("2024-01-02T03:04:05Z", 0.0), ("2024-01-02t03:04:05z", 0), ("2024-01-02 03:04:05Z", 0),
    ("2024-01-02T03:04:05", 0), ("2024-01-02T03:04:05+00:00", 0),
    ("2024-01-02T03:04:05-00:00", 0), ("2024-01-02T04:34:05+01:30", 0),
    ("2024-01-02T04:34:05+0130", 0), ("2024-01-02T04:04:05+01", 0),
    ("2024-01-01T19:04:05-08", 0), ("2024-01-01 19:04:05-0800", 0),
    ("2024-01-03T03:03:05+23:59", 0), ("2024-01-02T03:04Z", -5), ("2024-01-02T03:04", -5),
    ("2024-01-02T04:04+01:00", -5), ("2024-01-02T03:04:05.5Z", 0.5),
    ("2024-01-02T03:04:05,5Z", 0.5), ("2024-01-02T03:04:05.25", 0.25),
    ("2024-01-02T03:04:05.125+00", 0.125), ("2024-01-02T03:04:05.500000000000000000000Z", 0.5),
    ("2024-01-02T04:04:05.75+0100", 0.75), ("+002024-01-02T03:04:05Z", 0),
    ("+2024-01-02T03:04:05Z", 0),
  ])
  func `reads dates with and without fractions and zones`(_ text: String, _ offset: Double) {
    #expect(DateFormat.iso8601.date(from: text) == tuesday + offset)
    #expect(DateFormat.iso8601(fractionDigits: 3).date(from: text) == tuesday + offset)
  }

  @Test(arguments: [
    "", " ", "T", "2024", "2024-01-02", "2024-01-02T", "2024-01-02T03", "2024-01-02T03:",
    "2024-01-02T03:04:", "2024-01-02T03:04:5Z", "2024-01-02T3:04:05Z", "2024-1-02T03:04:05Z",
    "24-01-02T03:04:05Z", "20240102T030405Z", "2024-01-02T030405Z", "2024/01/02T03:04:05Z",
    "2024-01-02X03:04:05Z", "2024-01-02  03:04:05Z", " 2024-01-02T03:04:05Z",
    "2024-01-02T03:04:05Z ", "2024-01-02T03:04:05 Z", "2024-01-02T03:04:05ZZ",
    "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05.", "2024-01-02T03:04.5Z",
    "2024-01-02T03:04:05+", "2024-01-02T03:04:05+1", "2024-01-02T03:04:05+01:",
    "2024-01-02T03:04:05+01:0", "2024-01-02T03:04:05+010", "2024-01-02T03:04:05+01000",
    "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+01:60", "2024-01-02T03:04:05[UTC]",
    "2024-13-02T03:04:05Z", "2024-00-02T03:04:05Z", "2024-01-00T03:04:05Z",
    "2024-01-32T03:04:05Z", "2024-04-31T03:04:05Z", "2023-02-29T03:04:05Z",
    "2024-01-02T24:00:00Z", "2024-01-02T03:60:05Z", "2024-01-02T03:04:61Z",
    "12024-01-02T03:04:05Z", "-0000-01-02T03:04:05Z", "-000000-01-02T03:04:05Z",
    "+1234567-01-02T03:04:05Z", "+999-01-02T03:04:05Z", "２０２４-01-02T03:04:05Z",
    "2024-01-02T03:04:05\u{301}Z", "2024-01-02T03:04:05Z\0",
  ])
  func `refuses texts that aren't exactly a date and a time`(_ text: String) {
    #expect(DateFormat.iso8601.date(from: text) == nil)
  }

  @Test(arguments: [
    ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
    ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
    ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.5Z"),
    ("2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00Z"),
  ])
  func `a leap second is the first second of the next day`(_ text: String, _ same: String) {
    #expect(DateFormat.iso8601.date(from: text) == DateFormat.iso8601.date(from: same))
    #expect(DateFormat.iso8601.date(from: text) != nil)
  }

  @Test(arguments: ["1990-12-31T12:00:60Z", "1990-12-31T23:58:60Z", "1990-12-31T23:59:60+01:00"])
  func `refuses second 60 within a day of UTC`(_ text: String) {
    #expect(DateFormat.iso8601.date(from: text) == nil)
  }

  @Test(arguments: [
    (0, "2024-01-02T03:04:05Z"), (1, "2024-01-02T03:04:05.7Z"), (3, "2024-01-02T03:04:05.678Z"),
    (6, "2024-01-02T03:04:05.678000Z"), (-4, "2024-01-02T03:04:05Z"),
  ])
  func `writes the given number of fraction digits`(_ digits: Int, _ text: String) {
    #expect(DateFormat.iso8601(fractionDigits: digits).string(from: tuesday + 0.678) == text)
  }

  @Test func `rounds fractions, also up to the next year`() throws {
    let format = DateFormat.iso8601(fractionDigits: 3)
    let last = try #require(DateFormat.iso8601.date(from: "1999-12-31T23:59:59.9996Z"))
    #expect(format.string(from: last) == "2000-01-01T00:00:00.000Z")
    #expect(DateFormat.iso8601.string(from: last) == "1999-12-31T23:59:59Z")
    #expect(format.string(from: Date(timeIntervalSince1970: -0.25)) == "1969-12-31T23:59:59.750Z")
    #expect(
      format.string(from: Date(timeIntervalSinceReferenceDate: -1e-20))
        == "2001-01-01T00:00:00.000Z"
    )
  }

  @Test(arguments: 1...9)
  func `reads what it writes and writes it unchanged`(_ digits: Int) throws {
    var random = SeededRandom(seed: UInt64(digits))
    let format = DateFormat.iso8601(fractionDigits: digits)
    for _ in 0..<Thoroughness.rounds(2_000) {
      let interval = Double.random(in: -6.0e10...2.5e11, using: &random)
      let text = try #require(format.string(from: Date(timeIntervalSince1970: interval)))
      let date = try #require(format.date(from: text))
      #expect(format.string(from: date) == text)
      #expect(abs(date.timeIntervalSince1970 - interval) <= 0.5 / pow(10, Double(digits)) + 3.1e-5)
    }
  }

  @Test func `keeps the digits of every millisecond`() {
    let format = DateFormat.iso8601(fractionDigits: 3)
    for millisecond in 0..<1000 {
      let digits = String("\(1000 + millisecond)".dropFirst())
      let text = "2031-07-09T23:59:59.\(digits)Z"
      #expect(format.date(from: text).flatMap { format.string(from: $0) } == text)
    }
  }

  @Test(arguments: [
    ("0000-01-01T00:00:00Z", -62_167_219_200.0), ("0000-02-29T12:00:00Z", -62_162_078_400),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("-000001-12-31T23:59:59Z", -62_167_219_201),
    ("1582-10-10T00:00:00Z", -12_219_724_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("+010000-01-01T00:00:00Z", 253_402_300_800),
    ("+999999-12-31T23:59:59Z", 31_494_784_780_799),
    ("-999999-01-01T00:00:00Z", -31_619_087_596_800),
  ])
  func `distant years have a sign and six digits`(_ text: String, _ interval: Double) {
    let date = Date(timeIntervalSince1970: interval)
    #expect(DateFormat.iso8601.date(from: text) == date)
    #expect(DateFormat.iso8601.string(from: date) == text)
  }

  @Test(arguments: [
    31_494_784_780_800, -31_619_087_596_801, 1e300, -1e300, .infinity, -.infinity, .nan,
    Double(Int64.max), .greatestFiniteMagnitude,
  ])
  func `a date beyond the supported years has no text`(_ interval: Double) {
    let date = Date(timeIntervalSince1970: interval)
    #expect(DateFormat.iso8601.string(from: date) == nil)
    #expect(DateFormat.iso8601(fractionDigits: 9).string(from: date) == nil)
    #expect(DateFormat.day.string(from: date) == nil)
  }

  @Test func `reads and writes Foundation's distant dates`() {
    for date in [Date.distantPast, .distantFuture] {
      let text = DateFormat.iso8601.string(from: date)
      #expect(text.flatMap { DateFormat.iso8601.date(from: $0) } == date)
    }
  }
}
