import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// `decodeLossy` of both Foundation decoders.
@Suite struct DecodingLossilyTests {
  struct Post: Codable, Hashable {
    var title: String
    var date: Date?
  }

  @Test func `JSONDecoder returns the valid elements and the report`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = Data(#"[{"title":"a","date":60},{"title":4},null,{"title":"b"}]"#.utf8)
    let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
    #expect(
      posts == [
        Post(title: "a", date: Date(timeIntervalSince1970: 60)), Post(title: "b", date: nil),
      ]
    )
    #expect(report.issues.map(\.codingPath.place) == ["[1].title", "[2]"])
    #expect(report.issues.map(\.action) == [.dropped, .dropped])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `PropertyListDecoder returns the valid elements and the report`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [
        ["title": "a", "date": Date(timeIntervalSinceReferenceDate: 60)], ["title": 4], "x",
      ] as [Any],
      format: format,
      options: 0
    )
    let (posts, report) = try PropertyListDecoder().decodeLossy([Post].self, from: data)
    #expect(posts == [Post(title: "a", date: Date(timeIntervalSinceReferenceDate: 60))])
    #expect(report.issues.map(\.codingPath.place) == ["[1].title", "[2]"])
  }

  @Test func `decodes other collections and optionals lossily`() throws {
    let decoder = JSONDecoder()
    let map = try decoder.decodeLossy(
      [String: Set<Int>].self,
      from: Data(#"{"a":[1,"x"],"b":2}"#.utf8)
    )
    #expect(map.value == ["a": [1]])
    #expect(map.report.issues.count == 2)
    let maybe = try decoder.decodeLossy(Post?.self, from: Data("null".utf8))
    #expect(maybe.value == nil)
    #expect(maybe.report.isClean)
    let none = try decoder.decodeLossy([Int].self, from: Data("{}".utf8))
    #expect(none.value == [])
    #expect(none.report.issues.map(\.action) == [.defaulted])
  }

  @Test func `elements such as dates and data follow the decoder's strategies`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let dates = try decoder.decodeLossy(
      [Date].self,
      from: Data(#"["1970-01-01T00:01:00Z","never",4]"#.utf8)
    )
    #expect(dates.value == [Date(timeIntervalSince1970: 60)])
    #expect(dates.report.issues.count == 2)
    let data = try decoder.decodeLossy(
      [String: Data?].self,
      from: Data(#"{"a":"AQI=","b":null,"c":4}"#.utf8)
    )
    #expect(data.value == ["a": Data([1, 2]), "b": nil])
    let urls = try decoder.decodeLossy(
      [URL].self,
      from: Data(#"["https://example.com/a",4]"#.utf8)
    )
    #expect(urls.value.map(\.absoluteString) == ["https://example.com/a"])
    let numbers = try decoder.decodeLossy([Decimal].self, from: Data(#"[1.5,"x"]"#.utf8))
    #expect(numbers.value == [Decimal(1.5)])
  }

  @Test func `throws for invalid JSON and invalid property lists`() throws {
    for json in ["[1,", "", "[1 2]"] {
      let error = try #require(throws: DecodingError.self) {
        try JSONDecoder().decodeLossy([Int].self, from: Data(json.utf8))
      }
      #expect(error.kind == .dataCorrupted)
    }
    let error = try #require(throws: DecodingError.self) {
      try PropertyListDecoder().decodeLossy([Int].self, from: Data("<plist".utf8))
    }
    #expect(error.kind == .dataCorrupted)
  }

  @Test func `decodes elements of registries`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo.register(PolymorphicRegistry<any Sendable>("type", ["P": Post.self]))
    let (feed, report) = try decoder.decodeLossy(
      [Polymorphic<any Sendable>].self,
      from: Data(#"[{"type":"P","title":"a"},{"type":"P"},{"type":"X"}]"#.utf8)
    )
    #expect(feed.known.count == 1)
    #expect(report.unknownTags == ["X": 1])
    #expect(report.issues.map(\.codingPath.place) == ["[1].title"])
  }
}
