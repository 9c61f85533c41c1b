import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct BudgetTests {
  struct Page: Codable {
    @Lossy var items: [Int]
    @Lossy var tags: [String]
    @Lossy var rating: Int?
  }

  static func report(_ json: String, on backend: Backend = .json) throws -> DecodingReport {
    try DecodingReport.collecting { try backend.decode(Page.self, from: json) }.report
  }

  @Test(arguments: Backend.allCases)
  func `allows as many dropped elements as its limit`(_ backend: Backend) throws {
    let report = try Self.report(#"{"items":[1,"a","b"],"tags":["x",1]}"#, on: backend)
    #expect(report.droppedCount == 3)
    try report.requireDropped(atMost: 3)
    try report.requireDropped(atMost: 30)
    for limit in 0...2 {
      let error = try #require(throws: DecodingError.self) {
        try report.requireDropped(atMost: limit)
      }
      #expect(error.details?.codingPath.place == "items[1]")
      #expect(error.summary.contains(": 3 values were dropped, and \(limit) "))
    }
  }

  @Test(arguments: Backend.allCases)
  func `doesn't count defaults and kept elements`(_ backend: Backend) throws {
    let report = try Self.report(#"{"items":4,"rating":"many"}"#, on: backend)
    #expect(
      report.losses == ["items defaulted", "tags defaulted", "rating defaulted"]
    )
    #expect(report.droppedCount == 0)
    try report.requireDropped(atMost: 0)

    let (_, kept) = try DecodingReport.collecting {
      try backend.feed(#"[{"type":"MOVIE"},{}]"#, DecodingReportTests.lenient)
    }
    #expect(kept.issues.count == 2)
    try kept.requireDropped(atMost: 0)
  }

  @Test func `throws a typed error`() throws {
    let report = try Self.report(#"{"items":["a"],"tags":[]}"#)
    do {
      try report.requireDropped(atMost: 0)
      Issue.record("One value was dropped.")
    } catch {
      // Needs no cast: the error is typed.
      #expect(
        error.summary.hasPrefix("items[0]: 1 value was dropped, and 0 are allowed. The first: ")
      )
    }
  }

  @Test func `the error has the number of dropped elements and the first issue`() throws {
    func message(_ json: String, atMost limit: Int) throws -> String {
      let report = try Self.report(json)
      let error = try #require(throws: DecodingError.self) {
        try report.requireDropped(atMost: limit)
      }
      return error.summary
    }
    #expect(
      try message(#"{"items":4,"tags":["x",{},1]}"#, atMost: 1)
        == """
        tags[1]: 2 values were dropped, and 1 is allowed. The first: expected a string, found an \
        object
        """
    )
    #expect(
      try message(#"{"items":["a"],"tags":[]}"#, atMost: 0).hasPrefix(
        "items[0]: 1 value was dropped, and 0 are allowed. The first: "
      )
    )
    #expect(
      try message(#"{"items":["a","b","c"],"tags":[]}"#, atMost: 2)
        .hasPrefix("items[0]: 3 values were dropped, and 2 are allowed. ")
    )
  }

  @Test func `an empty report is within every limit`() throws {
    let report = DecodingReport.collecting {}.report
    #expect(report.droppedCount == 0)
    try report.requireDropped(atMost: 0)
  }
}
