import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import Testing

/// An empty line of data between lines that end with CRLF counted twice in the line of an event that
/// is too large, and the column of an event without data depended on the chunks.
@Suite struct FeedLineTests {
  private static let tooLarge = #""\#(String(repeating: "x", count: 60))""#

  private static let lines = ["1", "{", "[\n", "", "", "2", tooLarge, "3", "[1,", "4"]

  private static let events = [
    "data: 1\n", "data: {\n", "data:\n", ": c\nid: 1\ndata: 2\n", "data: 3\ndata:\ndata: \n",
    "data: \(tooLarge)\n", "event: x\n", "data: [\ndata: 1,\n", "data:5\n", "data\n",
    "data: [1,\ndata:\ndata: \ndata: 2]\n", "data: \(tooLarge)\ndata: 2\n", "data: 6\n",
  ]

  private static let feeds = [
    (FeedFormat.lines, lines.map { $0 + "\n" }.joined()),
    (.lines, "\u{feff}" + lines.map { $0 + "\n" }.joined(separator: "\n")),
    (.serverSentEvents, events.map { $0 + "\n" }.joined()),
    (.serverSentEvents, "\u{feff}\n" + events.map { $0 + "\n" }.joined(separator: "\n: c\n\n")),
  ]

  @Test(arguments: ["\n", "\r\n"])
  func `the line of each element is that of its first byte`(_ end: String) throws {
    for (format, text) in Self.feeds {
      let bytes = Array(text.replacing("\n", with: end).utf8)
      var format = format
      format.elementLimit = 40
      for size in Array(1...12) + [30, 100, bytes.count] {
        let chunks = stride(from: 0, to: bytes.count, by: size).map {
          bytes[$0..<min($0 + size, bytes.count)]
        }
        let elements = PolymorphicJSONDecoder().elements(of: Int.self, in: chunks, as: format)
        var count = 0
        for item in elements.results {
          count += 1
          let line = bytes[..<item.offset].count { $0 == UInt8(ascii: "\n") } + 1
          #expect(item.line == line, "\(size): \(item.place)")
          guard case .failure(let error as DecodingError) = item.result,
            "\(error)".contains("larger than")
          else { continue }
          #expect(error.jsonError?.line == line, "\(size): \(item.place)")
        }
        #expect(count > 7)
      }
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `the place of an event doesn't depend on chunks`(_ end: String) throws {
    let text = ["data: 1", "data:", "data: 2]", "", "id: 1", "data: x", "", ""].joined(
      separator: end
    )
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      var items = PolymorphicJSONDecoder()
        .elements(of: Int.self, in: chunks, as: .serverSentEvents)
        .results.makeIterator()
      _ = items.next()
      guard case .failure(let error as DecodingError)? = items.next()?.result else {
        Issue.record("the event is valid in chunks of \(size)")
        continue
      }
      #expect(error.feedPosition?.line == 6)
      #expect(error.jsonError?.line == 1)
      #expect(error.jsonError?.column == 1)
    }
  }
}
