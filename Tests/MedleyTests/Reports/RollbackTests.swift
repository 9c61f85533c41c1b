import Medley
import MedleyResilience
import TestSupport
import Testing

/// A dropped value discards the issues inside it, so that each is reported once.
@Suite struct RollbackTests {
  typealias Element = Polymorphic<any Media>

  /// A payload that fails after it has reported an issue.
  struct Shelf: Media {
    var title: String
    @Lossy var items: [Element]
    @Lossy var tags: [String]
    var last: Int
  }

  struct Row: Codable {
    @Lossy var cells: [Int]
    @Lossy var shelf: Element?
    var id: Int
  }

  static func registry(
    _ malformed: FallbackPolicy<any Media> = .throw
  ) throws -> PolymorphicRegistry<any Media> {
    var registry = try PolymorphicRegistry.media.registering(Shelf.self, for: "SHELF")
    registry.policies.malformed = malformed
    return registry
  }

  static func report<Value: Decodable>(
    _ backend: Backend,
    _ type: Value.Type,
    _ json: String,
    _ malformed: FallbackPolicy<any Media> = .throw
  ) throws -> [String] {
    let registry = try registry(malformed)
    return try DecodingReport.collecting {
      try backend.decode(type, from: json, with: registry)
    }.report.losses
  }

  @Test(arguments: Backend.allCases)
  func `a dropped row discards its own issues`(_ backend: Backend) throws {
    #expect(
      try Self.report(
        backend,
        Lossy<[Row]>.self,
        """
        [{"cells":["a"],"id":1},{"cells":["b"],"shelf":4},
         {"cells":["c",2,[]],"shelf":{"type":"MOVIE"},"id":3},{"cells":5,"id":"x"}]
        """
      ) == [
        "[0].cells[0] dropped", "[1] dropped", "[2].cells[0] dropped", "[2].cells[2] dropped",
        "[2].shelf defaulted", "[3] dropped",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `a dropped element discards its issues at every depth`(_ backend: Backend) throws {
    struct Grid: Codable {
      @Lossy var rows: [String: [Row]]
      var id: Int
    }
    let rows = #"{"a":[{"cells":["x"],"id":1},{"cells":["y"]}],"b":4}"#
    #expect(
      try Self.report(
        backend,
        Lossy<[[Grid]]>.self,
        #"[[{"rows":\#(rows),"id":1},{"rows":\#(rows)}],[{"rows":\#(rows)}],{"rows":\#(rows)}]"#
      ) == [
        "[0][0].rows.a[0].cells[0] dropped", "[0][0].rows.a[1] dropped", "[0][0].rows.b dropped",
        "[0][1] dropped", "[1][0] dropped", "[2] dropped",
      ]
    )
  }

  static let shelves = """
    [{"type":"SHELF","title":"a","items":[{"type":"MOVIE"},{}],"tags":[1]},
     {"type":"SHELF","title":"b","items":[{"type":"MOVIE"},
      {"type":"SHELF","title":"c","items":[{"type":"BOOK"}],"tags":[]}],"tags":[2],"last":1}]
    """

  @Test(arguments: Backend.allCases)
  func `payloads that a policy throws or keeps discard their issues`(
    _ backend: Backend
  ) throws {
    #expect(
      try Self.report(backend, Lossy<[Element]>.self, Self.shelves) == [
        "[0] dropped", "[1].items[0] dropped", "[1].items[1] dropped", "[1].tags[0] dropped",
      ]
    )
    #expect(
      try Self.report(backend, Lossy<[Element]>.self, Self.shelves, .keep) == [
        "[0] kept", "[1].items[0] kept", "[1].items[1] kept", "[1].tags[0] dropped",
      ]
    )
    #expect(
      try Self.report(backend, [Element].self, Self.shelves, .keep) == [
        "[0] kept", "[1].items[0] kept", "[1].items[1] kept", "[1].tags[0] dropped",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `defaulted optionals, dictionaries and properties discard their issues`(
    _ backend: Backend
  ) throws {
    struct Page: Codable {
      @Lossy var hero: Row?
      @Lossy var rows: [String: Row]
      @Defaulted<Defaults.Empty> @Lossy var list: [Row]
      var open: FieldValue<[Int]>
    }
    let row = #"{"cells":["x"]}"#
    #expect(
      try Self.report(
        backend,
        Page.self,
        #"{"hero":\#(row),"rows":{"a":\#(row),"b":{"cells":["y"],"id":1}},"list":[\#(row)]}"#
      ) == [
        "hero defaulted", "rows.a dropped", "rows.b.cells[0] dropped", "list[0] dropped",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `issues in a strict array stay reported if the call continues`(
    _ backend: Backend
  ) throws {
    // The second row fails, so a default replaces the whole list.
    struct Page: Codable {
      @Lossy var rows: [Int]
      @Lossy var strict: Strict?
    }
    struct Strict: Codable {
      var rows: [Row]
    }
    #expect(
      try Self.report(
        backend,
        Page.self,
        #"{"rows":[1,"a"],"strict":{"rows":[{"cells":["b"],"id":1},{"cells":[]}]}}"#
      ) == ["rows[1] dropped", "strict defaulted"]
    )
  }

  @Test func `tasks that share a collector keep each other's issues`() async throws {
    let registry = try Self.registry()
    let collector = DecodingReport.Collector()
    let decode: @Sendable (Int) throws -> Int = { task in
      let json = #"{"k\#(task)":\#(Self.shelves)}"#
      return try Backend.json.decode(Lossy<[String: [Element]]>.self, from: json) {
        $0.register(registry)
        $0.report(to: collector)
      }.wrappedValue.count
    }
    let expected = (0..<32).flatMap { task in
      ["[0]", "[1].items[0]", "[1].items[1]", "[1].tags[0]"].map { "k\(task)\($0) dropped" }
    }
    let (_, report) = try await DecodingReport.collecting {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<32 { group.addTask { try decode(task) } }
        for try await count in group { #expect(count == 1) }
      }
    }
    #expect(report.losses.sorted() == expected.sorted())
    #expect(collector.report.isClean)

    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<32 {
        group.addTask { try await onOwnThread { try decode(task) } }
      }
      for try await count in group { #expect(count == 1) }
    }
    #expect(collector.report.losses.sorted() == expected.sorted())
    // The issues of one call are together and in order.
    let first = try #require(collector.report.losses.firstIndex { $0.hasPrefix("k7[") })
    #expect(
      Array(collector.report.losses[first..<first + 4])
        == expected.filter { $0.hasPrefix("k7[") }
    )
  }
}
