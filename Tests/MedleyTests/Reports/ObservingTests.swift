import Medley
import MedleyResilience
import TestSupport
import Testing

/// Observers are process-wide and permanent, so each test observes its own key.
@Suite struct ObservingTests {
  typealias Element = Polymorphic<any Media>

  /// The issues that an observer receives under the key before the body returns.
  private static func heard(
    under key: String,
    _ body: () throws -> Void
  ) async throws -> [String] {
    let (stream, hearing) = AsyncStream.makeStream(of: DecodingIssue.self)
    DecodingReport.observe { issue in
      if issue.recoveredPath.first?.stringValue == key { hearing.yield(issue) }
    }
    try body()
    // Ignores later issues.
    hearing.finish()
    var lines: [String] = []
    for await issue in stream {
      lines.append("\(issue.recoveredPath.dropFirst().map { $0 }.place) \(issue.action)")
    }
    return lines
  }

  @Test(arguments: Backend.allCases)
  func `receives each issue once, in order, before decode returns`(
    _ backend: Backend
  ) async throws {
    let key = uniqueKey()
    let heard = try await Self.heard(under: key) {
      let json = #"{"\#(key)":[1,"a",2,"b",[],3,{}]}"#
      _ = try backend.decode(Lossy<[String: [Int]]>.self, from: json)
    }
    #expect(heard == ["[1] dropped", "[3] dropped", "[4] dropped", "[6] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `receives each issue once while reports are collected`(_ backend: Backend) async throws {
    let key = uniqueKey()
    let json = #"{"\#(key)":[1,"a",2,"b"]}"#
    let collector = DecodingReport.Collector()
    let heard = try await Self.heard(under: key) {
      let (_, outer) = try DecodingReport.collecting {
        let (_, inner) = try DecodingReport.collecting {
          try backend.decode(Lossy<[String: [Int]]>.self, from: json) {
            $0.report(to: collector)
          }
        }
        #expect(inner.issues.count == 2)
        _ = try backend.decode([String: Lossy<[Int]>].self, from: json) {
          $0.report(to: collector)
        }
      }
      #expect(outer.issues.count == 2)
    }
    #expect(collector.report.isClean)
    #expect(heard == ["[1] dropped", "[3] dropped", "[1] dropped", "[3] dropped"])

    let second = try await Self.heard(under: key) {
      _ = try backend.decode(Lossy<[String: [Int]]>.self, from: json) { $0.report(to: collector) }
    }
    #expect(collector.report.issues.count == 2)
    #expect(second == ["[1] dropped", "[3] dropped"])
  }

  @Test func `every observer receives every issue`() async throws {
    let key = uniqueKey()
    let (stream, hearing) = AsyncStream.makeStream(of: Int.self)
    for observer in 0..<3 {
      DecodingReport.observe { issue in
        if issue.recoveredPath.first?.stringValue == key { hearing.yield(observer) }
      }
    }
    _ = try Backend.json.decode(Lossy<[String: [Int]]>.self, from: #"{"\#(key)":["a",1,"b"]}"#)
    hearing.finish()
    let heard = await stream.reduce(into: []) { $0.append($1) }
    #expect(heard == [0, 1, 2, 0, 1, 2])
  }

  @Test(arguments: Backend.allCases)
  func `doesn't receive the issues inside a dropped element`(
    _ backend: Backend
  ) async throws {
    struct Entry: Decodable {
      @Lossy var list: [Int]
      var id: Int
    }
    let key = uniqueKey()
    let json = #"{"\#(key)":[{"list":["a"],"id":1},{"list":["b",2,"c"]},{"list":[3],"id":2}]}"#
    let heard = try await Self.heard(under: key) {
      _ = try backend.decode(Lossy<[String: [Entry]]>.self, from: json)
      _ = try DecodingReport.collecting {
        try backend.decode([String: Lossy<[Entry]>].self, from: json)
      }
    }
    let each = ["[0].list[0] dropped", "[1] dropped"]
    #expect(heard == each + each)
  }

  @Test(arguments: Backend.allCases)
  func `receives one issue for a kept malformed payload`(
    _ backend: Backend
  ) async throws {
    let key = uniqueKey()
    let registry = try DecodingReportTests.lenient
      .registering(DecodingReportTests.Shelf.self, for: "SHELF")
    let json = """
      {"\(key)":[{"type":"SHELF","title":"a","items":[{"type":"MOVIE"},{}]},{"type":"X"},
       {"type":"SHELF","title":"b","items":[{}],"last":1}]}
      """
    let heard = try await Self.heard(under: key) {
      _ = try backend.decode([String: [Element]].self, from: json, with: registry)
    }
    #expect(heard == ["[0] kept", "[2].items[0] kept"])
  }

  @Test func `receives the issues before a failure`() async throws {
    struct Entry: Decodable {
      @Lossy var list: [Int]
      var id: Int
    }
    let key = uniqueKey()
    let heard = try await Self.heard(under: key) {
      #expect(throws: DecodingError.self) {
        try Backend.json.decode([String: Entry].self, from: #"{"\#(key)":{"list":["a"]}}"#)
      }
    }
    #expect(heard == ["list[0] dropped"])
  }

  @Test func `doesn't receive issues of decoding in an observer`() async throws {
    let key = uniqueKey()
    let json = #"{"\#(key)":[1,"a"]}"#
    let collector = DecodingReport.Collector()
    DecodingReport.observe { issue in
      guard issue.recoveredPath.first?.stringValue == key else { return }
      _ = try? Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
      _ = try? Backend.json.decode(Lossy<[String: [Int]]>.self, from: json) {
        $0.report(to: collector)
      }
    }
    let heard = try await Self.heard(under: key) {
      let (_, report) = try DecodingReport.collecting {
        try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
      }
      #expect(report.losses == ["\(key)[1] dropped"])
    }
    #expect(heard == ["[1] dropped"])
    #expect(collector.report.isClean)
  }

  @Test func `an observer can collect its own decoding`() async throws {
    let key = uniqueKey()
    let json = #"{"\#(key)":[1,"a"]}"#
    let (stream, hearing) = AsyncStream.makeStream(of: Int.self)
    DecodingReport.observe { issue in
      guard issue.recoveredPath.first?.stringValue == key else { return }
      let (_, report) = DecodingReport.collectingResult {
        try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
      }
      hearing.yield(report.issues.count)
    }
    let heard = try await Self.heard(under: key) {
      _ = try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
    }
    hearing.finish()
    #expect(heard == ["[1] dropped"])
    #expect(await stream.reduce(into: []) { $0.append($1) } == [1])
  }

  @Test func `receives the issues of each thread in order`() async throws {
    let keys = (0..<16).map { _ in uniqueKey() }
    let (stream, hearing) = AsyncStream.makeStream(of: DecodingIssue.self)
    DecodingReport.observe { issue in
      if let key = issue.recoveredPath.first, keys.contains(key.stringValue) {
        hearing.yield(issue)
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in keys {
        group.addTask {
          try await onOwnThread {
            let json = #"{"\#(key)":["a",0,"b",{},"c"]}"#
            _ = try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
          }
        }
      }
      try await group.waitForAll()
    }
    hearing.finish()
    var places: [String: [Int?]] = [:]
    for await issue in stream {
      let key = try #require(issue.recoveredPath.first)
      places[key.stringValue, default: []].append(issue.recoveredPath.last?.intValue)
    }
    #expect(Set(places.keys) == Set(keys))
    #expect(places.values.allSatisfy { $0 == [0, 2, 3, 4] })
  }
}
