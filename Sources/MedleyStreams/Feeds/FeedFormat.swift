/// The format of a feed: how its elements follow each other.
///
/// ```swift
/// let lines = decoder.elements(
///   of: Polymorphic<any Media>.self, in: chunks, as: .lines)
/// ```
///
/// An element is complete at its last byte: an object or a string at its end, a number at the byte
/// after it, a line at its line feed, an event at its blank line.
public struct FeedFormat: Sendable {
  enum Framing: Sendable {
    case array([String])
    case lines
    case textSequence
    case events(until: String?)
  }

  /// A tag that comes from the `event` field.
  struct EventTag: Sendable {
    /// The member that gets it.
    let key: String
    /// Whether a tag in the data is used.
    let prefersPayload: Bool
  }

  let framing: Framing
  /// Nil if the data of events stays as it is.
  private(set) var eventTag: EventTag?
  /// Nil if elements have their tags inside.
  var tagging: Tagging?

  /// The largest number of bytes of an element; by default 16 MiB.
  ///
  /// A larger line, text or event fails as one that can't be decoded does. In an array it ends the
  /// feed.
  ///
  /// ```swift
  /// var format = FeedFormat.lines
  /// format.elementLimit = 64 << 10
  /// ```
  public var elementLimit = Self.defaultElementLimit

  /// The largest number of bytes of an element unless a format sets another one: 16 MiB.
  public static let defaultElementLimit = 16 << 20

  private init(_ framing: Framing) {
    self.framing = framing
  }
}

// MARK: - Choosing

extension FeedFormat {
  /// The elements of an array, which is the whole document.
  ///
  /// Invalid JSON ends the feed, because nothing after it has a meaning.
  public static let array = FeedFormat(.array([]))

  /// The elements of an array in an object.
  ///
  /// ```swift
  /// // {"response": {"items": [...]}, ...}
  /// let items = decoder.elements(
  ///   of: Item.self,
  ///   in: chunks,
  ///   as: .array(at: "response", "items")
  /// )
  /// ```
  ///
  /// The rest of the document is checked, too, and isn't kept in memory.
  ///
  /// - Parameter path: The keys from the document to the array, as they are written. Of equal keys
  ///   in an object the first is used.
  /// - Returns: The format.
  public static func array(at path: String...) -> FeedFormat {
    FeedFormat(.array(path))
  }

  /// A JSON text in each line: NDJSON, JSON Lines.
  ///
  /// Lines end with LF or CRLF, and the last one also at the end. Blank lines are skipped. A line
  /// that isn't JSON costs that line.
  public static let lines = FeedFormat(.lines)

  /// JSON texts that each begin with the control character RS (RFC 7464).
  ///
  /// A text may have several lines. One that isn't JSON costs that text. A number or literal must be
  /// followed by white space, since it may be cut off otherwise.
  public static let textSequence = FeedFormat(.textSequence)

  /// The data of server-sent events (WHATWG HTML §9.2).
  ///
  /// An event whose data isn't JSON costs that event. Events without data, or whose data is white
  /// space, are skipped.
  public static let serverSentEvents = FeedFormat(.events(until: nil))

  /// The data of server-sent events, until one whose data is a text.
  ///
  /// ```swift
  /// let events = decoder.elements(
  ///   of: Polymorphic<any ServerEvent>.self,
  ///   in: body,
  ///   as: .serverSentEvents(until: "[DONE]")
  /// )
  /// ```
  ///
  /// Some servers write the tag in the `event` field. Name its key, and objects get it as their
  /// first member:
  ///
  /// ```swift
  /// // event: delta
  /// // data: {"text": "He"}
  /// let format = FeedFormat.serverSentEvents(tagKey: "type")
  /// ```
  ///
  /// If the data has a tag as well, and they differ, one is used and the other is an issue. If types
  /// don't need the member, ``taggedByEvents(overridingBody:)`` leaves the data as it came.
  ///
  /// - Parameters:
  ///   - end: The data that ends the feed.
  ///   - key: The key of the discriminator, as it is written; nil to take the tag from the data alone.
  ///   - prefersPayload: Whether the tag in the data is used if both have one.
  /// - Returns: The format.
  public static func serverSentEvents(
    until end: String? = nil,
    tagKey key: String? = nil,
    prefersPayload: Bool = false
  ) -> FeedFormat {
    var format = FeedFormat(.events(until: end))
    format.eventTag = key.map { EventTag(key: $0, prefersPayload: prefersPayload) }
    return format
  }
}
