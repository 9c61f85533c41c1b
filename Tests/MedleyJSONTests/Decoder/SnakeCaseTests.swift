import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Keys in snake case, as `JSONDecoder` converts them.
@Suite(.onEachEngine) struct SnakeCaseTests {
  private struct Keys: Decodable {
    var names: Set<String>

    init(from decoder: any Decoder) throws {
      names = Set(try decoder.container(keyedBy: DynamicKey.self).allKeys.map(\.stringValue))
    }
  }

  private func check(_ key: String) throws {
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let document = try JSONEncoder().encode([key: 1])
    let expected = try foundation.decode(Keys.self, from: document).names
    #expect(try decoder.decode(Keys.self, from: document).names == expected, "\(key)")
  }

  @Test(arguments: [
    "", "_", "__", "a", "a_b", "_a_b", "a_b_", "__a__b__", "image_url", "imageUrl", "image_URL",
    "IMAGE_URL", "image_2x", "a_2x3y", "x_é", "straße_ß", "ß_ß", "a_ǆ", "İ_i", "one_o'clock",
    "a_b-c",
    "a_b c", "a_👍", "a_e\u{301}b", "a__b", "日本_語", "a_ﬁx", "A", "_A", "Ab_Cd",
  ])
  func `converts a key`(_ key: String) throws {
    try check(key)
  }

  @Test func `converts keys of all kinds`() throws {
    var random = SeededRandom(seed: 5)
    let pieces = ["_", "_", "a", "B", "1", "é", "x", "-", " ", "ß", "Z9", "'", ".", "ÉA", "q_"]
    for _ in 0..<500 {
      try check((0..<random.number(below: 7)).map { _ in random.pick(pieces) }.joined())
    }
  }
}
