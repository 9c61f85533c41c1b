import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import Sensors
import Testing

extension ServerTests {
  /// A client that reads more slowly than the server could write.
  @Suite struct SlowReaderTests {
    /// What a feed without end may have under way: the buffers of the sockets, mainly.
    private static let limit = 24 << 20

    @Test(arguments: [Format.lines, .events])
    func `makes the server wait`(_ format: Format) async throws {
      try await withServer { client, log in
        var elements = try await format.open(client).makeAsyncIterator()
        for _ in 0..<100 { #expect(try await elements.next() != nil) }
        // Nothing is read until the server writes no more: other requests tell.
        var (last, unchanged) = (0, 0)
        while unchanged < 100, await log.bytes < Self.limit {
          let count = try await client.elementsOnServer()
          unchanged = count == last ? unchanged + 1 : 0
          last = count
        }
        #expect(await log.bytes < Self.limit)
        // It goes on when the client does.
        while await log.elements == last { #expect(try await elements.next() != nil) }
      }
    }

    #if os(Linux)
    @Test func `reads any number of elements in the memory of a few`() async throws {
      try await withServer { client, _ in
        var count = 0
        var memory = (first: 0, last: 0)
        for try await _ in try await client.lines(count: 200_000) {
          count += 1
          if count == 50_000 { memory.first = try Self.residentBytes() }
        }
        memory.last = try Self.residentBytes()
        #expect(count == 200_000)
        // 150,000 elements are 7 MB as text, and several times that as values.
        #expect(memory.last - memory.first < 6 << 20)
      }
    }

    /// The memory of this process.
    private static func residentBytes() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " "
      )
      return try #require(Int(pages[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    #endif

    enum Format {
      case lines, events

      func open(_ client: SensorClient) async throws -> SensorClient.Elements {
        switch self {
        case .lines: try await client.lines()
        case .events: try await client.events()
        }
      }
    }
  }
}
