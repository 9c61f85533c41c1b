import MedleyJSON
import Testing

/// The engine's verdict on texts against that of a validator written to be right by reading.
@Suite struct ValidityTests {
  private let decoder = PolymorphicJSONDecoder()

  /// Where the engine finds a fault; nil if it accepts the text.
  private func fault(in text: [UInt8]) throws -> Int? {
    do {
      _ = try decoder.decode(Ignored.self, from: text)
      return nil
    } catch let error as DecodingError {
      guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else {
        throw error
      }
      return try #require(error.jsonLocation).offset
    }
  }

  /// Compares the verdicts; texts that look like UTF-16 are refused by their first byte.
  private func check(_ text: [UInt8], _ seed: UInt64) throws {
    let expected = RFC8259Validator.firstFault(in: text)
    let found = try fault(in: text)
    let hasOtherEncoding = text.prefix(2).contains { [0, 0xfe, 0xff].contains($0) }
    let isSame = hasOtherEncoding ? (expected == nil) == (found == nil) : expected == found
    if !isSame {
      Issue.record("seed \(seed), \(String(decoding: text, as: UTF8.self)): \(expected) \(found)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `accepts what is JSON, and finds the first fault of what isn't`(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    for _ in 0..<50 {
      let text = random.document()
      #expect(RFC8259Validator.firstFault(in: text) == nil)
      try check(text, seed)
      for _ in 0..<15 { try check(random.damaged(text), seed) }
    }
  }

  @Test(arguments: 100..<108 as Range<UInt64>)
  func `refuses what is cut off, at its end`(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let text = random.document()
    for end in 0..<text.count { try check(Array(text[..<end]), seed) }
    let list = Array("[".utf8) + text + Array("]".utf8)
    for end in 1..<list.count {
      let prefix = Array(list[..<end])
      #expect(try fault(in: prefix) == end, "seed \(seed), \(end)")
    }
  }

  @Test(arguments: [
    "[\"é\"]", "[\"東\"]", "[\"😀\"]", "{\"é東😀\":\"\\ud83d\\ude00\"}", "[-0.5e+10,true,null]",
  ])
  func `knows every byte that may stand in place of another`(_ json: String) throws {
    let text = Array(json.utf8)
    for position in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[position] = byte
        try check(changed, 0)
        // Far from the end, where eight bytes are read at once.
        try check(changed + Array(repeating: 0x20, count: 32), 0)
      }
    }
  }
}
