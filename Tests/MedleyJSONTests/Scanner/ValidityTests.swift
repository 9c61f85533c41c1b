import MedleyJSON
import TestSupport
import Testing

/// The engine's verdict on texts against that of a validator written to be right by reading.
@Suite struct ValidityTests {
  private let decoder = PolymorphicJSONDecoder()

  /// Compares the verdicts, with white space behind the text and without.
  private func check(_ text: [UInt8], _ seed: UInt64) throws {
    try FirstError.check(text, by: decoder, "seed \(seed)")
  }

  @Test(arguments: Thoroughness.seeds(0..<20))
  func `accepts JSON and finds the first error of other texts`(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    for _ in 0..<50 {
      let text = random.document()
      #expect(RFC8259Validator.firstFault(in: text) == nil)
      try check(text, seed)
      for _ in 0..<15 { try check(random.damaged(text), seed) }
    }
  }

  @Test(arguments: Thoroughness.seeds(100..<108))
  func `refuses truncated texts at their end`(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let text = random.document()
    for end in 0..<text.count { try check(Array(text[..<end]), seed) }
    let list = Array("[".utf8) + text + Array("]".utf8)
    for end in 1..<list.count {
      let prefix = Array(list[..<end])
      let fault = try FirstError.found(in: prefix, by: decoder)
      #expect(fault?.offset == end, "seed \(seed), \(end)")
    }
  }

  @Test(arguments: [
    "[\"é\"]", "[\"東\"]", "[\"😀\"]", "{\"é東😀\":\"\\ud83d\\ude00\"}", "[-0.5e+10,true,null]",
  ])
  func `accepts exactly the valid replacements of each byte`(_ json: String) throws {
    let text = Array(json.utf8)
    for position in text.indices {
      for byte in Thoroughness.some(of: UInt8.min...UInt8.max, each: 6, seed: position) {
        var changed = text
        changed[position] = byte
        try check(changed, 0)
      }
    }
  }
}
