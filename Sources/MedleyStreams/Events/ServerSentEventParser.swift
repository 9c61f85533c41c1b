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
  // Shared by copies until the next change.
  private var state: State

  /// It is a class, because it owns the bytes of the unfinished event.
  private final class State {
    let buffer = FeedBuffer()
    var mark = ByteOrderMark()
    var splitter: EventSplitter
    /// The number of events so far.
    var count = 0
    /// The error that follows the events of the last call.
    var pending: DecodingError?

    init(limit: Int) {
      splitter = EventSplitter(limit: limit, areTexts: false)
    }

    init(copying other: State) {
      buffer.append(contentsOf: other.buffer.copy(0..<other.buffer.count))
      mark = other.mark
      splitter = other.splitter
      count = other.count
      pending = other.pending
    }
  }

  /// Creates a parser for one stream.
  ///
  /// - Parameter limit: The largest number of bytes of an event.
  public init(limit: Int = FeedFormat.defaultElementLimit) {
    state = State(limit: limit)
  }

  /// The reconnection time of the last `retry` field in milliseconds; nil if there was none.
  ///
  /// ```swift
  /// let delay = parser.reconnectionTime ?? 3000
  /// ```
  public var reconnectionTime: Int? { state.splitter.reconnectionTime }

  /// The last event id, for the header `Last-Event-ID`; nil if there is none.
  ///
  /// It changes at the end of an event, also of one without data.
  public var lastEventID: String? { state.splitter.lastID }

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
    if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
    let buffer = state.buffer
    state.splitter.prepareForInput(buffer)
    buffer.append(contentsOf: chunk)
    if let error = state.pending {
      state.pending = nil
      throw error
    }
    if !state.mark.isSkipped {
      guard let start = state.mark.skip(in: buffer.bytes, isAtEnd: false) else { return [] }
      state.splitter.move(by: start)
    }
    var pieces = FeedPieces()
    var scan = ElementScan(nil)
    let stop = state.splitter.collect(
      &pieces,
      in: buffer,
      isAtEnd: false,
      upTo: .max,
      scanning: &scan
    )
    let events = zip(pieces.ranges, pieces.events).map { range, fields in
      ServerSentEvent(
        type: fields.type ?? ServerSentEvent.defaultType,
        data: String(decoding: buffer.copy(range), as: UTF8.self),
        id: fields.id
      )
    }
    state.count += events.count
    if case .fault(let fault) = stop {
      let error = fault.error(in: buffer, index: state.count)
      state.count += 1
      guard !events.isEmpty else { throw error }
      state.pending = error
    }
    return events
  }
}
