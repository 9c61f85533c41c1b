import Foundation
import MedleyFoundation
import TestSupport
import Testing

/// Unusual texts give a date or nil and never trap.
@Suite struct HostileDateTests {
  static let formats: [DateFormat] = [
    .iso8601, .iso8601(fractionDigits: 9), .day, .secondsSince1970, .millisecondsSince1970,
    .pattern("EEE, dd MMM yyyy HH:mm:ss Z"), .pattern("d.M.y h:m:s a"),
    .pattern("yyyyMMddHHmmssSSS"),
    .pattern("D/y H ZZZZ"), .pattern("'🎬' yy-MMMM kk"), .pattern("y"),
  ]
  static let texts = formats.compactMap { $0.string(from: tuesday) }

  @Test func `refuses every single byte except digits`() {
    for byte in UInt8.min...UInt8.max {
      let text = String(decoding: [byte], as: UTF8.self)
      for format in Self.formats where format.date(from: text) != nil {
        #expect(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, "\(format): \(byte)")
      }
    }
  }

  @Test func `every replaced byte gives a date that can be written or nil`() {
    for (format, text) in zip(Self.formats, Self.texts) {
      let bytes = Array(text.utf8)
      for index in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = bytes
          changed[index] = byte
          guard let date = format.date(from: String(decoding: changed, as: UTF8.self)) else {
            continue
          }
          #expect(format.string(from: date).flatMap { format.date(from: $0) } != nil)
        }
        _ = format.date(from: String(decoding: bytes[..<index], as: UTF8.self))
        _ = format.date(from: String(decoding: bytes[index...], as: UTF8.self))
      }
    }
  }

  @Test func `random bytes give a finite date or nil`() {
    var random = SeededRandom(seed: 12)
    let alphabet = Array("0123456789-+:.,TtZz eE'/JanTueAMPMGUC".utf8)
    for round in 0..<Thoroughness.rounds(20_000) {
      let count = Int.random(in: 0..<40, using: &random)
      let bytes = (0..<count).map { _ in
        round.isMultiple(of: 2)
          ? UInt8.random(in: .min ... .max, using: &random)
          : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for format in Self.formats {
        guard let date = format.date(from: text) else { continue }
        #expect(date.timeIntervalSince1970.isFinite)
      }
    }
  }

  @Test(arguments: ["0", "9", "-", "+", ":", ".", "T", "Z", "'", " ", "e", "\u{0}", "é", "🎬"])
  func `refuses long texts`(_ character: String) {
    let long = String(repeating: character, count: 1_000_000)
    for format in Self.formats {
      #expect(format.date(from: long) == nil)
      #expect(format.date(from: "2024-01-02T03:04:05" + long + "x") == nil)
    }
  }

  @Test func `reads a fraction with a million digits`() {
    let long = "2024-01-02T03:04:05." + String(repeating: "9", count: 1_000_000) + "Z"
    let date = DateFormat.iso8601.date(from: long)
    #expect(date.map { abs($0.timeIntervalSince(tuesday) - 1) < 1e-6 } == true)
  }

  @Test func `reads bridged, small and long strings alike`() {
    let text = "2024-01-02T03:04:05Z"
    #expect(DateFormat.iso8601.date(from: NSString(string: text) as String) == tuesday)
    #expect(DateFormat.iso8601.date(from: String(("x" + text).dropFirst())) == tuesday)
    #expect(DateFormat.day.date(from: "2024-01-02") != nil)
  }
}
