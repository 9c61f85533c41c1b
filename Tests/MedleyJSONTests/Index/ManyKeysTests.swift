import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Objects with so many members that they are searched with tables.
@Suite(.onEachEngine) struct ManyKeysTests {
  /// Reads the members under some names, in their order.
  private struct Reader: Decodable {
    let values: [Int?]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let names = try #require(Self.names.flatMap { decoder.userInfo[$0] as? [String] })
      let container = try decoder.container(keyedBy: Key.self)
      values = try names.map {
        try container.decodeIfPresent(Int.self, forKey: Key(stringValue: $0))
      }
    }

    static let names = CodingUserInfoKey(rawValue: "names")
  }

  /// Numbers of members for fingerprints, tables and neither.
  ///
  /// The first three keys are repeated.
  private static func document(_ count: Int) -> String {
    let members = (0..<count).map { #""key\#($0)":\#($0)"# }
    let again = (0..<3).map { #""k\u0065y\#($0)":-1"# }
    return "{\((members + again + [#""schlüssel":7,"a\tb":8"#]).joined(separator: ","))}"
  }

  @Test(arguments: [10, 49, 3_000, 20_000])
  func `finds every key, and the first of repeated ones, in any number of searches`(
    _ count: Int
  ) throws {
    var names = stride(from: count - 1, through: 0, by: -max(1, count / 700)).map { "key\($0)" }
    var expected: [Int?] = names.map { Int($0.dropFirst(3)) }
    names += ["schlüssel", "a\tb", "key", "key\(count)", "", "key0", "key1", "key2"]
    expected += [7, 8, nil, nil, nil, 0, 1, 2]
    let decoder = Engine.current.decoder()
    let key = try #require(Reader.names)
    for text in Padding.allCases.map({ Self.document(count) + $0.text }) {
      decoder.userInfo[key] = names
      #expect(try decoder.decode(Reader.self, from: text).values == expected)
      // The same keys in another order, so that others are searched before the table is made.
      decoder.userInfo[key] = Array(names.reversed())
      #expect(try decoder.decode(Reader.self, from: text).values == Array(expected.reversed()))
    }
  }
}
