import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

@Suite struct ServerSentEventTests {
  private func parse(_ text: String) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try parser.append(Array(text.utf8))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `reads the fields of an event`(_ end: String) throws {
    let text = ["event: delta", "data: {}", "id: 7", "", "data:a", "data: b", "", ""]
    #expect(
      try parse(text.joined(separator: end)) == [
        ServerSentEvent(type: "delta", data: "{}", id: "7"),
        ServerSentEvent(data: "a\nb", id: "7"),
      ]
    )
  }

  @Test(arguments: [
    (": comment\n\n", []),
    ("data\n\n", [""]),
    ("data:\n\n", [""]),
    ("data\ndata\n\n", ["\n"]),
    ("data:  two\n\n", [" two"]),
    ("data: a\nfoo: b\nDATA: c\n: d\n\n", ["a"]),
    ("event: x\n\ndata: a\n\n", ["a"]),
    ("\u{feff}data: a\n\n", ["a"]),
    ("data: \u{feff}a\n\n", ["\u{feff}a"]),
    ("data: a\n", []),
    ("data: a", []),
    ("data: a\n\ndata: b", ["a"]),
    ("\n\n\ndata: a\n\n\n", ["a"]),
    ("data: ä€😀\n\n", ["ä€😀"]),
    ("", []),
  ])
  func `follows the standard`(_ text: String, _ data: [String]) throws {
    #expect(try parse(text).map(\.data) == data)
    #expect(try parse(text).allSatisfy { $0.type == ServerSentEvent.defaultType })
  }

  @Test func `keeps the last id until another one`() throws {
    let text = """
      id: 1
      data: a

      data: b

      id: x\u{0}y
      data: c

      id
      data: d

      id: 2


      """
    var parser = ServerSentEventParser()
    let events = try parser.append(Array(text.utf8))
    #expect(events.map(\.id) == ["1", "1", "1", nil])
    #expect(parser.lastEventID == "2")
  }

  @Test func `reads the reconnection time if it has only digits`() throws {
    var parser = ServerSentEventParser()
    #expect(parser.reconnectionTime == nil)
    for (text, time) in [
      ("retry: 10\n", 10), ("retry: 1.5\n", 10), ("retry: -3\n", 10), ("retry:\n", 10),
      ("retry: 99999999999999999999\n", 10), ("retry: 020\n", 20),
    ] {
      #expect(try parser.append(Array(text.utf8)).isEmpty)
      #expect(parser.reconnectionTime == time)
    }
  }

  @Test func `replaces invalid UTF-8`() throws {
    var parser = ServerSentEventParser()
    let events = try parser.append(Array("data: a".utf8) + [0xff] + Array("\n\n".utf8))
    #expect(events.map(\.data) == ["a\u{fffd}"])
  }

  @Test func `returns the same events for every split`() throws {
    let text = """
      \u{feff}: hello\r\nevent: ä\r\ndata: {"a":\r\ndata: "😀"}\rid: 1\n\ndata: b\r\rretry: 5\n\
      data: c\n\n\n\ndata\n\n
      """
    let bytes = Array(text.utf8)
    let whole = try parse(text)
    #expect(whole.map(\.data) == ["{\"a\":\n\"😀\"}", "b", "c", ""])
    for first in 0...bytes.count {
      for second in Thoroughness.some(of: first...bytes.count, each: 10, seed: first) {
        var parser = ServerSentEventParser()
        var events = try parser.append(bytes[..<first])
        events += try parser.append(bytes[first..<second])
        events += try parser.append([])
        events += try parser.append(bytes[second...])
        #expect(events == whole)
      }
    }
    var parser = ServerSentEventParser()
    #expect(try bytes.flatMap { try parser.append([$0]) } == whole)
  }

  @Test func `returns an event as soon as its blank line begins`() throws {
    var parser = ServerSentEventParser()
    #expect(try parser.append(Array("data: a\r\n".utf8)).isEmpty)
    #expect(try parser.append(Array("\r".utf8)).map(\.data) == ["a"])
    #expect(try parser.append(Array("\ndata: b\n\n".utf8)).map(\.data) == ["b"])
  }

  @Test func `refuses an event beyond its limit and goes on with the next`() throws {
    var parser = ServerSentEventParser(limit: 16)
    let long = String(repeating: "x", count: 20)
    #expect(try parser.append(Array("data: 1\n\ndata: \(long)".utf8)).map(\.data) == ["1"])
    do {
      _ = try parser.append([])
      Issue.record("It is too large.")
    } catch let error as DecodingError {
      #expect("\(error)".contains("larger than 16 bytes"))
      #expect(error.jsonError?.offset == 9)
      #expect(error.feedPosition?.line == 3)
    }
    #expect(try parser.append(Array("\(long)\ndata: 3\n".utf8)).isEmpty)
    #expect(try parser.append(Array("\ndata: 4\n\n".utf8)).map(\.data) == ["4"])
  }

  @Test func `copies don't share unfinished events`() throws {
    var parser = ServerSentEventParser()
    _ = try parser.append(Array("data: a".utf8))
    var copy = parser
    #expect(try copy.append(Array("b\n\n".utf8)).map(\.data) == ["ab"])
    #expect(try parser.append(Array("c\n\n".utf8)).map(\.data) == ["ac"])
  }
}
