import Foundation
import MedleyFoundation
import TestSupport
import Testing

@Suite struct DateZoneTests {
  @Test func `reads texts without an offset in the format's time zone`() throws {
    let berlin = try TimeZone.named("Europe/Berlin")
    let format = DateFormat.iso8601(timeZone: berlin)
    #expect(format.date(from: "2024-01-02T04:04:05") == tuesday)
    #expect(format.date(from: "2024-01-02T03:04:05Z") == tuesday)
    #expect(format.date(from: "2024-01-02T05:04:05+02:00") == tuesday)
    #expect(format.string(from: tuesday) == "2024-01-02T04:04:05+01:00")
    #expect(format.description == "ISO 8601 (Europe/Berlin)")
    let summer = try #require(format.date(from: "2024-07-01T00:00:00"))
    #expect(DateFormat.iso8601.string(from: summer) == "2024-06-30T22:00:00Z")
    #expect(format.string(from: summer) == "2024-07-01T00:00:00+02:00")
  }

  @Test(arguments: [
    (3600, "2024-01-02T04:04:05+01:00"), (-12_600, "2024-01-01T23:34:05-03:30"),
    (0, "2024-01-02T03:04:05Z"), (50_400, "2024-01-02T17:04:05+14:00"),
  ])
  func `writes fixed offsets`(_ seconds: Int, _ text: String) throws {
    let zone = try #require(TimeZone(secondsFromGMT: seconds))
    let format = DateFormat.iso8601(timeZone: zone)
    #expect(format.string(from: tuesday) == text)
    #expect(format.date(from: text) == tuesday)
    #expect(format.date(from: String(text.prefix(19))) == tuesday)
  }

  @Test func `days begin in the format's time zone`() throws {
    let tokyo = DateFormat.day(timeZone: try .named("Asia/Tokyo"))
    let date = try #require(tokyo.date(from: "2024-01-02"))
    #expect(DateFormat.iso8601.string(from: date) == "2024-01-01T15:00:00Z")
    #expect(tokyo.string(from: date) == "2024-01-02")
    #expect(tokyo.string(from: date - 1) == "2024-01-01")
    #expect(tokyo.description == "yyyy-MM-dd (Asia/Tokyo)")
  }

  @Test(arguments: [
    // Clocks are set back at 03:00, so 02:30 occurs twice; the first is used.
    ("2024-10-27T02:30:00", "2024-10-27T00:30:00Z"),
    ("2024-10-27T01:59:59", "2024-10-26T23:59:59Z"),
    ("2024-10-27T03:00:00", "2024-10-27T02:00:00Z"),
    // Clocks are set forward at 02:00, so 02:30 is an hour later.
    ("2024-03-31T02:30:00", "2024-03-31T01:30:00Z"),
    ("2024-03-31T01:59:59", "2024-03-31T00:59:59Z"),
    ("2024-03-31T03:00:00", "2024-03-31T01:00:00Z"),
  ])
  func `reads repeated and skipped local times`(_ local: String, _ gmt: String) throws {
    let format = DateFormat.iso8601(timeZone: try .named("Europe/Berlin"))
    let date = try #require(format.date(from: local))
    #expect(DateFormat.iso8601.string(from: date) == gmt)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/St_Johns", "Pacific/Apia", "Africa/Casablanca",
  ])
  func `local times equal those of Foundation's calendars`(_ name: String) throws {
    let zone = try TimeZone.named(name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let format = DateFormat.pattern("yyyy-MM-dd HH:mm:ss", timeZone: zone)
    var random = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let date = Date(timeIntervalSince1970: .random(in: 0...4e9, using: &random).rounded())
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: date
      )
      let text = try #require(format.string(from: date))
      let numbers = text.split { " -:".contains($0) }.compactMap { Int($0) }
      #expect(
        numbers.map { Optional($0) }
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
      )
      let back = try #require(format.date(from: text))
      // A repeated local time may give the other instant.
      #expect(format.string(from: back) == text)
      #expect(abs(back.timeIntervalSince(date)) <= 3600)
    }
  }

  @Test func `writes offsets without their seconds and keeps the instant`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3661))
    let format = DateFormat.iso8601(timeZone: zone)
    let text = try #require(format.string(from: tuesday))
    #expect(format.date(from: text) == tuesday)
    let pattern = DateFormat.pattern("yyyy-MM-dd HH:mm:ss", timeZone: zone)
    #expect(pattern.string(from: tuesday).flatMap { pattern.date(from: $0) } == tuesday)
  }

  @Test func `reads distant years in every time zone`() throws {
    for name in ["Europe/Berlin", "America/New_York"] {
      let format = DateFormat.iso8601(timeZone: try .named(name))
      for year in ["-999998", "0000", "0001", "9999", "+999998"] {
        let date = try #require(format.date(from: "\(year)-06-01T12:00:00"))
        #expect(format.string(from: date).flatMap { format.date(from: $0) } == date)
      }
    }
  }
}
