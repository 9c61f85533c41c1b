import Foundation
import MedleyFoundation
import TestSupport
import Testing

/// Comparisons with Foundation's formatters, from the year of their calendar change.
@Suite struct DateOracleTests {
  static let range = -12_000_000_000.0...250_000_000_000.0

  static func dates(_ count: Int, seed: UInt64) -> [Date] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      Date(timeIntervalSince1970: .random(in: range, using: &random).rounded())
    }
  }

  @Test func `reads and writes ISO 8601 like ISO8601FormatStyle`() throws {
    let style = Date.ISO8601FormatStyle()
    for date in Self.dates(Thoroughness.rounds(5_000), seed: 1) {
      let text = date.formatted(style)
      #expect(DateFormat.iso8601.date(from: text) == date)
      #expect(DateFormat.iso8601.string(from: date) == text)
      #expect(try style.parse(try #require(DateFormat.iso8601.string(from: date))) == date)
    }
  }

  @Test func `reads fractions like ISO8601FormatStyle`() throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var random = SeededRandom(seed: 2)
    for date in Self.dates(Thoroughness.rounds(2_000), seed: 3) {
      // Foundation truncates inexact fractions, so only exact ones agree.
      let eighth = Double(Int.random(in: 0..<8, using: &random)) / 8
      let text = (date + eighth).formatted(style)
      #expect(DateFormat.iso8601.date(from: text) == date + eighth)
      #expect(DateFormat.iso8601(fractionDigits: 3).string(from: date + eighth) == text)
    }
  }

  static let patterns = [
    "yyyy-MM-dd'T'HH:mm:ssXXX", "EEE, dd MMM yyyy HH:mm:ss Z", "EEEE, d MMMM y 'at' h:mm:ss a",
    "dd.MM.yyyy HH:mm", "yyyy-DDD kk", "yyyyMMddHHmmss", "d/M/y K:mm a", "yyyy-MM-dd HH:mm ZZZZZ",
    "MMM d, yyyy 'o''clock' H", "yyyy-MM-dd HH:mm:ss xxx", "yyyy-MM-dd HH:mm:ss xx",
    "yyyy-MM-dd HH:mm:ss X", "yyyy-MM-dd HH:mm:ss x", "yyyy-MM-dd HH:mm:ss XX", "D/y k:m:s",
    "LLLL yyyy", "EEE MMM d HH:mm:ss yyyy", "yyyy-MM-dd HH:mm:ss.SSS",
  ]

  @Test(arguments: patterns, [0, 19_800, -12_600])
  func `reads and writes patterns like DateFormatter`(
    _ pattern: String,
    _ seconds: Int
  ) throws {
    let zone = try #require(TimeZone(secondsFromGMT: seconds))
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = pattern
    let format = try DateFormat(pattern: pattern, timeZone: zone)
    for date in Self.dates(150, seed: 4) {
      let text = formatter.string(from: date)
      #expect(format.string(from: date) == text)
      #expect(format.date(from: text) == formatter.date(from: text))
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
  func `writes patterns in a time zone like DateFormatter`(_ name: String) throws {
    let zone = try TimeZone.named(name)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let format = DateFormat.pattern("EEE, dd MMM yyyy HH:mm:ss Z", timeZone: zone)
    var random = SeededRandom(seed: 5)
    for _ in 0..<500 {
      let date = Date(timeIntervalSince1970: .random(in: 0...4e9, using: &random).rounded())
      let text = formatter.string(from: date)
      #expect(format.string(from: date) == text)
      #expect(format.date(from: text) == date)
    }
  }

  @Test func `reads and writes numbers like the strategies of JSONDecoder and JSONEncoder`() throws
  {
    for (ours, theirs, encoding) in [
      (
        DateFormat.secondsSince1970, JSONDecoder.DateDecodingStrategy.secondsSince1970,
        JSONEncoder.DateEncodingStrategy.secondsSince1970
      ),
      (.millisecondsSince1970, .millisecondsSince1970, .millisecondsSince1970),
    ] {
      let dates = Self.dates(500, seed: 6)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = theirs
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .format(ours)
      let data = try encoder.encode(dates)
      #expect(try decoder.decode([Date].self, from: data) == dates)
      encoder.dateEncodingStrategy = encoding
      #expect(try encoder.encode(dates) == data)
      decoder.dateDecodingStrategy = .formats(ours)
      #expect(try decoder.decode([Date].self, from: data) == dates)
    }
  }
}
