import MedleyJSON
import TestSupport
import Testing

/// Strings: every escape, every kind of character, every length at every distance from the end.
@Suite(.onEachEngine) struct StringTests {
  private func decode(_ json: String) throws -> String {
    try Engine.current.decoder().decode(String.self, from: json)
  }

  @Test(arguments: [
    (#""\b\f\n\r\t\"\\\/""#, "\u{8}\u{c}\n\r\t\"\\/"),
    (#""\u0000""#, "\u{0}"),
    (#""\u0041\u00e9\u00E9\u6771\uffff""#, "Aéé東\u{ffff}"),
    (#""\ud83d\ude00""#, "😀"),
    (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10ffff}"),
    (#""\ud7ff\ue000""#, "\u{d7ff}\u{e000}"),
    (
      "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\"",
      "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"
    ),
    ("\"\"", ""),
  ])
  func `decodes escapes as their characters`(_ json: String, _ string: String) throws {
    #expect(try decode(json) == string)
    #expect(try Array(decode(json).unicodeScalars) == Array(string.unicodeScalars))
    #expect(ScalarOutcome<String>.engine(json) == .foundation(json))
    let object = "{\(json):\(json)}"
    #expect(ScalarOutcome<[String: String]>.engine(object) == .foundation(object))
  }

  @Test func `decodes every code unit as an escape`() throws {
    for unit in Thoroughness.some(of: UInt16.min...UInt16.max, each: 11) {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      let json = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      let expected = Unicode.Scalar(unit).map { String(Character($0)) }
      let decoded = try? decode(json)
      if decoded?.unicodeScalars.first != expected?.unicodeScalars.first
        || decoded?.utf8.count != expected?.utf8.count
      {
        Issue.record("\(json): \(decoded ?? "refused")")
      }
    }
  }

  @Test func `refuses escapes that the standard doesn't have`() {
    for byte in UInt8.min..<0x80 {
      let json = "\"\\\(Character(Unicode.Scalar(byte)))\""
      let isKnown = Array("\"\\/bfnrt".utf8).contains(byte)
      // An escaped quotation mark leaves the string open.
      #expect(((try? decode(json)) != nil) == isKnown, "\(byte)")
    }
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#,
    #""\ud800\u0041""#, #""\udc00\ud800""#, #""\x""#, #""\u12""#, #""\u12G4""#, #""\U0041""#,
    "\"a\u{0}\"", "\"a\nb\"", "\"\t\"", "\"\u{1f}\"",
  ])
  func `refuses the same strings as JSONDecoder`(_ json: String) {
    #expect(ScalarOutcome<String>.engine(json) == .error(kind: "corrupted", path: []))
    #expect(ScalarOutcome<String>.engine(json) == .foundation(json))
    let object = "{\(json):1}"
    #expect(ScalarOutcome<[String: Int]>.engine(object) == .error(kind: "corrupted", path: []))
    #expect(ScalarOutcome<[String: Int]>.engine(object) == .foundation(object))
  }

  /// Texts in memory of exactly their size, so that the address sanitizer sees a byte too many.
  @Test(arguments: 0...70)
  func `reads strings to their end`(_ length: Int) throws {
    let decoder = Engine.current.decoder()
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_+*#~=<>"
    for special in ["", "é", "東", "😀", "\\n", "\\u0041", "\\ud83d\\ude00"] {
      for place in Set([0, length / 2, length]) {
        let plain = String(letters.prefix(length))
        let written = plain.prefix(place) + special + plain.dropFirst(place)
        let meant =
          plain.prefix(place)
          + (["\\n": "\n", "\\u0041": "A", "\\ud83d\\ude00": "😀"][special] ?? special)
          + plain.dropFirst(place)
        for end in Thoroughness.some(of: 0..<9, each: 9, seed: length) {
          let rest = String(repeating: " ", count: end)
          #expect(try decoder.decode(String.self, from: exactly("\"\(written)\"\(rest)")) == meant)
          let object = exactly("{\"\(written)\":\(length)}\(rest)")
          #expect(try decoder.decode([String: Int].self, from: object) == [String(meant): length])
          #expect(throws: DecodingError.self) {
            try decoder.decode(String.self, from: exactly("\"\(written)"))
          }
        }
      }
    }
  }

  private func exactly(_ text: String) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: text.utf8.count) { buffer, count in
      (_, count) = unsafe buffer.initialize(from: text.utf8)
    }
  }

  @Test func `finds keys near the end of the text`() throws {
    struct Short: Decodable, Equatable {
      var a: Int?
      var ab: Int?
      var abcdefg: Int?
      var abcdefgh: Int?
    }
    let decoder = Engine.current.decoder()
    for end in 0..<12 {
      let rest = String(repeating: " ", count: end)
      func short(_ key: String) throws -> Short {
        try decoder.decode(Short.self, from: exactly("{\"\(key)\":1}\(rest)"))
      }
      #expect(try short("a") == Short(a: 1))
      #expect(try short("ab") == Short(ab: 1))
      #expect(try short("abc") == Short())
      #expect(try short("abcdefg") == Short(abcdefg: 1))
      #expect(try short("abcdefgh") == Short(abcdefgh: 1))
      #expect(try short("\\u0061b") == Short(ab: 1))
    }
  }
}
