import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Objects with room behind them, where members are scanned in a loop of their own, against the same
/// objects without.
@Suite struct MemberTests {
  private let decoder = PolymorphicJSONDecoder()

  /// The tree with the order of its members.
  private func tree(_ text: String) throws -> String {
    try decoder.decode(PayloadValue.self, from: text).description
  }

  @Test(arguments: Thoroughness.seeds(300..<320))
  func `trees don't depend on the bytes after the text`(_ seed: UInt64) throws {
    var random = RandomMembers(seed: seed)
    for _ in 0..<25 {
      let text = random.document()
      let expected = try JSONDecoder().decode(PayloadValue.self, from: Data(text.utf8))
      let plain = try tree(text)
      #expect(try tree(Padding.lead + text) == plain, "seed \(seed): \(text)")
      for padding in Padding.allCases {
        let padded = text + padding.text
        #expect(try tree(padded) == plain, "seed \(seed), \(padding): \(text)")
        let value = try decoder.decode(PayloadValue.self, from: padded)
        #expect(value == expected, "seed \(seed), \(padding): \(text)")
        let ours = try decoder.decode(PlainTree.self, from: padded)
        let theirs = try JSONDecoder().decode(PlainTree.self, from: Data(padded.utf8))
        #expect(ours == theirs, "seed \(seed), \(padding): \(text)")
      }
    }
  }

  // MARK: - Codable types

  private struct Record: Decodable, Equatable {
    struct Part: Decodable, Equatable {
      var id: Int
      var name: String?
    }

    var id: Int
    var title: String
    var isNew: Bool?
    var price: Double?
    var longerKeyOfManyLetters: String?
    var part: Part?
    var parts: [Part]
    var names: [String]?
    var counts: [String: Int]?
  }

  /// The text of a record, with its members in any order and others in between.
  private func record(_ random: inout RandomMembers) -> String {
    let part = #"{"id":3,"name":"n"}"#
    var members = [
      random.pick([
        #""id":7"#, #""id": 7"#, #""id":-7"#, #""id":"7""#, #""id":1234567890123"#,
        #""id":-1234567890"#,
      ]),
      random.pick([#""title":"t""#, #""title":"t\n""#, #""title":"東""#, #""title":null"#]),
      random.pick([#""isNew":true"#, #""isNew":false"#, #""isNew":null"#, #""other":1"#]),
      random.pick([
        #""price":1.5"#, #""price":12345678.5"#, #""price":1e2"#, #""price":-0.123456789012"#,
      ]),
      #""longerKeyOfManyLetters":"\#(String(repeating: "l", count: random.pick([0, 57, 70])))""#,
      random.pick([#""part":{}"#, #""part":\#(part)"#, #""part":null"#]),
      random.pick([
        #""parts":[]"#, #""parts":[\#(part),\#(part)]"#, #""parts":[\#(part) , {"id":1}]"#,
      ]),
      random.pick([#""names":["a","é"]"#, #""names":[]"#, #""names":[1]"#]),
      random.pick([#""counts":{"a":1,"b":2}"#, #""counts":{}"#, #""id":9"#]),
    ]
    var text = ""
    while !members.isEmpty {
      let place = random.pick(Array(members.indices))
      let indentation = String(
        repeating: " ",
        count: random.pick([0, 1, 6, 7, 8, 9, 15, 16, 17, 40])
      )
      text += text.isEmpty ? "" : random.pick([",", ", ", ",\n" + indentation])
      text += members.remove(at: place)
    }
    return "{\(text)}"
  }

  @Test(arguments: Thoroughness.seeds(400..<420))
  func `decodes types as JSONDecoder does`(_ seed: UInt64) throws {
    var random = RandomMembers(seed: seed)
    for _ in 0..<60 {
      let records = (0..<random.pick([1, 2, 3])).map { _ in record(&random) }
      let text = "[\(records.joined(separator: random.pick([",", " , ", ",\n"])))]"
      let far = ScalarOutcome<[Record]> {
        try decoder.decode([Record].self, from: Padding.lead + text)
      }
      #expect(far == .foundation(Padding.lead + text), "seed \(seed): \(text)")
      for padding in Padding.allCases {
        let padded = text + padding.text
        let ours = ScalarOutcome<[Record]> { try decoder.decode([Record].self, from: padded) }
        #expect(ours == .foundation(padded), "seed \(seed), \(padding): \(text)")
      }
    }
  }

  // MARK: - Arrays of objects

  /// How many elements a container says it has, and how many it gives.
  private struct Sizes: Decodable, Equatable {
    var counts: [Int] = []

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        let count = try #require(list.count)
        var elements = 0
        var inner: [Int] = []
        while !list.isAtEnd {
          inner += try list.decode(Sizes.self).counts
          elements += 1
        }
        #expect(elements == count)
        counts = [count] + inner
      } else if let object = try? decoder.container(keyedBy: AnyKey.self) {
        counts = [-object.allKeys.count]
        for key in object.allKeys { counts += try object.decode(Sizes.self, forKey: key).counts }
      }
    }
  }

  @Test(arguments: [
    (#"[{"a":1},{"b":2},{"c":3}]"#, [3, -1, -1, -1]),
    (#"[{"a":1},{},{"c":3}]"#, [3, -1, 0, -1]), (#"[{},{"a":1}]"#, [2, 0, -1]),
    (#"[{"a":1} , {"b":2},{"c":3}]"#, [3, -1, -1, -1]), (#"[{"a":1},[{"b":2}]]"#, [2, -1, 1, -1]),
    (#"[{"a":1},2,{"b":1},"x",{"c":1}]"#, [5, -1, -1, -1]),
    (#"[{"a":1},null,{"b":1},{"c":1}]"#, [4, -1, -1, -1]),
    (#"{"a":{"b":1},"c":{"d":1}}"#, [-2, -1, -1]),
    (#"[[{"a":1},{"b":2}],{"c":3},{"d":4}]"#, [3, 2, -1, -1, -1, -1]),
    (
      #"{"x":[{"a":1},{"b":2}],"y":{"z":[{"c":3},{"d":[{"e":5},{"f":6}]}]}}"#,
      [
        -2, 2, -1, -1, -1, 2, -1, -1, 2, -1, -1,
      ]
    ),
    (#"[{"a":{"b":1}},{"c":{"d":1}},{"e":[]}]"#, [3, -1, -1, -1, -1, -1, 0]),
    (#"[{"a":[]},{"c":{}},{"e":[{}]}]"#, [3, -1, 0, -1, 0, -1, 1, 0]),
  ])
  func `arrays of objects have the number of their elements`(_ text: String, _ counts: [Int]) throws
  {
    for padding in Padding.allCases {
      let sizes = try decoder.decode(Sizes.self, from: text + padding.text)
      #expect(sizes.counts == counts, "\(text) + \(padding)")
    }
  }

  @Test(arguments: [1, 2, 100, 3000])
  func `long arrays of objects have the right end`(_ count: Int) throws {
    let objects = (0..<count).map { #"{"n":\#($0)}"# }.joined(separator: ",")
    let text = #"{"list":[\#(objects)],"last":[\#(objects)]}"#
    let lists = try decoder.decode([String: [[String: Int]]].self, from: text)
    #expect(Set(lists.keys) == ["list", "last"])
    for list in lists.values { #expect(list.map { $0["n"] } == Array(0..<count)) }
  }

  @Test(arguments: Padding.allCases)
  func `successive objects of an array have the same depth`(
    _ padding: Padding
  ) throws {
    let limited = PolymorphicJSONDecoder()
    limited.depthLimit = 3
    let right = #"[{"a":1},{"a":{}},{"a":[1]},{"b":{"c":1}}]"#
    #expect(try FirstError.found(in: Array((right + padding.text).utf8), by: limited) == nil)
    for (text, offset) in [
      (#"[{"a":1},{"a":[[]]}]"#, 15), (#"[{"a":1},{"a":{"b":{"c":1}}}]"#, 19),
      (#"[{"a":1},{"a":1},[[{"b":1}]]]"#, 19), (#"[{"a":1},{"b":2},{"a":{"b":[]}}]"#, 27),
    ] {
      let fault = try FirstError.found(in: Array((text + padding.text).utf8), by: limited)
      #expect(fault?.offset == offset, "\(text)")
      #expect(fault?.reason.contains("nested deeper than 3 levels") == true)
    }
  }
}
