import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// Members of lossy types, some of which remove the issues of a failure themselves.
@Suite struct LossyMemberTests {
  struct Course: Codable {
    @Lossy var level: Int?
    @Lossy var years: [Int]
    @Lossy var names: [[String]]?
    @Lossy var marks: Set<Int>
    @Lossy var hero: RollbackTests.Row?
    @Lossy var pages: [String: [Int]]
  }

  private static let courses = """
    [{"level":"x","years":[1,"a"],"names":[["b",2],3],"marks":["c",4],
      "hero":{"cells":["d"],"id":1},"pages":{"e":["f"]}},
     {"level":5,"years":"g","names":{"h":1},"marks":false,"hero":{"cells":["i"]},"pages":["j"]}]
    """

  private static let losses = [
    "[0].level defaulted", "[0].years[1] dropped", "[0].names[0][1] dropped",
    "[0].names[1] dropped", "[0].marks[0] dropped", "[0].hero.cells[0] dropped",
    "[0].pages.e[0] dropped", "[1].years defaulted", "[1].names defaulted",
    "[1].marks defaulted", "[1].hero defaulted", "[1].pages defaulted",
  ]

  @Test(arguments: Backend.allCases)
  func `reports the same issues to a task and to a collector`(_ backend: Backend) throws {
    let collector = DecodingReport.Collector()
    _ = try backend.decode([Course].self, from: Self.courses) { $0.report(to: collector) }
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Course].self, from: Self.courses)
    }
    #expect(report.losses == Self.losses)
    #expect(collector.report.losses == Self.losses)
  }

  /// A type that decodes another document while it is decoded.
  private struct Nested: Decodable {
    static let key = CodingUserInfoKey(rawValue: "LossyMemberTests.nested")
    let courses: [Course]

    init(from decoder: any Decoder) throws {
      let key = try #require(Self.key)
      let decode = try #require(decoder.userInfo[key] as? @Sendable () throws -> [Course])
      courses = try decode()
    }
  }

  @Test(arguments: Backend.allCases, Backend.allCases)
  func `members of an inner decoder use its collector`(
    _ backend: Backend,
    _ innerBackend: Backend
  ) throws {
    let (outer, inner) = (DecodingReport.Collector(), DecodingReport.Collector())
    let key = try #require(Nested.key)
    let decode: @Sendable () throws -> [Course] = {
      try innerBackend.decode([Course].self, from: Self.courses) { $0.report(to: inner) }
    }
    let values = try backend.decode(Lossy<[Nested]>.self, from: "[1]") {
      $0.report(to: outer)
      $0[key] = decode
    }
    #expect(values.wrappedValue.map(\.courses.count) == [2])
    #expect(outer.report.isClean)
    #expect(inner.report.losses == Self.losses)
  }

  /// An element that isn't dropped, because its registry is missing.
  private struct Holder: Decodable {
    @Lossy var items: [Either]

    struct Either: Decodable {
      init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decode(Int.self) > 1 else { return }
        _ = try Polymorphic<any Media>(from: decoder)
      }
    }
  }

  /// A type that continues after a mistake in the program.
  private struct Patient: Decodable {
    init(from decoder: any Decoder) throws {
      #expect(throws: (any Error).self) { try Holder(from: decoder) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a list that fails after it dropped an element leaves no issue`(_ backend: Backend) throws {
    let collector = DecodingReport.Collector()
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Patient].self, from: #"[{"items":["a",1,2]}]"#)
    }
    #expect(report.isClean)
    _ = try backend.decode([Patient].self, from: #"[{"items":["a",1,2]}]"#) {
      $0.report(to: collector)
    }
    #expect(collector.report.isClean)
  }

  /// A type that keeps its decoder.
  private struct Keeping: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
    }
  }

  /// Decoders of Foundation can't be used after their call.
  @Test func `a kept decoder reports to the receiver of its later use`() async throws {
    let collector = DecodingReport.Collector()
    let kept = try Backend.engine.decode([Keeping].self, from: Self.courses) {
      $0.report(to: collector)
    }
    #expect(collector.report.isClean)
    for element in kept { _ = try Course(from: element.decoder) }
    #expect(collector.takeReport().losses == Self.losses)
    let (_, report) = try DecodingReport.collecting {
      try kept.map { try Course(from: $0.decoder) }
    }
    #expect(report.losses == Self.losses)
    #expect(collector.report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `a type that collects in between has the issues of its members`(_ backend: Backend) throws {
    struct Curious: Decodable {
      let losses: [String]

      init(from decoder: any Decoder) throws {
        losses = try DecodingReport.collecting { try Course(from: decoder) }.report.losses
      }
    }
    let collector = DecodingReport.Collector()
    let values = try backend.decode([Curious].self, from: Self.courses) {
      $0.report(to: collector)
    }
    #expect(values.flatMap(\.losses) == Self.losses)
    #expect(collector.report.isClean)
  }
}
