import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// Collectors in a decoder's `userInfo`, for code without task-local values.
@Suite struct CollectorTests {
  typealias Element = Polymorphic<any Media>

  struct Page: Codable {
    @Lossy var tags: [String]
    @Lossy var scores: [String: Int]
  }

  @Test(arguments: Backend.allCases)
  func `collects from threads and queues without task-local values`(
    _ backend: Backend
  ) async throws {
    let collector = DecodingReport.Collector()
    let decode = backend.decodeCall { $0.report(to: collector) }
    let (lists, outer) = try await DecodingReport.collecting {
      let first = try await onOwnThread { try decode(#"[1,"a"]"#) }
      let second = try await onQueue { try decode(#"["b",2,"c"]"#) }
      return [first, second]
    }
    #expect(lists == [[1], [2]])
    #expect(outer.isClean)
    #expect(collector.report.losses == ["[1] dropped", "[0] dropped", "[2] dropped"])
  }

  @Test(arguments: Backend.allCases, ["{}", #"{"other":1}"#, #"{"tags":null,"scores":null}"#])
  func `collects defaults of absent and null members`(_ backend: Backend, _ json: String) throws {
    let collector = DecodingReport.Collector()
    _ = try backend.decode([String: [Page]].self, from: #"{"pages":[\#(json)]}"#) {
      $0.report(to: collector)
    }
    #expect(
      collector.report.losses == ["pages[0].tags defaulted", "pages[0].scores defaulted"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `collects unknown raw values and unknown tags`(_ backend: Backend) throws {
    enum Genre: String { case drama = "DRAMA" }
    struct Listing: Codable {
      var genre: OpenEnum<Genre>
      var hero: Element
      var other: Element
    }
    let collector = DecodingReport.Collector()
    _ = try backend.decode(
      [Listing].self,
      from: """
        [{"genre":"WESTERN","hero":{"type":"OPERA"},"other":{"type":"MOVIE","title":7}}]
        """
    ) {
      $0.register(DecodingReportTests.lenient)
      $0.report(to: collector)
    }
    let report = collector.report
    #expect(report.unknownTags == ["OPERA": 1])
    #expect(report.unknownRawValues.values.map { $0 } == [["WESTERN": 1]])
    #expect(report.losses == ["[0].other kept"])
    #expect(report.issues.first?.tag == "MOVIE")
  }

  @Test(arguments: Backend.allCases)
  func `collects from each element what a collecting call does`(_ backend: Backend) throws {
    let json = """
      [{"type":"SHELF","title":"a","items":[{"type":"MOVIE"}],"tags":["b",1],"last":1},
       {"type":"OPERA","title":"c"},{"type":"SHELF","title":"d","items":[],"tags":[2],"last":"e"},
       {"type":"MOVIE","title":7},{"title":"f"},
       {"type":"SHELF","title":"g","items":[{"type":"OPERA"},4],"tags":[3,"h"],"last":2}]
      """
    var registry = try RollbackTests.registry(.keep)
    registry.policies.missing = .keep
    let collector = DecodingReport.Collector()
    _ = try backend.decode([Element].self, from: json) {
      $0.register(registry)
      $0.report(to: collector)
    }
    let whole = try DecodingReport.collecting {
      try backend.decode([Element].self, from: json, with: registry)
    }.report
    #expect(collector.report.losses == whole.losses)
    #expect(collector.report.issues.map(\.tag) == whole.issues.map(\.tag))
    #expect(collector.report.unknownTags == whole.unknownTags)
    #expect(whole.unknownTags["OPERA"] == 2)
    #expect(whole.losses.count == 7)
  }

  @Test func `a task's report takes precedence`() throws {
    let collector = DecodingReport.Collector()
    let decode = Backend.json.decodeCall { $0.report(to: collector) }
    _ = try decode(#"["a"]"#)
    let (_, inner) = try DecodingReport.collecting { try decode(#"[1,"b","c"]"#) }
    _ = try decode(#"[1,2,3,"d"]"#)
    #expect(inner.losses == ["[1] dropped", "[2] dropped"])
    #expect(collector.report.losses == ["[0] dropped", "[3] dropped"])
  }

  @Test func `collects from every decoder it is set on, and the last collector wins`() throws {
    let first = DecodingReport.Collector()
    let second = DecodingReport.Collector()
    _ = try Backend.json.decodeCall { $0.report(to: first) }(#"["a"]"#)
    _ = try Backend.binaryPropertyList.decodeCall { $0.report(to: first) }(#"[1,"a"]"#)
    _ = try Backend.json.decodeCall {
      $0.report(to: first)
      $0.report(to: second)
    }(#"[1,2,"a"]"#)
    #expect(first.report.losses == ["[0] dropped", "[1] dropped"])
    #expect(second.report.losses == ["[2] dropped"])
  }

  @Test func `can be set in dictionaries with values of type Any`() throws {
    let collector = DecodingReport.Collector()
    var userInfo: [CodingUserInfoKey: Any] = [:]
    userInfo.report(to: collector)
    let found = try #require(userInfo.first)
    let value = try #require(found.value as? DecodingReport.Collector)
    #expect(value === collector)
    #expect(userInfo.count == 1)
    _ = try Backend.json.decode(Lossy<[Int]>.self, from: #"["a"]"#) { $0[found.key] = value }
    #expect(collector.report.losses == ["[0] dropped"])
  }

  /// A list that is decoded twice by decoders with other user information: the collector under the key
  /// "theirs", inside optionals, and a number in its place.
  struct Forwarded: Decodable {
    init(from decoder: any Decoder) throws {
      let theirs = try #require(CodingUserInfoKey(rawValue: "theirs"))
      var own: [CodingUserInfoKey: Any] = [:]
      own.report(to: try #require(decoder.userInfo[theirs] as? DecodingReport.Collector))
      for userInfo in [
        own.mapValues { Optional(Optional($0) as Any) as Any }, own.mapValues { _ in 1 as Any },
      ] {
        let decoder = RegistryScopeTests.Forwarding(base: decoder, userInfo: userInfo)
        _ = try Lossy<[Int]>(from: decoder)
      }
    }
  }

  @Test func `is found inside an optional, and not where another value replaces it`() throws {
    let theirs = try #require(CodingUserInfoKey(rawValue: "theirs"))
    let collector = DecodingReport.Collector()
    _ = try Backend.json.decode(Forwarded.self, from: #"[1,"a"]"#) { $0[theirs] = collector }
    #expect(collector.report.losses == ["[1] dropped"])
  }

  @Test func `taking the report starts a new one and reading doesn't`() throws {
    let collector = DecodingReport.Collector(keepingContent: true)
    let decode = Backend.json.decodeCall { $0.report(to: collector) }
    _ = try decode(#"["a"]"#)
    #expect(collector.report.issues.count == 1)
    #expect(collector.report.issues.count == 1)
    #expect(collector.takeReport().losses == ["[0] dropped"])
    #expect(collector.report.isClean)
    _ = try decode(#"[1,"b"]"#)
    let report = collector.takeReport()
    #expect(report.losses == ["[1] dropped"])
    #expect(report.issues.first?.content == .string("b"))
    #expect(collector.takeReport().isClean)
  }

  @Test(arguments: Backend.allCases)
  func `a call that throws keeps earlier issues`(_ backend: Backend) throws {
    struct Strict: Codable {
      @Lossy var tags: [String]
      var id: Int
    }
    let collector = DecodingReport.Collector()
    #expect(throws: DecodingError.self) {
      try backend.decode(Strict.self, from: #"{"tags":[1]}"#) { $0.report(to: collector) }
    }
    #expect(collector.report.losses == ["tags[0] dropped"])
  }

  @Test func `loses no issue while many threads add and take reports`() async throws {
    let collector = DecodingReport.Collector()
    let decoder = JSONDecoder()
    decoder.userInfo.register(
      try PolymorphicRegistry.media.registering(DecodingReportTests.Shelf.self, for: "SHELF")
    )
    decoder.userInfo.report(to: collector)
    var reports = try await withThrowingTaskGroup(of: [DecodingReport].self) { group in
      for caller in 0..<24 {
        group.addTask {
          try await onOwnThread {
            try (0..<20).map { round in
              // The second element is dropped as a whole, with the issue inside.
              let json = """
                {"\(caller)-\(round)":[{"type":"MOVIE"},
                 {"type":"SHELF","title":"a","items":[{"type":"MOVIE"}]},{"type":"X"}]}
                """
              _ = try decoder.decode(Lossy<[String: [Element]]>.self, from: Data(json.utf8))
              return collector.takeReport()
            }
          }
        }
      }
      return try await group.reduce([], +)
    }
    reports.append(collector.takeReport())
    let places = reports.flatMap(\.places)
    let expected = (0..<24).flatMap { caller in
      (0..<20).flatMap { ["\(caller)-\($0)[0].title", "\(caller)-\($0)[1].last"] }
    }
    #expect(places.sorted() == expected.sorted())
    #expect(reports.reduce(0) { $0 + ($1.unknownTags["X"] ?? 0) } == 480)
  }

  /// The standard library creates keys without a decoder, so the collector isn't found.
  @Test func `collects dictionary keys only inside lossy values`() throws {
    enum Genre: String { case drama = "DRAMA" }
    let collector = DecodingReport.Collector()
    _ = try Backend.json.decode([OpenEnum<Genre>: Int].self, from: #"{"WESTERN":1}"#) {
      $0.report(to: collector)
    }
    #expect(collector.takeReport().unknownRawValues.isEmpty)
    _ = try Backend.json.decode(Lossy<[OpenEnum<Genre>: Int]>.self, from: #"{"WESTERN":1}"#) {
      $0.report(to: collector)
    }
    #expect(collector.report.unknownRawValues.values.map { $0 } == [["WESTERN": 1]])
  }
}
