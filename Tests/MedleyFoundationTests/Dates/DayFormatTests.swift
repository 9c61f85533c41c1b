import Foundation
import MedleyFoundation
import TestSupport
import Testing

@Suite struct DayFormatTests {
  @Test func `a day is its first instant in GMT`() {
    let day = Date(timeIntervalSince1970: 1_704_153_600)
    #expect(DateFormat.day.date(from: "2024-01-02") == day)
    #expect(DateFormat.day.string(from: day) == "2024-01-02")
    #expect(DateFormat.day.string(from: day + 86_399.9999) == "2024-01-02")
    #expect(DateFormat.day.string(from: day - 0.0001) == "2024-01-01")
  }

  @Test(arguments: [
    "", "2024-01-02T", "2024-01-02T03:04:05Z", "2024-1-2", "2024-01-2", "20240102", "2024-01",
    "02.01.2024", "2024-01-02 ", " 2024-01-02", "2024-02-30", "2024-00-01", "2024-13-01", "---",
    "2024-01-02Z",
  ])
  func `refuses texts that aren't exactly a day`(_ text: String) {
    #expect(DateFormat.day.date(from: text) == nil)
  }

  @Test(arguments: [
    (2000, true), (1900, false), (2100, false), (2024, true), (2023, false), (1600, true),
    (0, true), (4, true), (100, false), (400, true), (9996, true), (9900, false),
  ])
  func `February has 29 days only in leap years`(_ year: Int, _ isLeap: Bool) {
    let text = String("\(10_000 + year)".dropFirst()) + "-02-29"
    #expect((DateFormat.day.date(from: text) != nil) == isLeap)
  }

  @Test func `reads and writes every day of 800 years`() throws {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    }
    var expected = try #require(DateFormat.day.date(from: "1600-01-01"))
    for year in 1600..<2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in lengths.enumerated() {
        let days = month == 1 && isLeap ? 29 : length
        for day in 1...days {
          let text = "\(year)-\(padded(month + 1, 2))-\(padded(day, 2))"
          guard
            DateFormat.day.date(from: text) == expected,
            DateFormat.day.string(from: expected) == text
          else {
            Issue.record("\(text) isn't read or written")
            return
          }
          expected += 86_400
        }
        let next = "\(year)-\(padded(month + 1, 2))-\(padded(days + 1, 2))"
        #expect(DateFormat.day.date(from: next) == nil)
      }
    }
  }

  @Test(arguments: [
    ("-000001-12-31", -62_167_305_600.0), ("+010000-01-01", 253_402_300_800),
    ("0000-01-01", -62_167_219_200),
  ])
  func `distant years have a sign and six digits`(_ text: String, _ interval: Double) {
    let date = Date(timeIntervalSince1970: interval)
    #expect(DateFormat.day.date(from: text) == date)
    #expect(DateFormat.day.string(from: date) == text)
  }
}
