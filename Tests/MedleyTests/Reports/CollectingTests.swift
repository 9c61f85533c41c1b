import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct CollectingTests {
  typealias Element = Polymorphic<any Media>
  typealias Ints = Lossy<[Int]>

  struct Page: Codable {
    @Lossy var tags: [String]
    var id: Int
  }

  /// A type that collects its own report.
  struct Curious: Decodable {
    @Lossy var list: [Int]
    let lost: Int

    private enum CodingKeys: CodingKey { case list, last }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let (list, report) = try DecodingReport.collecting {
        try container.decode(Lossy<[Int]>.self, forKey: .list)
      }
      _list = list
      lost = report.issues.count
      _ = try container.decode(Int.self, forKey: .last)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an asynchronous body gives the same report`(_ backend: Backend) async throws {
    let json = #"{"tags":["a",1,"b",[]],"id":3}"#
    let (page, report) = try DecodingReport.collecting {
      try backend.decode(Page.self, from: json)
    }
    let (later, second) = try await DecodingReport.collecting {
      await Task.yield()
      return try backend.decode(Page.self, from: json)
    }
    #expect(page.tags == later.tags)
    #expect(report.losses == ["tags[1] dropped", "tags[3] dropped"])
    #expect(second.losses == report.losses)
    #expect("\(second)" == "\(report)")
  }

  @Test(arguments: Backend.allCases)
  func `an asynchronous body that throws keeps its issues in the result`(
    _ backend: Backend
  ) async throws {
    let json = #"{"tags":["a",1],"name":"n"}"#
    await #expect(throws: DecodingError.self) {
      try await DecodingReport.collecting {
        await Task.yield()
        return try backend.decode(Page.self, from: json)
      }
    }
    let (result, report) = await DecodingReport.collectingResult {
      await Task.yield()
      return try backend.decode(Page.self, from: json)
    }
    #expect(try #require(throws: DecodingError.self) { try result.get() }.place == "id")
    #expect(report.losses == ["tags[1] dropped"])
    let (good, empty) = await DecodingReport.collectingResult { await Task.yield() }
    #expect(throws: Never.self) { try good.get() }
    #expect(empty.isClean)
  }

  @Test func `a nested asynchronous call has its own report`() async throws {
    let ((inner, innerReport), outer) = try await DecodingReport.collecting {
      _ = try Backend.json.decode(Ints.self, from: #"[1,"a"]"#)
      await Task.yield()
      let inner = try await DecodingReport.collecting {
        await Task.yield()
        return try Backend.json.decode(Ints.self, from: #"["b",2,"c"]"#)
      }
      _ = try Backend.json.decode(Ints.self, from: #"["d",2,"e"]"#)
      return inner
    }
    #expect(inner.wrappedValue == [2])
    #expect(innerReport.losses == ["[0] dropped", "[2] dropped"])
    #expect(outer.losses == ["[1] dropped", "[0] dropped", "[2] dropped"])
  }

  @Test func `a nested call that throws leaves the outer report unchanged`() throws {
    let (_, report) = try DecodingReport.collecting {
      _ = try Backend.json.decode(Ints.self, from: #"[1,"a"]"#)
      #expect(throws: DecodingError.self) {
        try DecodingReport.collecting {
          try Backend.json.decode(Page.self, from: #"{"tags":[1]}"#)
        }
      }
      _ = try Backend.json.decode(Ints.self, from: #"["b"]"#)
    }
    #expect(report.losses == ["[1] dropped", "[0] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `a type that collects while decoding has its own report`(
    _ backend: Backend
  ) throws {
    let json = """
      [{"list":[1,"a"],"last":1},{"list":["b","c"]},{"list":["d",2,"e"],"last":1}]
      """
    let (values, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Curious]>.self, from: json).wrappedValue
    }
    #expect(values.map(\.list) == [[1], [2]])
    #expect(values.map(\.lost) == [1, 2])
    #expect(report.losses == ["[1] dropped"])
    #expect(report.places == ["[1].last"])
  }

  @Test func `async let and group tasks add to one report`() async throws {
    let decode = Backend.json.decodeCall()
    let (lists, report) = try await DecodingReport.collecting {
      async let first = decode(#"[1,"a"]"#)
      async let second = decode(#"["b",2,"c"]"#)
      return try await [first, second]
    }
    #expect(lists == [[1], [2]])
    #expect(report.losses.sorted() == ["[0] dropped", "[1] dropped", "[2] dropped"])

    let (count, group) = try await DecodingReport.collecting {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<32 {
          group.addTask {
            let bad = Array(repeating: #""x""#, count: task)
            return try decode("[\((bad + ["1"]).joined(separator: ","))]").count
          }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(count == 32)
    #expect(group.issues.count == (0..<32).reduce(0, +))
    // Each task's issues are those of its own list: as many at [0] as lists with a bad element.
    let counts = Dictionary(grouping: group.places, by: \.self).mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: (0..<31).map { ("[\($0)]", 31 - $0) }))
  }

  @Test func `an awaited task adds to the report and a detached one doesn't`() async throws {
    let decode = Backend.json.decodeCall()
    let (_, report) = try await DecodingReport.collecting {
      _ = try await Task { try decode(#"["a"]"#) }.value
      _ = try await Task.detached { try decode(#"["b",2,"c"]"#) }.value
      _ = try await onOwnThread { try decode(#"["d"]"#) }
      _ = try await onQueue { try decode(#"["e"]"#) }
    }
    #expect(report.losses == ["[0] dropped"])
  }

  @Test func `threads that share a decoder have separate issues`() async throws {
    let decoder = JSONDecoder()
    decoder.userInfo.register(.media)
    let keys = Set(decoder.userInfo.keys)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<32 {
        group.addTask {
          let reports = try await onOwnThread {
            try (0..<25).map { round in
              try Self.decode(with: decoder, as: thread, round)
            }
          }
          for (round, report) in reports.enumerated() { Self.check(report, of: thread, round) }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(decoder.userInfo.keys) == keys)
  }

  @Test func `tasks that share a decoder have separate issues`() async throws {
    let decoder = JSONDecoder()
    decoder.userInfo.register(.media)
    let keys = Set(decoder.userInfo.keys)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for round in 0..<25 {
            Self.check(try Self.decode(with: decoder, as: task, round), of: task, round)
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(decoder.userInfo.keys) == keys)
  }

  /// Decodes a feed whose issues identify the caller.
  private static func decode(
    with decoder: JSONDecoder,
    as caller: Int,
    _ round: Int
  ) throws -> DecodingReport {
    let bad = Array(repeating: #"{"type":"MOVIE"}"#, count: (caller + round) % 5)
    let elements = bad + [#"{"type":"T\#(caller)"}"#]
    let json = #"{"\#(caller)-\#(round)":[\#(elements.joined(separator: ","))]}"#
    return try DecodingReport.collecting {
      try decoder.decode(Lossy<[String: [Element]]>.self, from: Data(json.utf8))
    }.report
  }

  private static func check(_ report: DecodingReport, of caller: Int, _ round: Int) {
    let count = (caller + round) % 5
    #expect(report.places == (0..<count).map { "\(caller)-\(round)[\($0)].title" })
    #expect(report.unknownTags == [.string("T\(caller)"): 1])
  }
}
