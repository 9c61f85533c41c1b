import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Members near the end of a document, and indexes that are full: what is read and written at once
/// has to be inside.
@Suite(.onEachEngine) struct MemberEndTests {
  private let decoder = Engine.current.decoder()

  /// A key and a string as long as marks show at once, and the end of the document behind them.
  @Test(arguments: Array(0..<8) + (2048..<2056))
  func `long members end where the document does`(_ lead: Int) throws {
    for (keyCount, count) in [(61, 60), (62, 61), (63, 58), (63, 59), (63, 60), (63, 61), (63, 63)]
    {
      let key = String(repeating: "k", count: keyCount)
      let string = String(repeating: "s", count: count)
      for colon in [":", ": "] {
        for tail in ["", "\"", "\",", "\",\n", "\"}", "\",\"", "\\", "\\n\"", "é\"}"] {
          let text = #"{"\#(key)"\#(colon)"\#(string)\#(tail)"#
          for space in Thoroughness.some(of: 0...20, each: 7, seed: lead) {
            let padded =
              String(repeating: " ", count: lead) + text + String(repeating: " ", count: space)
            let bytes = Array(padded.utf8)
            let found = try FirstError.found(in: bytes, by: decoder)
            #expect(found?.offset == RFC8259Validator.firstFault(in: bytes), "\(padded)")
          }
        }
      }
    }
  }

  /// The text is cut off at every place, so that each is the end of a document once.
  @Test(arguments: [0, 1, 5, 2000, 2048])
  func `long documents can be truncated anywhere`(_ lead: Int) throws {
    let members = (0..<3).map { number in
      #""\#(String(repeating: "k", count: 62))\#(number)": "\#(String(repeating: "s", count: 60))""#
    }
    let element = "{\(members.joined(separator: ",\n  "))}"
    let text = String(repeating: " ", count: lead) + "[\(element),\(element)]"
    let bytes = Array(text.utf8)
    for end in max(1, lead)..<bytes.count {
      let found = try FirstError.found(in: Array(bytes[..<end]), by: decoder)
      #expect(found?.offset == end)
    }
  }

  /// Texts with more words than their length makes one expect, so that the index grows, each at
  /// another of its words.
  @Test(arguments: [
    #"{"":{}},"#, #"{"":0},"#, #"{"":[]},"#, #"{"":"","":""},"#, #"{"":{"":{}}},"#, "{},", "[],",
    #"{"":0,"":{},"":0},"#, #"{"":[{"":0},{"":0}]},"#, #"[{"":0}],"#, "0,", #"{"":[0,{}]},"#,
  ])
  func `an index grows at any entry`(_ part: String) throws {
    for lead in 0..<12 {
      for count in [30, 60, 90, 700] {
        let zeros = String(repeating: "0,", count: lead)
        let parts = String(repeating: part, count: count)
        let text = "[\(zeros)\(parts)0]"
        let value = try Engine.current.decoder().decode(PayloadValue.self, from: text)
        guard case .array(let elements) = value else {
          Issue.record("\(value)")
          return
        }
        #expect(elements.count == lead + count + 1)
        #expect(elements.last == 0)
        #expect(Set(elements[lead..<lead + count]).count == 1)
      }
    }
  }

  // MARK: - Places

  private struct Known: Codable { var n: Int }

  @Test(arguments: Padding.allCases)
  func `successive objects keep their bytes and places`(_ padding: Padding) throws {
    let registry = PolymorphicRegistry<any Sendable>("type", ["KNOWN": Known.self])
    let parts = [
      #"{"type":"A"}"#, #"{"type":"B","n":[1,{"n":2},{"n":3}]}"#, #"{"n":{"n":1},"type":"C"}"#,
      #"{"type":"é","n":"\n"}"#, #"{"type":"D","n":{}}"#, #"{"type":"E"}"#,
    ]
    let text = "[\(parts.joined(separator: ","))]"
    let feed = try Engine.current.decoder(registry)
      .decode([Polymorphic<any Sendable>].self, from: text + padding.text)
    #expect(feed.unknown.map { $0.sourceBytes ?? [] } == parts.map { Array($0.utf8) })
    for place in parts.indices {
      var faulty = parts
      faulty[place] = #"{"type":"KNOWN","n":"x"}"#
      let error = try #require(throws: DecodingError.self) {
        try Engine.current.decoder(registry).decode(
          [Polymorphic<any Sendable>].self,
          from: "[\(faulty.joined(separator: ","))]" + padding.text
        )
      }
      #expect(error.place == "[\(place)].n")
      let before = faulty[..<place].reduce(1) { $0 + $1.utf8.count + 1 }
      #expect(error.jsonError?.offset == before + 20)
    }
  }
}
