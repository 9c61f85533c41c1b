import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Feeds with errors, decoded by both decoders, with their issues.
@Suite(.onEachEngine) struct LossyFeedTests {
  private enum Way: CaseIterable {
    case task, keepingContent, collector, result
  }

  private typealias Feed = Lossy<[Polymorphic<any Shelved>]>

  /// The issues of a decode call, as text.
  private func outcome(
    _ way: Way,
    _ registry: PolymorphicRegistry<any Shelved>,
    _ decode: ([CodingUserInfoKey: any Sendable]) throws -> Feed
  ) -> String {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(registry)
    let collector = DecodingReport.Collector()
    var report: DecodingReport?
    let result: Result<Feed, any Error>
    switch way {
    case .task, .result:
      let collected = DecodingReport.collectingResult { try decode(userInfo) }
      (result, report) = (collected.result, collected.report)
    case .keepingContent:
      let collected = DecodingReport.collectingResult(keepingContent: true) { try decode(userInfo) }
      (result, report) = (collected.result, collected.report)
    case .collector:
      userInfo.report(to: collector)
      result = Result { try decode(userInfo) }
      report = collector.report
    }
    return describe(result) + describe(report)
  }

  private func describe(_ result: Result<Feed, any Error>) -> String {
    switch result {
    case .success(let feed): feed.wrappedValue.map { "\($0)\n" }.joined()
    case .failure(let error): (error as? DecodingError)?.summary ?? "\(error)"
    }
  }

  private func describe(_ report: DecodingReport?) -> String {
    guard let report else { return "no report" }
    let issues = report.issues.map { issue in
      "\(issue) | \(issue.codingPath.place) | \(issue.recoveredPath.place) | "
        + "\(issue.tag?.description ?? "-") | \(issue.content?.description ?? "-")\n"
    }
    let tags = report.unknownTags.map { "\($0.key): \($0.value)" }.sorted()
    return issues.joined() + "\(tags)"
  }

  @Test(arguments: 0..<8)
  func `both decoders report the same issues to every receiver`(_ variant: Int) throws {
    let registry = LossyFeed.registry(variant)
    var issues = 0
    let rounds = Thoroughness.rounds(80)
    for number in 0..<rounds {
      var random = SeededRandom(seed: UInt64(variant * 1000 + number))
      let text = LossyFeed.text(&random)
      for way in Way.allCases {
        let engine = outcome(way, registry) { userInfo in
          let decoder = Engine.current.decoder()
          decoder.userInfo = userInfo
          return try decoder.decode(Feed.self, from: text)
        }
        let foundation = outcome(way, registry) { userInfo in
          let decoder = JSONDecoder()
          decoder.userInfo = userInfo
          return try decoder.decode(Feed.self, from: Data(text.utf8))
        }
        #expect(engine == foundation, "variant \(variant), seed \(number): \(text)")
        issues += engine.count { $0 == "|" }
      }
    }
    #expect(issues > 6 * rounds)
  }

  @Test func `values are the same without a receiver of issues`() throws {
    let engine = Engine.current.decoder(LossyFeed.registry(0))
    let foundation = JSONDecoder()
    foundation.userInfo.register(LossyFeed.registry(0))
    for number in 0..<Thoroughness.rounds(300) {
      var random = SeededRandom(seed: UInt64(90_000 + number))
      let text = LossyFeed.text(&random)
      let ours = Result { try engine.decode(Feed.self, from: text) }
      let theirs = Result { try foundation.decode(Feed.self, from: Data(text.utf8)) }
      #expect(describe(ours) == describe(theirs), "seed \(number): \(text)")
    }
  }
}
