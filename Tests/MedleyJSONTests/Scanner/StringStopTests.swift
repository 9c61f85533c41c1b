import MedleyJSON
import TestSupport
import Testing

/// Where strings end or can't go on, at every place that a byte can have among 64.
@Suite struct StringStopTests {
  private let decoder = PolymorphicJSONDecoder()

  /// What stands around a string: alone, as a value and as a key.
  struct Frame: Sendable {
    var before: String
    var after: String

    static let all = [
      Frame(before: "\"", after: "\""), Frame(before: #"{"k":""#, after: "\"}"),
      Frame(before: "{\"", after: "\":1}"),
    ]
  }

  /// The byte of the text that is wrong, where a byte stands among the letters of a string; nil if
  /// none is.
  private func expectedFault(of byte: UInt8, at position: Int) -> Int? {
    switch byte {
    // The string ends, and a letter comes.
    case UInt8(ascii: "\""): position + 1
    // Letters that are no escape.
    case UInt8(ascii: "\\"): position + 1
    case ..<0x20, 0x80...: position
    default: nil
    }
  }

  @Test(arguments: Frame.all, Padding.allCases)
  func `strings have every byte at every place`(
    _ frame: Frame,
    _ padding: Padding
  ) throws {
    let start = frame.before.utf8.count
    let letters = Array(repeating: UInt8(ascii: "x"), count: 140)
    var text = Array(frame.before.utf8) + letters + Array(frame.after.utf8) + padding.bytes
    for position in Thoroughness.some(of: start..<start + 130, each: 7) {
      // Each byte in half of the places: with the length of what is in front, in all 64.
      let bytes = stride(from: UInt8(position % 2), through: UInt8(254 + position % 2), by: 2)
      for byte in bytes {
        text[position] = byte
        let fault = try FirstError.found(in: text, by: decoder)
        let expected = expectedFault(of: byte, at: position)
        #expect(fault?.offset == expected, "\(byte) at \(position)")
      }
      text[position] = UInt8(ascii: "x")
    }
  }

  @Test(arguments: [0, 200])
  func `strings of every length begin at every place`(_ padding: Int) throws {
    let behind = String(repeating: " ", count: padding)
    for lead in 0..<64 {
      let space = String(repeating: " ", count: lead)
      // All lengths up to 200, each at about a third of the places and at those beside it.
      for length in stride(from: lead % 3, through: 200, by: 3) {
        let string = String(repeating: "s", count: length)
        let member = "\(space){\"\(string)\":\"\(string)\"}\(behind)"
        #expect(try decoder.decode([String: String].self, from: member) == [string: string])
        let element = "\(space)[\"\(string)\"]\(behind)"
        #expect(try decoder.decode([String].self, from: element) == [string])
      }
    }
  }

  @Test(arguments: ["\\n", "é", "東", "😀", "\\ud83d\\ude00", "\\\"", "\\\\"])
  func `a string continues after a byte that the bitmap marks`(
    _ character: String
  ) throws {
    let spelled = try decoder.decode(String.self, from: "\"\(character)\"")
    for padding in Padding.allCases {
      for lead in Thoroughness.some(of: 0...130, each: 5, seed: character.utf8.count) {
        for tail in [0, 1, 6, 7, 8, 55, 56, 57, 58, 63, 64, 65, 114, 115] {
          let before = String(repeating: "b", count: lead)
          let after = String(repeating: "a", count: tail)
          let json = "{\"k\":\"\(before)\(character)\(after)\",\"\(before)\(character)\":\"\"}"
          let members = try decoder.decode([String: String].self, from: json + padding.text)
          #expect(members == ["k": before + spelled + after, before + spelled: ""])
        }
      }
    }
  }

  @Test(arguments: Thoroughness.seeds(200..<206))
  func `strings of random bytes are valid as in the standard library`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      let count = Int.random(in: 0...150, using: &random)
      // Mostly letters, so that runs between marks are long; then anything.
      let isWild = Bool.random(using: &random)
      let bytes = (0..<count).map { _ in
        let byte = UInt8.random(in: .min ... .max, using: &random)
        return isWild && byte % 16 == 0 || byte % 64 == 0 ? byte &* 37 : 0x61 + byte % 26
      }
      for frame in Frame.all {
        let text = Array(frame.before.utf8) + bytes + Array(frame.after.utf8)
        try FirstError.check(text, by: decoder, "seed \(seed)")
      }
    }
  }

  @Test func `strings can end with a block of the bitmap`() throws {
    for count in 0...400 {
      let string = String(repeating: "z", count: count)
      #expect(try decoder.decode(String.self, from: "\"\(string)\"") == string)
      let cut = Array("\"\(string)".utf8)
      #expect(try FirstError.found(in: cut, by: decoder)?.offset == cut.count)
    }
  }

  @Test func `a longer document after a shorter one gets its own bitmap`() throws {
    for count in [10, 5000, 300, 70_000, 64, 300_000, 1] {
      let string = String(repeating: "y", count: count)
      #expect(try decoder.decode([String].self, from: "[\"\(string)\", \"é\"]") == [string, "é"])
    }
  }
}
