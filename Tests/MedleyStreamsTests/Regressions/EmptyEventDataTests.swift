import Medley
import MedleyJSON
import MedleyStreams
import Testing

/// An event whose data is empty was read beyond its end, and then ended a feed with an error.
@Suite struct EmptyEventDataTests {
  @Test(arguments: [
    "data:\n\n", "data\n\n", "data:  \n\n", "data:\ndata:\n\n", "event: ping\ndata:\r\n\r\n",
    ": ping\n\n", "event: ping\n\n", "data: \t\ndata: \n\n", "data:\n\ndata:\n\n",
  ])
  func `an event with empty data is skipped`(_ event: String) async throws {
    let decoder = PolymorphicJSONDecoder()
    let text = Array("\(event)data: 1\n\n\(event)\(event)data: 2\n\n\(event)".utf8)
    for format in [.serverSentEvents, .serverSentEvents(tagKey: "type")] as [FeedFormat] {
      for chunks in [[text[...]], text.indices.map { text[$0...$0] }] {
        let results = decoder.elements(of: Int.self, in: chunks, as: format).results.map(\.self)
        #expect(try results.map { try $0.get() } == [1, 2])
        #expect(results.map(\.index) == [0, 1])
        var numbers: [Int] = []
        let feed = decoder.elements(of: Int.self, in: chunks, as: format, concurrency: 2)
        for try await number in feed { numbers.append(number) }
        #expect(numbers == [1, 2])
      }
      var numbers: [Int] = []
      for try await number in decoder.elements(of: Int.self, in: Given(values: text), as: format) {
        numbers.append(number)
      }
      #expect(numbers == [1, 2])
    }
  }

  @Test func `an event with empty data sets the last event id`() throws {
    let text = Array("id: 7\ndata:\n\ndata: 1\n\n".utf8)
    let results = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: [text], as: .serverSentEvents).results.map(\.eventID)
    #expect(results == ["7"])
  }

  @Test func `empty data ends a feed that says so`() throws {
    let text = Array("data: 1\n\ndata:\n\ndata: 2\n\n".utf8)
    var elements = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: [text], as: .serverSentEvents(until: ""))
    #expect(try elements.next() == 1)
    #expect(try elements.next() == nil)
  }

  @Test func `a parser of events returns those whose data is empty`() throws {
    var parser = ServerSentEventParser()
    let events = try parser.append(Array("event: a\ndata:\n\nevent: b\n\n".utf8))
    #expect(events == [ServerSentEvent(type: "a", data: "")])
  }
}
