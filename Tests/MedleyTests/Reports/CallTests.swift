import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// One decode call has one report, whatever is decoded in it.
@Suite struct CallTests {
  typealias Element = Polymorphic<any Media>

  struct Shelf: Media, Encodable {
    var title: String
    @Lossy var items: [Int]
    var last: Int
  }

  /// A type that decodes another document while it is decoded.
  struct Envelope: Decodable {
    let list: [Int]

    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "inner"))
      let inner = try #require(decoder.userInfo[key] as? @Sendable (String) throws -> [Int])
      list = try inner(try decoder.singleValueContainer().decode(String.self))
    }
  }

  static func registry() throws -> PolymorphicRegistry<any Media> {
    try PolymorphicRegistry.media.registering(Shelf.self, for: "SHELF")
  }

  private static let text = """
    [{"type":"SHELF","title":"a","items":[1,"x"],"last":1},{"type":"OPERA"},
     {"type":"SHELF","title":"b","items":["y",2],"last":1},
     {"type":"SHELF","title":"c","items":["z"],"last":"no"},{"type":"MOVIE","title":"d"}]
    """

  /// The issues before the element that failed.
  private static let losses = ["[0].items[1] dropped", "[2].items[0] dropped"]

  @Test(arguments: Backend.allCases)
  func `a call that throws keeps the issues before the error`(_ backend: Backend) throws {
    let collector = DecodingReport.Collector()
    let registry = try Self.registry()
    let (result, report) = DecodingReport.collectingResult {
      try backend.decode([Element].self, from: Self.text) { $0.register(registry) }
    }
    #expect(try #require(throws: DecodingError.self) { try result.get() }.place == "[3].last")
    #expect(report.losses == Self.losses)
    #expect(report.issues.map(\.tag) == ["SHELF", "SHELF"])
    #expect(report.unknownTags == ["OPERA": 1])
    #expect(throws: DecodingError.self) {
      try backend.decode([Element].self, from: Self.text) {
        $0.register(registry)
        $0.report(to: collector)
      }
    }
    #expect(collector.report.losses == Self.losses)
    #expect(collector.report.unknownTags == ["OPERA": 1])
  }

  @Test(arguments: Backend.allCases)
  func `observers receive the issues of a call that throws, in order and before it returns`(
    _ backend: Backend
  ) async throws {
    let key = uniqueKey()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    DecodingReport.observe { issue in
      guard issue.recoveredPath.first?.stringValue == key else { return }
      continuation.yield("\(issue.recoveredPath.dropFirst().map { $0 }.place) \(issue.action)")
    }
    let registry = try Self.registry()
    #expect(throws: DecodingError.self) {
      try backend.decode([String: [Element]].self, from: #"{"\#(key)":\#(Self.text)}"#) {
        $0.register(registry)
      }
    }
    continuation.finish()
    #expect(await stream.reduce(into: []) { $0.append($1) } == Self.losses)
  }

  @Test(arguments: Backend.allCases)
  func `keeps content as each listener requests`(_ backend: Backend) throws {
    let registry = try Self.registry()
    for keepsContent in [false, true] {
      let (_, report) = DecodingReport.collecting(keepingContent: keepsContent) {
        try? backend.decode([Element].self, from: Self.text) { $0.register(registry) }
      }
      #expect(report.issues.map(\.content) == (keepsContent ? ["x", "y"] : [nil, nil]))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a type that collects while decoding has its own report of elements`(
    _ backend: Backend
  ) throws {
    struct Curious: Decodable {
      let places: [String]

      private enum CodingKeys: CodingKey { case items }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (result, report) = DecodingReport.collectingResult {
          try container.decode([Element].self, forKey: .items)
        }
        #expect(throws: DecodingError.self) { try result.get() }
        places = report.losses
      }
    }
    let registry = try Self.registry()
    let (values, report) = try DecodingReport.collecting {
      try backend.decode([Curious].self, from: #"[{"items":\#(Self.text)}]"#) {
        $0.register(registry)
      }
    }
    #expect(report.isClean)
    #expect(
      values.map(\.places) == [["[0].items[0].items[1] dropped", "[0].items[2].items[0] dropped"]]
    )
  }

  @Test(arguments: Backend.allCases, Backend.allCases)
  func `an inner decoder uses its own collector`(
    _ backend: Backend,
    _ innerBackend: Backend
  ) throws {
    let (outer, inner) = (DecodingReport.Collector(), DecodingReport.Collector())
    let decode = innerBackend.decodeCall { $0.report(to: inner) }
    let key = try #require(CodingUserInfoKey(rawValue: "inner"))
    let values = try backend.decode(Lossy<[Envelope]>.self, from: ##"["[1,\"a\"]",4]"##) {
      $0.report(to: outer)
      $0[key] = decode
    }
    #expect(values.wrappedValue.map(\.list) == [[1]])
    #expect(outer.report.losses == ["[1] dropped"])
    #expect(inner.report.losses == ["[1] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `a task's report takes precedence over an inner decoder's collector`(
    _ backend: Backend
  ) throws {
    let inner = DecodingReport.Collector()
    let decode = backend.decodeCall { $0.report(to: inner) }
    let key = try #require(CodingUserInfoKey(rawValue: "inner"))
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Envelope].self, from: ##"["[1,\"a\"]"]"##) { $0[key] = decode }
    }
    #expect(inner.report.isClean)
    #expect(report.losses == ["[1] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `an unfinished task of a type doesn't affect the report`(
    _ backend: Backend
  ) async throws {
    final class Late: Decodable, Sendable {
      let task: Task<[Int], any Error>

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let key = try #require(CodingUserInfoKey(rawValue: "inner"))
        let inner = try #require(decoder.userInfo[key] as? @Sendable (String) throws -> [Int])
        let (gate, _) = AsyncStream.makeStream(of: Never.self)
        task = Task {
          // Cancelled when the call has returned.
          for await _ in gate {}
          return try inner(text)
        }
      }
    }
    let decode = backend.decodeCall()
    let key = try #require(CodingUserInfoKey(rawValue: "inner"))
    let ((), report) = try await DecodingReport.collecting {
      let late = try backend.decode([Late].self, from: ##"["[1,\"a\"]"]"##) { $0[key] = decode }
      late[0].task.cancel()
      #expect(try await late[0].task.value == [1])
    }
    #expect(report.losses == ["[1] dropped"])
  }
}
