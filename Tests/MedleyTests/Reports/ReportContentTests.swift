import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct ReportContentTests {
  typealias Element = Polymorphic<any Media>

  struct Page: Codable {
    @Lossy var items: [Element]
    @Lossy var lists: [String: [Int]]
    @Lossy var rating: Int?
    @Lossy var flags: [LenientBool]
  }

  /// The content of every issue, by its path.
  static func contents<Value: Decodable>(
    _ backend: Backend,
    _ type: Value.Type,
    _ json: String,
    _ registry: PolymorphicRegistry<any Media> = .media
  ) throws -> [String: PayloadValue?] {
    let (_, report) = try DecodingReport.collecting(keepingContent: true) {
      try backend.decode(type, from: json, with: registry)
    }
    return Dictionary(uniqueKeysWithValues: zip(report.losses, report.issues.map(\.content)))
  }

  @Test(arguments: Backend.allCases)
  func `has the whole dropped value`(_ backend: Backend) throws {
    let contents = try Self.contents(
      backend,
      Page.self,
      """
      {"items":[{"type":"MOVIE","extra":{"deep":[1,"x",false]}},{"type":"BOOK","title":"b"},7],
       "lists":{"a":[1,"y",[2]],"b":{"c":true}},"flags":["maybe",1]}
      """
    )
    #expect(contents.count == 6)
    #expect(
      contents["items[0] dropped"]
        == .object([
          (key: "extra", value: ["deep": [1, "x", false]]),
          (key: "type", value: "MOVIE"),
        ])
    )
    #expect(contents["items[2] dropped"] == .integer(7))
    #expect(contents["lists.a[1] dropped"] == .string("y"))
    #expect(contents["lists.a[2] dropped"] == .array([2]))
    #expect(contents["lists.b dropped"] == .object([(key: "c", value: true)]))
    #expect(contents["flags[0] dropped"] == .string("maybe"))
  }

  @Test(arguments: Backend.allCases)
  func `has the value that a default replaced, and none for absent`(
    _ backend: Backend
  ) throws {
    let contents = try Self.contents(
      backend,
      Page.self,
      #"{"items":{"a":1},"lists":null,"rating":"many"}"#
    )
    #expect(contents.count == 4)
    #expect(contents["items defaulted"] == .object([(key: "a", value: 1)]))
    #expect(contents["lists defaulted"] == .null)
    #expect(contents["rating defaulted"] == .string("many"))
    #expect(try #require(contents["flags defaulted"]) == nil)
  }

  @Test(arguments: Backend.allCases)
  func `has no content for members of an empty object`(_ backend: Backend) throws {
    let contents = try Self.contents(backend, Page.self, "{}")
    #expect(
      contents == ["items defaulted": nil, "lists defaulted": nil, "flags defaulted": nil]
    )
  }

  @Test(arguments: Backend.allCases)
  func `has null for a dropped null`(_ backend: Backend) throws {
    let contents = try Self.contents(backend, Lossy<[Int]>.self, "[1,null]")
    #expect(contents == ["[1] dropped": .null])
  }

  @Test(arguments: Backend.allCases)
  func `has the content of a kept element`(_ backend: Backend) throws {
    let (feed, report) = try DecodingReport.collecting(keepingContent: true) {
      try backend.feed(
        #"[{"type":"X","a":1},{"a":2},{"type":null},{"type":[1]},{"type":"MOVIE","title":3}]"#,
        DecodingReportTests.lenient
      )
    }
    #expect(report.losses == (1...4).map { "[\($0)] kept" })
    #expect(report.issues.map(\.content) == feed.dropFirst().map(\.unknown?.content))
    #expect(report.issues.first?.content == .object([(key: "a", value: 2)]))
  }

  @Test(arguments: Backend.allCases)
  func `has the raw value that a fallback case replaced`(_ backend: Backend) throws {
    enum Kind: String, ForwardCompatibleEnum, CodingKeyRepresentable {
      case other
      static func unknown(_ rawValue: String) -> Kind { .other }
    }
    enum Level: Int, ForwardCompatibleEnum {
      case low
      static func unknown(_ rawValue: Int) -> Level { .low }
    }
    let kinds = try Self.contents(backend, [Kind].self, #"["other","GAME"]"#)
    #expect(kinds == ["[1] defaulted": .string("GAME")])
    let levels = try Self.contents(backend, [Level].self, "[0,9]")
    #expect(levels == ["[1] defaulted": .integer(9)])
    let keys = try Self.contents(backend, [Kind: Int].self, #"{"GAME":1}"#)
    #expect(keys == ["GAME defaulted": .string("GAME")])
  }

  @Test(arguments: Backend.allCases)
  func `has the value of a member with an invalid key`(_ backend: Backend) throws {
    let contents = try Self.contents(backend, Lossy<[Int: String]>.self, #"{"1":"a","x":"b"}"#)
    #expect(contents == ["x dropped": .string("b")])
    // Keys that aren't strings alternate with values in an array.
    let pairs = try Self.contents(
      backend,
      Lossy<[Double: String]>.self,
      #"[1.5,"a","x","b",2.5,[],3.5]"#
    )
    #expect(
      pairs == ["[2] dropped": .string("x"), "[5] dropped": .array([]), "[6] dropped": nil]
    )
  }

  @Test(arguments: Backend.allCases)
  func `has no content by default`(_ backend: Backend) throws {
    let json = #"{"items":[{"type":"MOVIE"},7],"lists":4,"rating":"many"}"#
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Page.self, from: json, with: .media)
    }
    #expect(report.issues.count == 5)
    #expect(report.issues.allSatisfy { $0.content == nil })
    let (result, second) = DecodingReport.collectingResult {
      try backend.decode(Page.self, from: json, with: .media)
    }
    #expect(throws: Never.self) { try result.get() }
    #expect(second.issues.allSatisfy { $0.content == nil })
  }

  @Test func `every way of collecting can keep content`() async throws {
    let decode = Backend.json.decodeCall()
    let asynchronous = try await DecodingReport.collecting(keepingContent: true) {
      await Task.yield()
      return try decode(#"["a"]"#)
    }.report
    let result = DecodingReport.collectingResult(keepingContent: true) {
      try decode(#"["a"]"#)
    }.report
    let asynchronousResult = await DecodingReport.collectingResult(keepingContent: true) {
      await Task.yield()
      return try decode(#"["a"]"#)
    }.report
    let collector = DecodingReport.Collector(keepingContent: true)
    _ = try Backend.json.decodeCall { $0.report(to: collector) }(#"["a"]"#)
    for report in [asynchronous, result, asynchronousResult, collector.report] {
      #expect(report.issues.map(\.content) == [.string("a")])
    }
  }

  @Test(arguments: Backend.allCases)
  func `keeping content adds no issues`(_ backend: Backend) throws {
    // The dropped element has elements of its own, which are captured and not decoded again.
    let json = #"[[{"type":"X"},{"type":"MOVIE"}],[{"type":"X"}]]"#
    let (_, report) = try DecodingReport.collecting(keepingContent: true) {
      try backend.decode([Lossy<[Element]>].self, from: json, with: .media)
    }
    #expect(report.losses == ["[0][1] dropped"])
    #expect(report.unknownTags == ["X": 2])
  }
}
