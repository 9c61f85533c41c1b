import AsyncHTTPClient
import Foundation
import NIOCore
import Sensors

/// Runs a server in this process while a function runs.
func withServer(
  _ body: (SensorClient, FeedLog) async throws -> Void
) async throws {
  let log = FeedLog()
  let (ports, found) = AsyncStream<Int>.makeStream()
  // As many connections as the tests need at a time.
  var configuration = HTTPClient.Configuration()
  configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 200
  let http = HTTPClient(configuration: configuration)
  do {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await SensorServer.run(log: log) { found.yield($0) } }
      var iterator = ports.makeAsyncIterator()
      guard let port = await iterator.next() else { throw CancellationError() }
      try await body(SensorClient(http) { "http://127.0.0.1:\(port)" }, log)
      group.cancelAll()
    }
  } catch {
    try await http.shutdown()
    throw error
  }
  try await http.shutdown()
}

#if os(macOS) || os(Linux)
/// A server in a process of its own, which can be killed.
struct ServerProcess {
  let port: Int
  private let process: Process

  init() throws {
    process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "EventServer")
    process.arguments = ["serve"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .newlines)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.port = port
  }

  /// Ends the process without giving it a chance to end its responses.
  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
#endif
