import AsyncHTTPClient
import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import Sensors

/// A server that sends readings as events and as lines, and a client that reads them.
///
///     swift run EventServer             # both, on loopback
///     swift run EventServer serve 8080  # the server alone, until it is ended
@main
struct EventServer {
  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "serve" {
      let port = CommandLine.arguments.dropFirst(2).first.flatMap(Int.init) ?? 0
      try await SensorServer.run(port: port, log: FeedLog(), endsBySignals: true) { print($0) }
    } else {
      try await demonstrate()
    }
  }

  /// Writes a line at once, also to a pipe.
  private static func print(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func demonstrate() async throws {
    let (ports, found) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await SensorServer.run(log: FeedLog()) { found.yield($0) } }
      var iterator = ports.makeAsyncIterator()
      guard let port = await iterator.next() else { return }
      try await read(SensorClient(.shared) { "http://127.0.0.1:\(port)" })
      group.cancelAll()
    }
  }

  private static func read(_ client: SensorClient) async throws {
    for try await element in try await client.lines(count: 4) {
      switch element {
      case .known(let temperature as Temperature):
        print("\(temperature.sensor): \(temperature.celsius) degrees")
      case .known(let reading): print("\(reading.sensor): \(reading)")
      case .unknown(let payload): print("unknown: \(payload.content)")
      }
    }
    let readings = #"[{"type":"door","sensor":"back","isOpen":true},{"type":"rain","mm":2}]"#
    print("the server read \(try await client.send(readings).body)")

    let start = ContinuousClock.now
    var counts = (known: 0, unknown: 0)
    _ = try await client.follow("count=10000") { element, _ in
      if case .known = element { counts.known += 1 } else { counts.unknown += 1 }
    }
    let time = ContinuousClock.now - start
    print("10,000 events: \(counts.known) known and \(counts.unknown) kept, in \(time)")
  }
}
