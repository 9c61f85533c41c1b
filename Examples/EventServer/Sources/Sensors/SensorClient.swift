package import AsyncHTTPClient
import Foundation
package import Medley
package import MedleyJSON
package import MedleyStreams
import NIOCore
import NIOHTTP1

extension HTTPClientResponse {
  /// The elements of the body, decoded while it arrives.
  ///
  /// The body is read when an element is asked for, so a slow reader slows down the server.
  package func elements<Element: Decodable>(
    of type: Element.Type,
    as format: FeedFormat,
    using decoder: PolymorphicJSONDecoder
  ) -> AsyncFeedElements<Element> {
    decoder.elements(of: type, in: body.map(\.readableBytesView), as: format)
  }
}

/// A client of ``SensorServer``.
package struct SensorClient: Sendable {
  package typealias Element = Polymorphic<any Reading>
  package typealias Elements = AsyncFeedElements<Element>

  private let http: HTTPClient
  private let server: @Sendable () async throws -> String
  private let decoder = PolymorphicJSONDecoder(readings)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - http: What sends the requests.
  ///   - server: A function that returns the URL of the server, which is called for each request.
  package init(_ http: HTTPClient, server: @escaping @Sendable () async throws -> String) {
    self.http = http
    self.server = server
  }

  package struct BadStatus: Error {
    var status: UInt
  }

  private func get(_ path: String, after id: String? = nil) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: try await server() + path)
    if let id { request.headers.add(name: "Last-Event-ID", value: id) }
    let response = try await http.execute(request, timeout: .seconds(60))
    guard response.status == .ok else { throw BadStatus(status: UInt(response.status.code)) }
    return response
  }

  // MARK: - Reading feeds

  /// Returns the readings that the server sends as lines.
  package func lines(
    count: Int? = nil
  ) async throws -> Elements {
    try await get("/lines" + (count.map { "?count=\($0)" } ?? ""))
      .elements(of: Element.self, as: .lines, using: decoder)
  }

  /// Returns the readings that the server sends as events, from one connection.
  ///
  /// - Parameters:
  ///   - query: What to ask for: `count=10`, `idle=true`.
  ///   - id: The id of the last event that came.
  /// - Returns: The readings, which throw what the connection does.
  /// - Throws: ``BadStatus``, or the error of the connection.
  package func events(
    _ query: String = "",
    after id: String? = nil
  ) async throws -> Elements {
    try await get("/events?" + query, after: id)
      .elements(of: Element.self, as: .serverSentEvents(until: "[DONE]"), using: decoder)
  }

  /// Reads the events of the server to the end, from as many connections as that takes.
  ///
  /// If a connection fails, the next one goes on after the last event that came.
  ///
  /// - Parameters:
  ///   - query: What to ask for.
  ///   - attempts: The largest number of connections without a new event.
  ///   - body: A function that is called for each event, with its id. What it throws ends the feed.
  /// - Returns: The number of connections.
  /// - Throws: The error of the last connection, or what the function throws.
  package func follow(
    _ query: String = "",
    attempts: Int = 3,
    _ body: (Element, String) async throws -> Void
  ) async throws -> Int {
    var connections = 0
    var failures = 0
    var last: String?
    while true {
      connections += 1
      do {
        var events = try await events(query, after: last).results.makeAsyncIterator()
        while let item = try await events.next() {
          last = item.eventID ?? last
          failures = 0
          do {
            try await body(item.get(), last ?? "")
          } catch {
            throw Final(cause: error)
          }
        }
        return connections
      } catch let final as Final {
        throw final.cause
      } catch {
        failures += 1
        guard failures < attempts, !Task.isCancelled else { throw error }
      }
    }
  }

  /// An error that another connection doesn't mend.
  private struct Final: Error {
    var cause: any Error
  }

  // MARK: - Asking and sending

  /// Returns the number of elements that the server has written.
  package func elementsOnServer() async throws -> Int {
    let body = try await get("/status").body.collect(upTo: 1 << 10)
    // Sound: the decoder doesn't keep the bytes after the call.
    return try unsafe body.withUnsafeReadableBytes {
      try unsafe decoder.decode(ServerStatus.self, from: $0).elements
    }
  }

  /// Sends readings, as JSON, and returns what the server says about them, with the status.
  package func send(_ text: String) async throws -> (status: Int, body: String) {
    var request = HTTPClientRequest(url: try await server() + "/readings")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: text))
    let response = try await http.execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 20)
    return (Int(response.status.code), String(buffer: body))
  }
}
