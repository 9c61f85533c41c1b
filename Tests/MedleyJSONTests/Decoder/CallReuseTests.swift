import Foundation
import Medley
import MedleyJSON
import Testing

/// A decoder keeps the collector of its last call for the next one.
@Suite struct CallReuseTests {
  private static func losses(_ report: DecodingReport) -> [String] {
    report.issues.map { $0.recoveredPath.map(\.stringValue).joined(separator: " ") }
  }

  private struct Course: Decodable {
    @Lossy var years: [Int]
    var level: Int
  }

  @Test func `each call has its own issues`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let (first, second) = (DecodingReport.Collector(), DecodingReport.Collector())
    decoder.userInfo.report(to: first)
    for _ in 0..<3 {
      _ = try decoder.decode(Lossy<[Int]>.self, from: #"[1,"a"]"#)
      #expect(Self.losses(first.takeReport()) == ["Index 1"])
      // The issues before the error stay.
      #expect(throws: DecodingError.self) {
        try decoder.decode([Course].self, from: #"[{"years":["a"],"level":1},{"years":[]}]"#)
      }
      #expect(Self.losses(first.takeReport()) == ["Index 0 years Index 0"])
    }
    decoder.userInfo.report(to: second)
    _ = try decoder.decode(Lossy<[Int]>.self, from: #"["a"]"#)
    let (_, report) = try DecodingReport.collecting {
      try decoder.decode(Lossy<[Int]>.self, from: #"[1,2,"a"]"#)
    }
    _ = try decoder.decode(Lossy<[Int]>.self, from: #"[1,"a"]"#)
    #expect(first.report.isClean)
    #expect(Self.losses(second.report) == ["Index 0", "Index 1"])
    #expect(Self.losses(report) == ["Index 2"])
  }

  /// An error that tells whether the report with it is still there.
  private struct Refusal: Error {
    final class Token: Sendable {}
    let token: Token
  }

  private struct Refusing: Decodable {
    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "token"))
      throw Refusal(token: try #require(decoder.userInfo[key] as? Refusal.Token))
    }
  }

  @Test func `a report goes with its collector, or with the function that collects it`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    weak var token: Refusal.Token?
    for collects in [false, true] {
      do {
        let decoder = PolymorphicJSONDecoder()
        let collector = DecodingReport.Collector()
        let held = Refusal.Token()
        token = held
        decoder.userInfo[key] = held
        if !collects { decoder.userInfo.report(to: collector) }
        let (_, report) = try DecodingReport.collecting {
          try collects ? decoder.decode(Lossy<[Refusing]>.self, from: "[1]").wrappedValue : []
        }
        if !collects { _ = try decoder.decode(Lossy<[Refusing]>.self, from: "[1]") }
        #expect((collects ? report : collector.report).issues.count == 1)
      }
      #expect(token == nil)
    }
  }

  /// What a task and the call after it wait for.
  private struct Meeting: Sendable {
    let begin: AsyncStream<Void>.Continuation
    let hasBegun: AsyncStream<Void>
    let end = DispatchSemaphore(value: 0)

    init() { (hasBegun, begin) = AsyncStream.makeStream() }
  }

  /// A type that begins a task, which decodes during a later call.
  private struct Late: Decodable {
    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "meeting"))
      let meeting = try #require(decoder.userInfo[key] as? Meeting)
      Task {
        for await _ in meeting.hasBegun {}
        _ = try PolymorphicJSONDecoder().decode(Lossy<[Int]>.self, from: #"[1,2,"late"]"#)
        meeting.end.signal()
      }
    }
  }

  /// A type that fails after that.
  private struct Failing: Decodable {
    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "meeting"))
      try #require(decoder.userInfo[key] as? Meeting).begin.finish()
      try #require(decoder.userInfo[key] as? Meeting).end.wait()
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
    }
  }

  @Test func `a task of an ended call doesn't join the next one`() async throws {
    let collector = DecodingReport.Collector()
    let key = try #require(CodingUserInfoKey(rawValue: "meeting"))
    let meeting = Meeting()
    let decoder = PolymorphicJSONDecoder(alone: true)
    decoder.userInfo.report(to: collector)
    decoder.userInfo[key] = meeting
    // The second call waits for the task, so it has a thread of its own.
    let _: Void = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            _ = try decoder.decode([Late].self, from: "[{}]")
            _ = try decoder.decode(Lossy<[Failing]>.self, from: "[{}]")
          }
        )
      }
    }
    // Had it joined, its issue would be removed with those of the element that failed.
    #expect(Self.losses(collector.report) == ["Index 2", "Index 0"])
  }
}
