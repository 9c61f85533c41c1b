import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct ReportCodingTests {
  typealias Element = Polymorphic<any Media>

  enum Genre: String { case drama = "DRAMA" }
  enum Stars: Int { case many = 5 }

  struct Page: Codable {
    @Lossy var items: [Element]
    @Lossy var maps: [String: [Int]]
    var genre: OpenEnum<Genre>
    var stars: OpenEnum<Stars>
  }

  static let json = """
    {"items":[{"type":"MOVIE"},{"type":"OPERA"},{"type":4},{"type":"BOOK","title":"b"},{},null],
     "maps":{"a.b":[1,"x"],"c":{"d":2}},"genre":"WESTERN","stars":9}
    """

  static func report(
    _ backend: Backend,
    _ json: String = json,
    keepingContent: Bool = false
  ) throws -> DecodingReport {
    try DecodingReport.collecting(keepingContent: keepingContent) {
      try backend.decode(Page.self, from: json, with: .media)
    }.report
  }

  @Test(arguments: Backend.allCases)
  func `survives a round trip`(_ backend: Backend) throws {
    let report = try Self.report(backend)
    #expect(report.losses.count == 5)
    let copy = try backend.roundTrip(report)
    #expect(copy.losses == report.losses)
    #expect(copy.places == report.places)
    #expect(copy.issues.map(\.tag) == report.issues.map(\.tag))
    #expect(copy.issues.map(\.action) == report.issues.map(\.action))
    #expect(copy.unknownTags == ["OPERA": 1, 4: 1])
    #expect(copy.unknownRawValues == report.unknownRawValues)
    #expect(copy.droppedCount == report.droppedCount)
    #expect(!copy.isClean)
    #expect(!copy.encodesContent)
    #expect(copy.issues.allSatisfy { !($0.error is DecodingError) && $0.content == nil })
    // A second round trip changes nothing.
    #expect(try backend.encode(copy) == backend.encode(report))
    #expect(try "\(backend.roundTrip(copy))" == "\(copy)")
  }

  @Test(arguments: Backend.allCases)
  func `encodes an empty report`(_ backend: Backend) throws {
    let report = DecodingReport.collecting {}.report
    #expect(
      try backend.encode(report)
        == JSONTree(parsing: #"{"issues":[],"unknownTags":[],"unknownRawValues":[]}"#)
    )
    #expect(try backend.roundTrip(report).isClean)
  }

  @Test func `encodes paths, kinds of errors and counts`() throws {
    let json = #"{"items":[{"type":"MOVIE","id":7},{"type":"X"}],"maps":{},"genre":"W","stars":9}"#
    let tree = try Backend.json.encode(try Self.report(.json, json, keepingContent: true))
    let genre = "ReportCodingTests.Genre"
    let stars = "ReportCodingTests.Stars"
    #expect(
      try tree
        == JSONTree(
          parsing: """
            {"issues":[{"path":["items",0,"title"],"fault":"missing","recoveredPath":["items",0],
              "action":"dropped","tag":"MOVIE","rootType":"ReportCodingTests.Page"}],
             "unknownTags":[{"value":"X","count":1}],"rootType":"ReportCodingTests.Page",
             "unknownRawValues":[{"type":"\(genre)","value":"W","count":1},
              {"type":"\(stars)","value":9,"count":1}]}
            """
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `encodes content and messages on request`(_ backend: Backend) throws {
    var report = try Self.report(backend, keepingContent: true)
    #expect(try backend.roundTrip(report).issues.allSatisfy { $0.content == nil })
    report.encodesContent = true
    let copy = try backend.roundTrip(report)
    #expect(copy.encodesContent)
    #expect(copy.issues.map(\.content) == report.issues.map(\.content))
    #expect("\(copy)" == "\(report)")
    #expect(try backend.encode(copy) == backend.encode(report))
  }

  @Test(arguments: Backend.allCases)
  func `a report with messages keeps them when encoded again`(
    _ backend: Backend
  ) throws {
    var report = try Self.report(backend)
    report.encodesContent = true
    let copy = try backend.roundTrip(report)
    #expect("\(copy)" == "\(report)")
    #expect(try "\(backend.roundTrip(copy))" == "\(report)")
  }

  @Test(arguments: Backend.allCases)
  func `every kind of tag and key survives a round trip`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.compound("group", "kind"))
    try registry.register(Movie.self, for: ["v1", 2])
    let copy = registry
    let json = #"{"a.b":[{"group":"v1","kind":2},{"group":"v2","kind":true}],"0":[],"":[5]}"#
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[String: [Element]]>.self, from: json, with: copy)
    }
    let decoded = try backend.roundTrip(report)
    #expect(decoded.unknownTags == [["v2", true]: 1])
    #expect(decoded.issues.map(\.tag) == report.issues.map(\.tag))
    #expect(decoded.issues.contains { $0.tag == ["v1", 2] })
    #expect(decoded.places == report.places)
    #expect(
      decoded.issues.map { $0.codingPath.map(\.intValue) }
        == report.issues.map { $0.codingPath.map(\.intValue) }
    )
  }

  @Test(arguments: Backend.allCases)
  func `a key that is a number isn't decoded as an index`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[String: [Int]]>.self, from: #"{"10":[1,"x"]}"#)
    }
    let issue = try #require(backend.encode(report)["issues"]?.elements?.first)
    #expect(issue["path"]?.text == #"["10",1]"#)
    #expect(try backend.roundTrip(report).issues.map { "\($0)" } == report.issues.map { "\($0)" })
    #expect(try #require(report.issues.first).description.hasPrefix("10[1]: "))
  }

  @Test(
    arguments: Backend.allCases,
    [
      "{}", #"{"issues":[],"unknownTags":[]}"#,
      #"{"issues":[{}],"unknownTags":[],"unknownRawValues":[]}"#,
      #"{"issues":4,"unknownTags":[],"unknownRawValues":[]}"#,
    ]
  )
  func `refuses values that aren't reports`(_ backend: Backend, _ json: String) throws {
    #expect(throws: DecodingError.self) {
      try backend.decode(DecodingReport.self, from: json)
    }
  }

  @Test func `the error of a decoded report is its description`() throws {
    let report = try Self.report(.json)
    let errors = try Backend.json.roundTrip(report).issues.map { "\($0.error)" }
    #expect(try errors == Backend.json.roundTrip(report).issues.map { "\($0.error)" })
    #expect(errors.first == "missing")
  }
}
