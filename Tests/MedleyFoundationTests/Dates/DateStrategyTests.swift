import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

@Suite struct DateStrategyTests {
  struct Post: Codable, Hashable, Sendable {
    var published: Date
    var edited: Date?
    var seen: [Date]
    var logins: [String: Date]
  }

  /// Computed: a stored value keeps bits of `Data` in a pointer, which LeakSanitizer
  /// then doesn't recognise.
  static var json: Data {
    Data(
      #"""
      {"published":"2024-01-02T03:04:05Z","edited":"2024-01-02","seen":[1704164645000,
      "2024-01-02T03:04:05.5+00:00"],"logins":{"a":"02.01.2024"}}
      """#.utf8
    )
  }

  @Test func `a decoder reads all dates with a list of formats`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formats(
      .iso8601,
      .day,
      .millisecondsSince1970,
      .pattern("dd.MM.yyyy")
    )
    let day = Date(timeIntervalSince1970: 1_704_153_600)
    let expected = Post(
      published: tuesday,
      edited: day,
      seen: [tuesday, tuesday + 0.5],
      logins: ["a": day]
    )
    #expect(try decoder.decode(Post.self, from: Self.json) == expected)
    enum Reversed: DateSource {
      static let formats: [DateFormat] = [
        .pattern("dd.MM.yyyy"), .millisecondsSince1970, .day, .iso8601,
      ]
    }
    decoder.dateDecodingStrategy = .formats(Reversed.self)
    #expect(try decoder.decode(Post.self, from: Self.json) == expected)
  }

  @Test(arguments: [
    (DateFormat.iso8601(fractionDigits: 3), #""2024-01-02T03:04:05.000Z""#),
    (.day, #""2024-01-02""#), (.pattern("d.M.yyyy"), #""2.1.2024""#),
    (.secondsSince1970, "1704164645"),
    (.millisecondsSince1970, "1704164645000"),
  ])
  func `an encoder writes all dates in a format`(
    _ format: DateFormat,
    _ expected: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .format(format)
    #expect(try encoder.encode([tuesday]) == Data("[\(expected)]".utf8))
  }

  @Test func `encoding a date beyond the format is an error`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .format(.pattern("yyyy"))
    let error = try #require(throws: EncodingError.self) {
      try encoder.encode(["a": [Date(timeIntervalSince1970: -1e12)]])
    }
    #expect(error.details?.debugDescription.contains("beyond what yyyy can state") == true)
    #expect(error.place == "a[0]")
  }

  @Test func `an optional date can be absent or null`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formats(ServerDates.self)
    for json in [
      #"{"published":"2024-01-02","seen":[],"logins":{}}"#,
      #"{"published":"2024-01-02","edited":null,"seen":[],"logins":{}}"#,
    ] {
      #expect(try decoder.decode(Post.self, from: Data(json.utf8)).edited == nil)
    }
  }

  @Test func `works with wrappers, registries and lossy arrays`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formats(.day)
    let (dates, report) = try decoder.decodeLossy(
      [Date].self,
      from: Data(#"["2024-01-02","2024-01-02T03:04:05Z",7,"x",{},[]]"#.utf8)
    )
    #expect(dates == [Date(timeIntervalSince1970: 1_704_153_600)])
    #expect(report.issues.count == 5)
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(
        FormattedDate<DateFormat.ISO8601Source, [Date]>.self,
        from: Data("[[]]".utf8)
      )
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0]")
  }
}
