/// An event of a server-sent event stream (WHATWG HTML §9.2).
///
/// ```swift
/// var parser = ServerSentEventParser()
/// for try await chunk in body {
///   for event in try parser.append(chunk) {
///     print(event.type, event.data)
///   }
/// }
/// ```
///
/// ``ServerSentEventParser`` reads events. To decode the data of events as elements, use
/// ``FeedFormat/serverSentEvents`` instead.
public struct ServerSentEvent: Hashable, Sendable {
  /// The type of an event without an `event` field.
  public static let defaultType = "message"

  /// The value of the `event` field; `"message"` if there is none.
  public var type: String

  /// The values of the `data` fields, joined by line feeds.
  public var data: String

  /// The last event id: that of this event, or of the last one before it that had one.
  ///
  /// It is nil before the first `id` field, and if the last one is empty. A client sends it in the
  /// header `Last-Event-ID` when it reconnects.
  public var id: String?

  /// Creates an event.
  ///
  /// ```swift
  /// let event = ServerSentEvent(type: "delta", data: "{}", id: "7")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The value of the `event` field.
  ///   - data: The data, whose lines are separated by line feeds.
  ///   - id: The last event id.
  public init(type: String = Self.defaultType, data: String, id: String? = nil) {
    self.type = type
    self.data = data
    self.id = id
  }
}
