import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct DecodingIssueTests {
  struct Values: Codable {
    @Lossy var ints: [Int]
    @Lossy var flags: [Bool]
    @Lossy var doubles: [Double]
    @Lossy var lists: [[Int]]
    @Lossy var maps: [String: [String: Int]]
  }

  static func issue(_ json: String) throws -> DecodingIssue {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Values.self, from: json)
    }
    return try #require(
      report.issues.first { ($0.error as? DecodingError)?.kind != .keyNotFound }
    )
  }

  @Test(arguments: [
    (#"{"ints":["a"]}"#, "ints[0]: expected an integer, found ", "; dropped"),
    (#"{"ints":[null]}"#, "ints[0]: expected an integer, found null", "; dropped"),
    (#"{"flags":[{}]}"#, "flags[0]: expected a Boolean, found ", "; dropped"),
    (#"{"doubles":[true]}"#, "doubles[0]: expected a number, found ", "; dropped"),
    (#"{"lists":[3]}"#, "lists[0]: expected an array, found ", "; dropped"),
    (#"{"lists":5}"#, "lists: expected an array, found ", "; defaulted"),
    (#"{"maps":{"k":4}}"#, "maps.k: expected an object, found ", "; dropped"),
  ])
  func `describes in one line what was expected, found and done`(
    _ json: String,
    _ beginning: String,
    _ end: String
  ) throws {
    let line = "\(try Self.issue(json))"
    #expect(line.hasPrefix(beginning), "\(line)")
    #expect(line.hasSuffix(end), "\(line)")
  }

  @Test func `describes errors of other types`() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "refused" } }
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Lossy<[Picky]>.self, from: "[1]")
    }
    let issue = try #require(report.issues.first)
    #expect("\(issue)" == "[0]: refused; dropped")
    let error = try #require(issue.error as? DecodingError)
    #expect(error.details?.underlyingError is Refusal)
    #expect(issue.codingPath.place == "[0]")
    #expect(issue.tag == nil)
  }

  @Test func `names an error at the top level`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Lossy<[Int]>.self, from: "{}")
    }
    let issue = try #require(report.issues.first)
    #expect("\(issue)".hasPrefix("the top level: expected an array"))
    #expect(issue.action == .defaulted)
    #expect(issue.recoveredPath.isEmpty)
  }

  @Test func `shortens long tags`() throws {
    let tag = String(repeating: "x", count: 1000)
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Movie.self, for: .string(tag))
    let copy = registry
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(
        Lossy<[Polymorphic<any Media>]>.self,
        from: #"[{"type":"\#(tag)"}]"#,
        with: copy
      )
    }
    let issue = try #require(report.issues.first)
    #expect(issue.tag == .string(tag))
    #expect("\(issue)".count < 200)
  }

  @Test(arguments: Backend.allCases)
  func `the error's path begins with the dropped value's path`(_ backend: Backend) throws {
    struct Row: Decodable {
      var cells: [[Int]]
    }
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[Row]>.self,
        from: #"[{"cells":[[1],[2,"x"]]},{"cells":null},{},4]"#
      )
    }
    #expect(report.places == ["[0].cells[1][1]", "[1].cells", "[2].cells", "[3]"])
    #expect(report.losses == (0...3).map { "[\($0)] dropped" })
    #expect(
      report.issues.map { ($0.error as? DecodingError)?.kind } == [
        .typeMismatch, .valueNotFound, .keyNotFound, .typeMismatch,
      ]
    )
  }

  /// `JSONDecoder` reports neither a path nor a number for it.
  @Test(arguments: Backend.allCases, ["1.5", "300"])
  func `an error without a path has the dropped value's path`(
    _ backend: Backend,
    _ number: String
  ) throws {
    let (list, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Int8]>.self, from: "[1,\(number),2]")
    }
    #expect(list.wrappedValue == [1, 2])
    #expect(report.places == ["[1]"])
    #expect(report.losses == ["[1] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `has the tag of the innermost element around the error`(_ backend: Backend) throws {
    let registry = try PolymorphicRegistry.media
      .registering(DecodingReportTests.Shelf.self, for: "SHELF")
    let json = """
      [{"type":"SHELF","title":"a","items":[{"type":"MOVIE"},4,{}],"last":1},
       {"type":"SHELF","title":"b","items":5,"last":1},{"type":"SHELF"},{}]
      """
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[Polymorphic<any Media>]>.self,
        from: json,
        with: registry
      )
    }
    #expect(
      report.losses == [
        "[0].items[0] dropped", "[0].items[1] dropped", "[0].items[2] dropped",
        "[1].items defaulted", "[2] dropped", "[3] dropped",
      ]
    )
    // An error about a tag is about its own element, which has none.
    let tags = report.issues.map(\.tag)
    #expect(tags[0] == "MOVIE")
    #expect(tags[2...] == [nil, "SHELF", "SHELF", nil])
  }

  @Test func `an action describes itself by its name`() {
    let actions: [DecodingIssue.Action] = [.dropped, .defaulted, .kept]
    #expect(actions.map(\.description) == ["dropped", "defaulted", "kept"])
    #expect(Set(actions).count == 3)
  }

  @Test(arguments: Backend.allCases)
  func `issues of all elements have one path of members`(_ backend: Backend) throws {
    struct Page: Decodable {
      var lists: [String: Lossy<[Int]>]
    }
    let json = #"{"lists":{"secret":[1,"a",2,"b"],"other":["c"]}}"#
    let (_, report) = try DecodingReport.collecting { try backend.decode(Page.self, from: json) }
    #expect(report.issues.count == 3)
    #expect(Set(report.issues.map(\.memberPath)) == ["lists[…][]"])
  }
}
