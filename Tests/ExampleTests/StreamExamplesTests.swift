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

@Suite struct ToolCallsTests {
  @Test func `shows arguments while they grow, and runs tools when they are complete`() throws {
    let run = try Example("ToolCalls")
    #expect(run.status == 0)
    let lines = run.lines
    #expect(lines.filter { $0.hasPrefix("call_1") }.count == 7)
    #expect(lines.contains("call_1 reserve_table: a table at Caf"))
    #expect(lines.contains("call_1 reserve_table: a table at Café Lind for 12, a win"))
    #expect(
      lines.filter { $0.hasPrefix("call_2") } == [
        #"call_2 send_message: {"recipient":"M"} ..."#,
        #"call_2 send_message: {"recipient":"Mia"} ..."#,
        "call_2 send_message: to Mia: Eight",
        "call_2 send_message: to Mia: Eight o'clock?",
      ]
    )
    #expect(lines.contains(#"call_3 order_taxi: {"from":"Café Lind","stops":[{"at":"St"}]} ..."#))
    let results = lines.filter { $0.hasPrefix("result: ") }.map { $0.dropFirst(8) }
    #expect(
      results.dropLast() == [
        "sent 14 characters to Mia",
        "reserved at Café Lind for 12",
        #"there is no tool order_taxi for {"from":"Café Lind","stops":[{"at":"Station"}]}"#,
        """
        not understood: arguments.people: expected an integer, found a string (in reserve_table)
        """,
        "none before today",
      ]
    )
    #expect(results.last?.contains("The text ends too early.") == true)
    #expect(
      lines.suffix(4) == [
        "new delta: signature_delta", "new event: message_stop", "text: I'll reserve a table.",
        "open calls: 0",
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

  @Test func `writes all lines to one output`() throws {
    let input = """
      {"type":"MOVIE","title":"Heat","duration":170}
      {"type":"SONG"}
      {"title":"Momo","type":"BOOK"}
      """
    let run = try Example("FeedLines", ["-"], input: input)
    #expect(run.status == 0)
    #expect(
      run.lines == [
        #"{"type":"MOVIE","title":"Heat","duration":170}"#,
        #"{"line":2,"reason":"unknown tag \"SONG\"","text":"{\"type\":\"SONG\"}"}"#,
        #"{"type":"BOOK","title":"Momo"}"#,
      ]
    )
  }
}
#endif
