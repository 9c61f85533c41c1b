import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Objects with the same keys as earlier ones, whose converted names aren't compared again.
@Suite(.onEachEngine) struct SnakeCaseReuseTests {
  private func decoder() -> any EngineDecoding {
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private struct Pair: Decodable, Equatable {
    let firstName: Int
    let lastName: Int?
  }

  @Test func `keys that only look like earlier ones are compared`() throws {
    let decoder = decoder()
    let filler = #", "filler_filler": 0"#
    for _ in 0..<3 {
      let pairs = try decoder.decode(
        [Pair].self,
        from: """
          [{"first_name": 1, "last_name": 2\(filler)},
           {"first_name": 3, "first_name_": 4\(filler)},
           {"first_name": 5, "firstName": 6\(filler)},
           {"first_namE": 7, "last_namE": 8\(filler)},
           {"last_name": 9, "first_name": 10\(filler)},
           {"first_name": 11, "last_name": 12\(filler)}]
          """
      )
      #expect(
        pairs == [
          Pair(firstName: 1, lastName: 2), Pair(firstName: 3, lastName: nil),
          Pair(firstName: 5, lastName: nil), Pair(firstName: 7, lastName: 8),
          Pair(firstName: 10, lastName: 9), Pair(firstName: 11, lastName: 12),
        ]
      )
    }
  }

  @Test func `long keys and many keys are compared`() throws {
    let decoder = decoder()
    for length in [0, 1, 43, 44, 126, 127, 128, 129, 255, 256, 300, 600] {
      for _ in 0..<2 {
        let long = String(repeating: "x", count: length)
        let pair = try decoder.decode(
          Pair.self,
          from: #"{"\#(long)": 0, "first_name": 1, "last_name": 2, "filler": "       "}"#
        )
        #expect(pair == Pair(firstName: 1, lastName: 2))
      }
    }
  }

  @Test func `random objects are decoded as by JSONDecoder, one after the other`() throws {
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let decoder = decoder()
    var random = SeededRandom(seed: 31)
    let keys = ["first_name", "firstName", "first__name", "last_name", "lastName", "_last_name"]
    for _ in 0..<Thoroughness.rounds(500) {
      // Equal converted names are left out: `JSONDecoder` takes any of them.
      var names: Set<String> = []
      let chosen = (0..<3).map { _ in random.pick(keys) }.filter {
        names.insert($0.replacing("_", with: "").lowercased()).inserted
      }
      let members = chosen.map { #""\#($0)": \#(random.number(below: 9))"# }
      let text = "{\((members + [#""filler": "        ""#]).joined(separator: ", "))}"
      let expected = try? foundation.decode(Pair.self, from: Data(text.utf8))
      #expect((try? decoder.decode(Pair.self, from: text)) == expected, "\(text)")
    }
  }
}
