import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import Testing

/// The data of an event with white space around it was refused, though it is JSON.
@Suite struct SpacedEventDataTests {
  @Test(arguments: [
    "data: 7 \n\n", "data:\t 7\t\n\n", "data:\ndata: 7\ndata:\n\n", "data:7\r\n\r\n",
  ])
  func `white space around the data of an event is skipped`(_ feed: String) throws {
    var elements = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: [Array(feed.utf8)], as: .serverSentEvents)
    #expect(try elements.next() == 7)
    #expect(try elements.next() == nil)
  }

  @Test func `the place of an error in spaced data is that of its byte`() throws {
    let feed = "data:  {\"a\":\ndata: x}\n\n"
    var elements = PolymorphicJSONDecoder()
      .elements(of: [String: Int].self, in: [Array(feed.utf8)], as: .serverSentEvents)
    let error = try #require(throws: DecodingError.self) { try elements.next() }
    #expect(error.feedPosition?.offset == 7)
    #expect(error.jsonError?.line == 2)
    #expect(error.jsonError?.column == 1)
  }

  @Test func `data that ends the feed is compared with its white space`() throws {
    let feed = "data: 7\n\ndata:  end\n\ndata: 8\n\n"
    var elements = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: [Array(feed.utf8)], as: .serverSentEvents(until: " end"))
    #expect(try elements.next() == 7)
    #expect(try elements.next() == nil)
  }
}
