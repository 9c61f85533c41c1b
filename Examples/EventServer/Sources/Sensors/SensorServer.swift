import HTTPTypes
import Hummingbird
import Logging
import Medley
import MedleyJSON
import MedleyStreams

/// What the server answers about itself.
package struct ServerStatus: ResponseCodable {
  /// The number of elements that it has written.
  package var elements: Int
}

/// What the server answers about readings that it was sent.
package struct ReadingSummary: ResponseCodable, Equatable {
  package var sensors: [String]
  package var unknown: [String]
}

/// The server of a house: feeds of readings as events and as lines.
package enum SensorServer {
  /// Runs the server on loopback, until its task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for a free one.
  ///   - log: What counts the elements of feeds.
  ///   - endsBySignals: Whether the signals INT and TERM end the server.
  ///   - onRunning: A function that is called with the port once clients can connect.
  /// - Throws: What ends the server, such as a port that is in use.
  package static func run(
    port: Int = 0,
    log: FeedLog,
    endsBySignals: Bool = false,
    onRunning: @escaping @Sendable (Int) -> Void
  ) async throws {
    var logger = Logger(label: "EventServer")
    logger.logLevel = .critical
    let application = Application(
      router: makeRouter(log),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in onRunning(channel.localAddress?.port ?? port) },
      logger: logger
    )
    if endsBySignals {
      try await application.runService()
    } else {
      try await application.runService(gracefulShutdownSignals: [])
    }
  }

  private static func makeRouter(_ log: FeedLog) -> Router<SensorContext> {
    let router = Router(context: SensorContext.self)
    router.get("events") { request, _ in
      // Each event has its number as id, so that a client that lost its connection can go on.
      let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap(Int.init)
      var house = try House(request)
      if let last {
        house.count = house.count.map { max(0, house.first + $0 - last - 1) }
        house.first = last + 1
      }
      return Response.feed(
        house,
        as: .serverSentEvents(until: "[DONE]"),
        contentType: "text/event-stream",
        collecting: 0,
        for: request,
        log: log
      ) { element, writer in
        try writer.write(Polymorphic.known(element.reading), type: nil, id: "\(element.number)")
      }
    }
    router.get("lines") { request, _ in
      Response.feed(
        try House(request),
        as: .lines,
        contentType: "application/x-ndjson",
        collecting: 1 << 14,
        for: request,
        log: log
      ) { element, writer in
        try writer.write(Polymorphic.known(element.reading))
      }
    }
    router.post("readings") { request, context in
      let elements = try await request.decode(as: [Polymorphic<any Reading>].self, context: context)
      return ReadingSummary(
        sensors: elements.known.map(\.sensor),
        unknown: elements.unknown.compactMap { $0.tag?.string }
      )
    }
    router.get("status") { _, _ in ServerStatus(elements: await log.elements) }
    return router
  }
}

extension House {
  /// The readings that a request asks for.
  fileprivate init(_ request: Request) throws {
    let query = request.uri.queryParameters
    count = query.get("count", as: Int.self)
    isIdle = query.get("idle", as: Bool.self) ?? false
    if let count, !(0...1_000_000_000).contains(count) { throw HTTPError(.badRequest) }
  }
}
