import Medley
import MedleyJSON
import MedleyStreams
import Testing

/// An event with several lines of data that is as large as the limit was refused if a chunk ended
/// after its last line.
@Suite struct EventAtLimitTests {
  private func elements(_ feed: String, limit: Int, byteByByte: Bool) throws -> [[Int]] {
    let bytes = Array(feed.utf8)
    let chunks = byteByByte ? bytes.indices.map { bytes[$0...$0] } : [bytes[...]]
    var format = FeedFormat.serverSentEvents
    format.elementLimit = limit
    var elements = PolymorphicJSONDecoder().elements(of: [Int].self, in: chunks, as: format)
    var all: [[Int]] = []
    while let element = try elements.next() { all.append(element) }
    return all
  }

  @Test(arguments: [false, true])
  func `an event may be as large as the limit`(_ byteByByte: Bool) throws {
    let feed = "data: [1,\ndata: 2]\n\n"
    #expect(try elements(feed, limit: 12, byteByByte: byteByByte) == [[1, 2]])
    #expect(throws: DecodingError.self) {
      try elements(feed, limit: 11, byteByByte: byteByByte)
    }
  }
}
