import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// Where the tag of an event comes from.
@Suite struct EventTagTests {
  private typealias Item = FeedSample.Item

  private func decode(
    _ event: String,
    _ data: String,
    _ format: FeedFormat
  ) throws -> (Item, DecodingReport) {
    let text = "event: \(event)\ndata: \(data)\n\n"
    return try DecodingReport.collecting {
      var elements = FeedSample.decoder.elements(
        of: Item.self,
        in: text.utf8,
        as: format
      )
      return try #require(try elements.next())
    }
  }

  private func title(_ item: Item) -> String? {
    if case .known(let media) = item { "\(type(of: media)) \(media.title)" } else { nil }
  }

  @Test func `comes from the event`() throws {
    let (item, report) = try decode("BOOK", #"{"title":"a"}"#, .serverSentEvents(tagKey: "type"))
    #expect(title(item) == "StreamedBook a")
    #expect(report.isClean)
  }

  @Test func `comes from the data alone by default`() throws {
    let (item, report) = try decode(
      "BOOK",
      #"{"title":"a","duration":1,"type":"MOVIE"}"#,
      .serverSentEvents
    )
    #expect(title(item) == "StreamedMovie a")
    #expect(report.isClean)
  }

  @Test(arguments: [
    #"{"title":"a"}"#, #"{"title":"a","type":null}"#, #"{"type":"BOOK","title":"a"}"#,
  ])
  func `comes from the event if the data has none`(_ data: String) throws {
    let (item, report) = try decode(
      "BOOK",
      data,
      .serverSentEvents(tagKey: "type", prefersPayload: true)
    )
    #expect(title(item) == "StreamedBook a")
    #expect(report.isClean)
  }

  @Test func `a conflict is an issue`() throws {
    let data = #"{"title":"a","type":"BOOK","duration":1}"#
    for (format, expected) in [
      (FeedFormat.serverSentEvents(tagKey: "type"), "StreamedMovie a"),
      (.serverSentEvents(tagKey: "type", prefersPayload: true), "StreamedBook a"),
    ] {
      let (item, report) = try decode("MOVIE", data, format)
      #expect(title(item) == expected)
      #expect(report.issues.map(\.codingPath.place) == ["[0].type"])
      #expect(report.issues.map(\.action) == [.defaulted])
      #expect("\(report)".contains(#"The event has the type "MOVIE""#))
    }
  }

  @Test func `an unknown event keeps its tag`() throws {
    let (item, _) = try decode(#"a"\b"#, #"{"n":1}"#, .serverSentEvents(tagKey: "type"))
    guard case .unknown(let payload) = item else {
      Issue.record("The type isn't registered.")
      return
    }
    #expect(payload.tag == .string(#"a"\b"#))
    #expect(payload.content["n"] == 1)
  }

  @Test(arguments: ["{}", "[]", "7", #""x""#])
  func `data without members stays as it is`(_ data: String) throws {
    let text = "event: a\ndata: \(data)\n\n"
    var elements = PolymorphicJSONDecoder().elements(
      of: PayloadValue.self,
      in: text.utf8,
      as: .serverSentEvents(tagKey: "type")
    )
    let value = try elements.next()
    #expect(
      value
        == (data == "{}"
          ? ["type": "a"] : try JSONDecoder().decode(PayloadValue.self, from: Data(data.utf8)))
    )
  }

  @Test func `errors have the place in the data`() throws {
    let text = "event: MOVIE\ndata: {\"title\":\"a\",\ndata: \"duration\":\"x\"}\n\n"
    var elements = FeedSample.decoder.elements(
      of: Item.self,
      in: text.utf8,
      as: .serverSentEvents(tagKey: "type")
    )
    do {
      _ = try elements.next()
      Issue.record("The duration is a string.")
    } catch let error as DecodingError {
      #expect(error.place == "[0].duration")
      #expect(error.jsonError?.line == 2)
      #expect(error.jsonError?.column == 12)
      #expect(error.feedPosition?.line == 2)
    }
  }
}
