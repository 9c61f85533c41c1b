import Medley
import MedleyJSON
import MedleyStreams
import Sensors
import Testing

/// Each test has a server and clients of its own, and several at a time would measure each other.
@Suite(.serialized) enum ServerTests {}

extension ServerTests {
  /// Feeds of events and lines between Hummingbird and AsyncHTTPClient.
  @Suite struct FeedTests {
    @Test func `lines arrive as they were sent`() async throws {
      try await withServer { client, log in
        var elements: [SensorClient.Element] = []
        for try await element in try await client.lines(count: 10_000) { elements.append(element) }
        #expect(elements.count == 10_000)
        #expect(elements.unknown.count == 2_500)
        #expect((elements.first?.known as? Temperature)?.celsius == 18)
        #expect((elements.known.dropFirst().first as? Door)?.isOpen == true)
        #expect(elements.unknown.last?.content == ["type": "smoke", "sensor": "attic", "level": 4])
        #expect(await log.elements == 10_000)
      }
    }

    @Test func `events arrive with their ids, up to the end of the feed`() async throws {
      try await withServer { client, _ in
        var ids: [String?] = []
        for try await item in try await client.events("count=9").results {
          _ = try item.get()
          ids.append(item.eventID)
        }
        #expect(ids == (0..<9).map(String.init))
      }
    }

    @Test func `a client goes on after the last event that came`() async throws {
      try await withServer { client, _ in
        var ids: [String?] = []
        for try await item in try await client.events("count=9", after: "5").results {
          ids.append(item.eventID)
        }
        #expect(ids == ["6", "7", "8"])
      }
    }

    /// A hundred feeds of a hundred events are written completely before any of them is read.
    @Test func `10,000 events in flight arrive`() async throws {
      try await withServer { client, log in
        var feeds: [SensorClient.Elements] = []
        for _ in 0..<100 { feeds.append(try await client.events("count=100")) }
        var ends = 0
        for await isComplete in log.ends {
          #expect(isComplete)
          ends += 1
          if ends == 100 { break }
        }
        #expect(await log.elements == 10_000)
        let expected = (0..<100).map { Optional(String($0)) }
        for feed in feeds {
          var ids: [String?] = []
          for try await item in feed.results { ids.append(item.eventID) }
          #expect(ids == expected)
        }
      }
    }

    // MARK: - Decoding and encoding bodies

    @Test func `bodies are decoded and encoded through the conformances`() async throws {
      try await withServer { client, _ in
        let answer = try await client.send(
          #"[{"type":"door","sensor":"a","isOpen":true},{"type":"rain"},{"type":"smoke","sensor":"b","level":1}]"#
        )
        #expect(answer.status == 200)
        #expect(answer.body == #"{"sensors":["a","b"],"unknown":["rain"]}"#)
      }
    }

    @Test func `a body that can't be decoded is a bad request with the path`() async throws {
      try await withServer { client, _ in
        let answer = try await client.send(#"[{"type":"door","sensor":"a"}]"#)
        #expect(answer.status == 400)
        #expect(answer.body.contains("[0].isOpen: missing (in door)"))
        let wrong = try await client.send(#"[{"type":["door"]}]"#)
        #expect(wrong.status == 400)
        #expect(wrong.body.contains("[0].type: Expected one of"))
        #expect(!wrong.body.contains(".keep"))
        #expect(try await client.send("[").status == 400)
      }
    }
  }
}
