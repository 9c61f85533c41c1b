import AsyncHTTPClient
import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import Sensors
import Testing

extension ServerTests {
  /// Connections that fail, on either side.
  @Suite struct FailureTests {
    @Test func `a server ends the feed of a client that disconnects`() async throws {
      try await withServer { client, log in
        var count = 0
        // The feed has no end.
        for try await _ in try await client.events() {
          count += 1
          if count == 10 { break }
        }
        var ends = log.ends.makeAsyncIterator()
        #expect(await ends.next() == false)
        // The server is there for others.
        #expect(try await client.elementsOnServer() >= 10)
      }
    }

    @Test func `a server ends a feed that has nothing to send if its client disconnects`()
      async throws
    {
      try await withServer { client, log in
        var events = try await client.events("count=3&idle=true").makeAsyncIterator()
        for _ in 0..<3 { #expect(try await events.next() != nil) }
        events = try await client.events("count=1").makeAsyncIterator()
        #expect(try await events.next() != nil)
        var ends = Set<Bool>()
        for await isComplete in log.ends {
          ends.insert(isComplete)
          if ends.count == 2 { break }
        }
      }
    }

    @Test func `a task that is cancelled stops reading`() async throws {
      try await withServer { client, log in
        let task = Task {
          var count = 0
          for try await _ in try await client.events("count=5&idle=true") {
            count += 1
            if count == 5 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
          }
        }
        let result = await task.result
        #expect(throws: (any Error).self) { try result.get() }
        var ends = log.ends.makeAsyncIterator()
        #expect(await ends.next() == false)
      }
    }

    #if os(macOS) || os(Linux)
    @Test func `nothing is lost or doubled when servers die in the middle`() async throws {
      let servers = Servers()
      let client = SensorClient(.shared) { "http://127.0.0.1:\(try await servers.port)" }
      var ids: [String] = []
      let connections = try await client.follow("count=3000") { _, id in
        ids.append(id)
        // The first server dies after 500 events, the second after 500 more.
        if ids.count == 500 || ids.count == 1_000 { await servers.kill() }
      }
      await servers.kill()
      #expect(connections == 3)
      #expect(ids == (0..<3_000).map(String.init))
    }

    /// A line that is cut off isn't an element, and the error of the connection is what is thrown.
    @Test func `a feed of lines ends with the error of a connection that breaks`() async throws {
      let servers = Servers()
      let client = SensorClient(.shared) { "http://127.0.0.1:\(try await servers.port)" }
      var count = 0
      await #expect(throws: (any Error).self) {
        for try await _ in try await client.lines() {
          count += 1
          if count == 100 { await servers.kill() }
        }
      }
      #expect(count >= 100)
    }

    /// Servers that are started when they are needed.
    private actor Servers {
      private var running: ServerProcess?

      var port: Int {
        get throws {
          let server = try running ?? ServerProcess()
          running = server
          return server.port
        }
      }

      func kill() {
        running?.kill()
        running = nil
      }
    }
    #endif
  }
}
