import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *Telemetry*.
///
/// An observer hears of the whole process: one test at a time, with types that no other suite uses.
@Suite(.serialized) struct TelemetryTests {
  struct Feed: Codable {
    @Lossy var items: [Item]
  }

  enum Item: PolymorphicEnum {
    case film(Film)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: "FILM", as: Item.film)
    }
  }

  struct Film: Codable {
    var title: String
    var genre: OpenEnum<Genre>
  }

  enum Genre: String { case drama = "DRAMA" }

  struct Metrics: Sendable {
    let sink: AsyncStream<(String, Int)>.Continuation

    func add(_ count: Int, to name: String) { sink.yield((name, count)) }
  }

  static let feed = #"""
    {"items": [{"type": "FILM", "title": "Ran", "genre": "WAR"},
       {"type": "FILM", "genre": "DRAMA"},
       {"type": "RADIO"}, {"type": "RADIO"}]}
    """#

  static func start(_ metrics: Metrics) -> @Sendable () -> Void {
    DecodingReport.observe { issue in
      let type = issue.rootType ?? ""
      metrics.add(1, to: "\(issue.action) \(type).\(issue.memberPath)")
    } counts: { report in
      let tags = report.unknownTags.values.reduce(0, +)
      metrics.add(tags, to: "unknown tags")
      for (type, values) in report.unknownRawValues {
        let count = values.values.reduce(0, +)
        metrics.add(count, to: "unknown \(type)")
      }
    }
  }

  @Test(arguments: Backend.recipes)
  func `an observer counts losses, unknown tags and unknown values`(_ backend: Backend) async throws
  {
    let (stream, sink) = AsyncStream.makeStream(of: (String, Int).self)
    let stop = Self.start(Metrics(sink: sink))
    let feed = try backend.decode(Feed.self, from: Self.feed)
    stop()
    sink.finish()
    #expect(feed.items.count == 3)
    var counters: [String: Int] = [:]
    for await (name, count) in stream { counters[name, default: 0] += count }
    #expect(counters["dropped TelemetryTests.Feed.items[].title"] == 1)
    #expect(counters["unknown tags", default: 0] >= 2)
    #expect(counters["unknown TelemetryTests.Genre"] == 1)
  }

  @Test(arguments: Backend.recipes)
  func `a report of one call has the same counts, and a text without tags`(
    _ backend: Backend
  ) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Feed.self, from: Self.feed)
    }
    #expect(report.issues.map(\.codingPath.place) == ["items[1].title"])
    #expect(report.unknownTags == ["RADIO": 2])
    #expect(report.unknownRawValues == ["TelemetryTests.Genre": ["WAR": 1]])
    #expect(!report.redactedDescription.contains("RADIO"))
    #expect(!report.redactedDescription.contains("WAR"))
  }

  @Test(arguments: Backend.recipes)
  func `a clean feed has nothing to count, and encodes unchanged`(_ backend: Backend) throws {
    let json = #"{"items": [{"type": "FILM", "title": "Ran", "genre": "DRAMA"}]}"#
    let (_, report) = try DecodingReport.collecting { try backend.keep(Feed.self, json) }
    #expect(report.isClean)
    #expect(report.unknownTags.isEmpty)
    #expect(report.unknownRawValues.isEmpty)
  }

  @Test(arguments: Backend.recipes)
  func `an unknown item encodes unchanged`(_ backend: Backend) throws {
    let feed = try backend.keep(Feed.self, #"{"items": [{"type": "RADIO", "band": "FM"}]}"#)
    guard case .unknown(let radio) = feed.items[0] else {
      Issue.record("\(feed)")
      return
    }
    #expect(radio.tag == "RADIO")
  }
}
