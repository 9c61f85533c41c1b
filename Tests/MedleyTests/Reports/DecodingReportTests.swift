import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct DecodingReportTests {
  typealias Element = Polymorphic<any Media>

  static var lenient: PolymorphicRegistry<any Media> {
    var registry = PolymorphicRegistry.media
    registry.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    return registry
  }

  struct Feed: Codable {
    @Lossy var items: [Element]
    @Lossy var tags: [String]
  }

  static let json = """
    {"items":[{"type":"MOVIE","title":"a"},{"type":"MOVIE"},{"title":"b"},{"type":"OPERA"},
      {"type":"BOOK","title":4},{"type":"OPERA"},{"type":[]}],"tags":["x",1]}
    """

  @Test(arguments: Backend.allCases)
  func `has every issue in order with its path, action and tag`(_ backend: Backend) throws {
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(Feed.self, from: Self.json, with: .media)
    }
    #expect(feed.items.known.map(\.title) == ["a"])
    #expect(feed.items.unknown.map(\.tag) == ["OPERA", "OPERA"])
    #expect(feed.tags == ["x"])
    #expect(
      report.issues.map(\.codingPath.place) == [
        "items[1].title", "items[2].type", "items[4].title", "items[6].type", "tags[1]",
      ]
    )
    #expect(
      report.issues.map(\.recoveredPath.place) == [
        "items[1]", "items[2]", "items[4]", "items[6]", "tags[1]",
      ]
    )
    #expect(report.issues.map(\.action) == Array(repeating: .dropped, count: 5))
    #expect(report.issues.map(\.tag) == ["MOVIE", nil, "BOOK", nil, nil])
    #expect(
      report.issues.map { ($0.error as? DecodingError)?.kind } == [
        .keyNotFound, .keyNotFound, .typeMismatch, .typeMismatch, .typeMismatch,
      ]
    )
    #expect(!report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `counts unknown tags, which aren't issues`(_ backend: Backend) throws {
    let json = """
      [{"type":"X"},{"type":4},{"type":"X"},{"type":"MOVIE","title":"a"},{"type":true}]
      """
    let (_, report) = try DecodingReport.collecting { try backend.feed(json, .media) }
    #expect(report.unknownTags == ["X": 2, 4: 1, true: 1])
    #expect(report.issues.isEmpty)
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `counts unknown tags whatever the policy`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry.media
    registry.policies.unknown = .decode(as: Labelled.self)
    let json = #"[{"type":"X","title":"a"},{"type":"X","title":"b"}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.known.count == 2)
    #expect(report.unknownTags == ["X": 2])
    registry.policies.unknown = .throw
    let strict = registry
    let (result, failed) = DecodingReport.collectingResult { try backend.feed(json, strict) }
    #expect(throws: DecodingError.self) { try result.get() }
    #expect(failed.unknownTags == ["X": 1])
    let (lossy, dropped) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Element]>.self, from: json, with: strict)
    }
    #expect(lossy.wrappedValue.isEmpty)
    #expect(dropped.unknownTags == ["X": 2])
    #expect(dropped.issues.map(\.tag) == ["X", "X"])
    #expect(dropped.issues.map(\.codingPath.place) == ["[0].type", "[1].type"])
  }

  @Test(arguments: Backend.allCases)
  func `reports elements that a policy keeps, except for unknown tags`(_ backend: Backend) throws {
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(
        #"[{"type":"X"},{},{"type":null},{"type":1.5},{"type":"MOVIE"}]"#,
        Self.lenient
      )
    }
    #expect(feed.unknown.count == 5)
    #expect(report.issues.map(\.action) == [.kept, .kept, .kept, .kept])
    #expect(
      report.issues.map(\.codingPath.place) == ["[1].type", "[2].type", "[3].type", "[4].title"]
    )
    #expect(report.issues.map(\.recoveredPath.place) == ["[1]", "[2]", "[3]", "[4]"])
    #expect(report.issues.map(\.tag) == [nil, nil, nil, "MOVIE"])
    #expect(report.unknownTags == ["X": 1])
  }

  struct Shelf: Media {
    var title: String
    @Lossy var items: [Element]
    var last: Int
  }

  @Test(arguments: Backend.allCases)
  func `discards the issues inside a dropped element`(_ backend: Backend) throws {
    let registry = try Self.lenient.registering(Shelf.self, for: "SHELF")
    var strict = registry
    strict.policies = .init()
    let json = """
      [{"type":"SHELF","title":"a","items":[{"type":"X"},{"type":"MOVIE"},{}]},
       {"type":"SHELF","title":"b","items":[{"type":"MOVIE"},{"type":"X"}],"last":1}]
      """
    let copy = strict
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Element]>.self, from: json, with: copy)
    }
    #expect(feed.wrappedValue.known.map(\.title) == ["b"])
    #expect(report.issues.map(\.codingPath.place) == ["[0].last", "[1].items[0].title"])
    #expect(report.issues.map(\.recoveredPath.place) == ["[0]", "[1].items[0]"])
    #expect(report.issues.map(\.tag) == ["SHELF", "MOVIE"])
    #expect(report.unknownTags == ["X": 2])

    let (kept, second) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(kept.unknown.count == 1)
    #expect(second.issues.map(\.codingPath.place) == ["[0].last", "[1].items[0].title"])
    #expect(second.issues.map(\.action) == [.kept, .kept])
  }

  @Test(arguments: Backend.allCases)
  func `a body that throws keeps its issues only in collectingResult`(
    _ backend: Backend
  ) throws {
    struct Page: Codable {
      @Lossy var tags: [String]
      var id: Int
    }
    let json = #"{"tags":["a",1],"other":2}"#
    #expect(throws: DecodingError.self) {
      try DecodingReport.collecting { try backend.decode(Page.self, from: json) }
    }
    let (result, report) = DecodingReport.collectingResult {
      try backend.decode(Page.self, from: json)
    }
    let error = try #require(throws: DecodingError.self) { try result.get() }
    #expect(error.place == "id")
    #expect(report.issues.map(\.codingPath.place) == ["tags[1]"])
    let (good, empty) = DecodingReport.collectingResult { 5 }
    #expect(try good.get() == 5)
    #expect(empty.isClean)
  }

  @Test func `nested collecting is separate`() throws {
    let ((inner, innerReport), outer) = try DecodingReport.collecting {
      let first = try Backend.json.decode(Lossy<[Int]>.self, from: #"[1,"a"]"#)
      let second = try DecodingReport.collecting {
        try Backend.json.decode(Lossy<[Int]>.self, from: #"["b",2,"c"]"#)
      }
      #expect(first.wrappedValue == [1])
      return second
    }
    #expect(inner.wrappedValue == [2])
    #expect(innerReport.issues.count == 2)
    #expect(outer.issues.count == 1)
  }

  @Test func `collects nothing outside a collecting call`() throws {
    #expect(
      try Backend.json.decode(Lossy<[Int]>.self, from: #"[1,"a"]"#).wrappedValue == [1]
    )
    let (_, report) = DecodingReport.collectingResult { 1 }
    #expect(report.issues.isEmpty)
  }

  @Test func `concurrent decode calls have separate reports`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<20 {
            let bad = (task + round) % 5
            let elements =
              Array(repeating: #"{"type":"MOVIE"}"#, count: bad) + [#"{"type":"T\#(task)"}"#]
            let (feed, report) = try DecodingReport.collecting {
              try Backend.json.decode(
                Lossy<[Element]>.self,
                from: "[\(elements.joined(separator: ","))]",
                with: .media
              )
            }
            #expect(feed.wrappedValue.count == 1)
            #expect(report.issues.count == bad)
            #expect(report.unknownTags == [.string("T\(task)"): 1])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `the tasks of one call share its report`() async throws {
    let (task, outer) = DecodingReport.collecting {
      Task {
        try Backend.json.decode(Lossy<[Int]>.self, from: #"[1,"a"]"#).wrappedValue
      }
    }
    #expect(try await task.value == [1])
    #expect(outer.issues.count <= 1)
  }

  @Test(arguments: Backend.allCases)
  func `counts an assumed tag only if it is unknown`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry.media
    registry.policies.missing = .assume("MOVIE")
    registry.policies.null = .assume("OPERA")
    let copy = registry
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(#"[{"title":"a"},{"type":null,"title":"b"}]"#, copy)
    }
    #expect(feed.known.map(\.title) == ["a"])
    #expect(report.unknownTags == ["OPERA": 1])
    #expect(report.isClean)
  }

  @Test func `later issues don't change a report`() throws {
    let collector = DecodingReport.Collector()
    let decode = Backend.json.decodeCall { $0.report(to: collector) }
    _ = try decode(#"["a"]"#)
    let early = collector.report
    _ = try decode(#"[1,"b"]"#)
    #expect(early.losses == ["[0] dropped"])
    #expect(collector.report.losses == ["[0] dropped", "[1] dropped"])
  }

  @Test func `describes itself line by line`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Feed.self, from: Self.json, with: .media)
    }
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0] == #"items[1].title: missing (in MOVIE); dropped"#)
    #expect(lines[1].hasPrefix(#"items[2].type: Expected one of "MOVIE", "BOOK", "NOVEL""#))
    // The rest of the message is the decoder's.
    #expect(lines[2].hasPrefix("items[4].title: expected a string, found "))
    #expect(lines[2].hasSuffix(#" (in BOOK); dropped"#))
    #expect(lines[3].hasPrefix("items[6].type: Expected one of"))
    #expect(lines[4].hasPrefix("tags[1]: expected a string, found "))
    #expect(lines[4].hasSuffix("; dropped"))
    #expect(lines[5] == #"unknown tag "OPERA": met 2 times"#)
  }
}
