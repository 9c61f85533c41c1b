/// Reads server-sent events from the chunks of a response (WHATWG HTML §9.2).
///
/// ```swift
/// var parser = ServerSentEventParser()
/// let first = try parser.append(Data("data: He".utf8))
/// // []
/// let second = try parser.append(Data("llo\n\n".utf8))
/// // one event with the data "Hello"
/// ```
///
/// Chunks may end anywhere: inside a character, a field, or the two bytes of a line end. Lines end
/// with CR, LF or both. An event is returned as soon as its blank line begins, and an incomplete one
/// at the end of the stream is discarded, as the standard says.
///
/// Memory is bounded by the largest event and its limit.
public struct ServerSentEventParser {
  /// The bytes of the unfinished event, shared by copies until the next change.
  private var buffer = FeedBuffer()
  private var splitter: EventSplitter
  /// The number of events so far.
  private var count = 0
  /// The error that follows the events of the last call.
  private var pending: DecodingError?

  /// Creates a parser for one stream.
  ///
  /// - Parameter limit: The largest number of bytes of an event.
  public init(limit: Int = FeedFormat.defaultElementLimit) {
    splitter = EventSplitter(limit: limit, areTexts: false)
  }

  /// The reconnection time of the last `retry` field in milliseconds; nil if there was none.
  ///
  /// ```swift
  /// let delay = parser.reconnectionTime ?? 3000
  /// ```
  public var reconnectionTime: Int? { splitter.reconnectionTime }

  /// The last event id, for the header `Last-Event-ID`; nil if there is none.
  ///
  /// It changes at the end of an event, also of one without data.
  public var lastEventID: String? { splitter.lastID }

  // MARK: - Parsing

  /// Adds bytes and returns the events that they complete.
  ///
  /// ```swift
  /// let events = try parser.append(chunk)
  /// ```
  ///
  /// - Parameter chunk: The next bytes of the stream, in UTF-8. Invalid bytes become U+FFFD.
  /// - Returns: The events, in order.
  /// - Throws: `DecodingError.dataCorrupted` with a `JSONError` if an event is larger than the
  ///   limit. Its remaining lines are skipped, and the next call goes on with the event after it. If
  ///   there are events before it, they are returned, and the next call throws.
  /// - Complexity: O(*n*) in the size of the chunk.
  public mutating func append(_ chunk: some Collection<UInt8>) throws -> [ServerSentEvent] {
    if !isKnownUniquelyReferenced(&buffer) { buffer = FeedBuffer(copying: buffer) }
    splitter.prepareForInput(buffer)
    buffer.append(contentsOf: chunk)
    if let error = pending.take() { throw error }
    guard let start = buffer.skipMark(isAtEnd: false) else { return [] }
    splitter.move(by: start)
    var search = FeedSearch(isAtEnd: false, size: .max)
    let stop = splitter.collect(&search, in: buffer)
    let events = zip(search.found.ranges, search.found.events).map { range, fields in
      ServerSentEvent(
        type: fields.type ?? ServerSentEvent.defaultType,
        data: String(decoding: buffer.copy(range), as: UTF8.self),
        id: fields.id
      )
    }
    count += events.count
    if case .fault(var fault) = stop {
      fault.piece.index = count
      count += 1
      let error = fault.error(in: buffer)
      guard !events.isEmpty else { throw error }
      pending = error
    }
    return events
  }
}
