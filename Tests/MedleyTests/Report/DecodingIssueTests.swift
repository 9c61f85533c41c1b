import Medley
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
  func `one line says what was expected, what was found, and what became of it`(
    _ json: String,
    _ beginning: String,
    _ end: String
  ) throws {
    let line = "\(try Self.issue(json))"
    #expect(line.hasPrefix(beginning), "\(line)")
    #expect(line.hasSuffix(end), "\(line)")
  }

  @Test func `an error of another kind describes itself`() throws {
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

  @Test func `a fault on top is named so`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Lossy<[Int]>.self, from: "{}")
    }
    let issue = try #require(report.issues.first)
    #expect("\(issue)".hasPrefix("the top level: expected an array"))
    #expect(issue.action == .defaulted)
    #expect(issue.recoveredPath.isEmpty)
  }

  @Test func `long tags are shortened`() throws {
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

  @Test func `actions have names`() {
    let actions: [DecodingIssue.Action] = [.dropped, .defaulted, .kept]
    #expect(actions.map(\.description) == ["dropped", "defaulted", "kept"])
    #expect(Set(actions).count == 3)
  }
}
