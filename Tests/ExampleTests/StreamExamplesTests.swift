#if os(macOS) || os(Linux) || os(Windows)
import Foundation
import Testing

@Suite struct AssistantEventsTests {
  @Test func `shows structured output while it grows`() throws {
    let run = try Example("AssistantEvents")
    #expect(run.status == 0)
    #expect(run.lines.first == "answer: in_progress")
    #expect(run.lines.contains("tool: response.web_search_call.searching"))
    #expect(run.lines.contains("Pe "))
    #expect(run.lines.contains("Pea soup — quick Boil (10 min), Blend"))
    #expect(run.lines.contains(#"new: "response.mood.changed""#))
    #expect(
      run.lines.suffix(3) == [
        "complete: true", #"arguments: {"unit":"grams"}"#,
        """
        issue: [17].delta: expected a string, found a number (in \
        "response.output_text.delta"); dropped
        """,
      ]
    )
  }
}

@Suite struct FeedLinesTests {
  @Test func `parts known lines from the others`() throws {
    let rejected = FileManager.default.temporaryDirectory
      .appendingPathComponent("rejected-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: rejected) }
    let input = """
      {"type":"MOVIE","title":"Heat","duration":170}
      {"type":"SONG","title":"a"}

      {"type":"BOOK"
      {"title":"Momo","type":"BOOK","pages":null}
      {"type":"MOVIE","title":"b"}
      """
    let run = try Example("FeedLines", [rejected.path], input: input)
    #expect(run.status == 0)
    #expect(
      run.lines == [
        #"{"type":"MOVIE","title":"Heat","duration":170}"#, #"{"type":"BOOK","title":"Momo"}"#,
      ]
    )
    #expect(run.errors == "Book: 1\nMovie: 1\nunknown \"SONG\": 1\nfailed: 2\n")
    let rejections = try String(contentsOf: rejected, encoding: .utf8).split(separator: "\n")
    #expect(rejections.count == 3)
    #expect(rejections[0].hasPrefix(#"{"line":2,"reason":"unknown tag \"SONG\"","text":""#))
    #expect(rejections[1].hasPrefix(#"{"line":4,"reason":"[2]: The given data was not valid"#))
    #expect(rejections[2].contains("[4].duration: missing"))
  }
}
#endif
