import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Every text of at most fifteen bytes was claimed to be ASCII.
///
/// Where small strings are smaller than on 64-bit Linux and macOS (on Android, on watches with 32
/// bits), such a string was broken.
@Suite(.onEachEngine) struct ShortStringTests {
  @Test func `strings of every length and script are equal in all views`() throws {
    let scripts = ["a", "é", "ß", "名", "👍🏽", "e\u{301}", "\u{10ffff}"]
    for script in scripts {
      for lead in 0...16 {
        let text =
          String(repeating: "x", count: lead) + script + String(repeating: script, count: lead / 4)
        let json = Array("[\"\(text)\", \"\(text)\", {\"\(text)\": 1}, 1234567890123456]".utf8)
        let padded = json + Array(repeating: UInt8(ascii: " "), count: 16)
        let values = try Engine.current.decoder().decode([StringOrOther].self, from: padded)
        for string in values.compactMap(\.string) {
          #expect(string == text)
          #expect(Array(string.utf8) == Array(text.utf8))
          #expect(Array(string.utf16) == Array(text.utf16))
          #expect(Array(string.unicodeScalars) == Array(text.unicodeScalars))
          #expect(string.count == text.count)
          #expect(string.hashValue == text.hashValue)
        }
        #expect(values.compactMap(\.string).count == 3)
      }
    }
  }

  /// A string, or the key of an object with one member.
  private struct StringOrOther: Decodable {
    var string: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      string = try? container.decode(String.self)
      if string == nil { string = try? container.decode([String: Int].self).keys.first }
    }
  }
}
