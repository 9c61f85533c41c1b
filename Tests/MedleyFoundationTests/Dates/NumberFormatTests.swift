import Foundation
import MedleyFoundation
import TestSupport
import Testing

@Suite struct NumberFormatTests {
  static let both = [DateFormat.secondsSince1970, .millisecondsSince1970]

  @Test(arguments: [
    ("0", 0.0), ("1704164645", 1_704_164_645), ("1704164645.25", 1_704_164_645.25),
    ("-1.5", -1.5), ("1e3", 1000), ("1.5E+2", 150), ("25e-2", 0.25), ("-0", 0),
    ("31494784780799", 31_494_784_780_799), ("-31619087596800", -31_619_087_596_800),
  ])
  func `reads seconds in every spelling of a JSON number`(_ text: String, _ seconds: Double) {
    #expect(
      DateFormat.secondsSince1970.date(from: text) == Date(timeIntervalSince1970: seconds)
    )
  }

  @Test(arguments: [
    ("0", 0.0), ("1704164645678", 1_704_164_645.678), ("1500.5", 1.5005), ("-1", -0.001),
  ])
  func `reads milliseconds`(_ text: String, _ seconds: Double) {
    #expect(
      DateFormat.millisecondsSince1970.date(from: text) == Date(timeIntervalSince1970: seconds)
    )
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "0x10", "1_000", " 1", "1 ", "nan", "inf",
    "infinity", "1,5", "١", "--1", "1e5.5", "1.5.5", "e5", "true", "1\0",
  ])
  func `refuses texts that aren't JSON numbers`(_ text: String) {
    for format in Self.both { #expect(format.date(from: text) == nil) }
  }

  @Test(arguments: [
    "1e300", "-1e300", "1e400", "9223372036854775807000", "31494784780800000000",
    "-31619087596801000000",
  ])
  func `refuses a number beyond the supported years`(_ text: String) {
    for format in Self.both { #expect(format.date(from: text) == nil) }
    #expect(DateFormat.secondsSince1970.date(from: "\(Int64.max)") == nil)
    #expect(DateFormat.millisecondsSince1970.date(from: "\(Int64.max)") == nil)
    #expect(DateFormat.millisecondsSince1970.date(from: "\(Int64.min)") == nil)
  }

  @Test(arguments: [
    (1_704_164_645.0, "1704164645", "1704164645000"),
    (1_704_164_645.123, "1704164645.123", "1704164645123"),
    (1_704_164_645.123456, "1704164645.123456", "1704164645123.456"),
    (-1.5, "-1.5", "-1500"), (0, "0", "0"), (0.1, "0.1", "100"),
  ])
  func `writes microseconds, and whole numbers as integers`(
    _ interval: Double,
    _ seconds: String,
    _ milliseconds: String
  ) {
    let date = Date(timeIntervalSince1970: interval)
    #expect(DateFormat.secondsSince1970.string(from: date) == seconds)
    #expect(DateFormat.millisecondsSince1970.string(from: date) == milliseconds)
  }

  @Test(arguments: [
    (-3.3e9...4.2e9, 1e-6), (-1e10...(-3.4e9), 1e-3), (4.3e9...2e12, 1e-3), (3e12...3.1e13, 1),
  ])
  func `reads what it writes and writes it unchanged`(
    _ range: ClosedRange<Double>,
    _ part: Double
  ) throws {
    var random = SeededRandom(seed: 7)
    for format in Self.both {
      for _ in 0..<Thoroughness.rounds(5_000) {
        let interval = Double.random(in: range, using: &random)
        let text = try #require(format.string(from: Date(timeIntervalSince1970: interval)))
        let date = try #require(format.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - interval) <= part)
        #expect(format.string(from: date) == text)
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 31_494_784_780_800])
  func `a date beyond the supported years has no number`(_ interval: Double) {
    for format in Self.both {
      #expect(format.string(from: Date(timeIntervalSince1970: interval)) == nil)
    }
  }
}
