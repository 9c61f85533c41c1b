public import Medley
public import MedleyJSON

/// Writes a feed element by element: an array, lines, a text sequence or server-sent events.
///
/// ```swift
/// var writer = FeedWriter(.lines, using: encoder) { bytes in
///   try socket.send(bytes)
/// }
/// for item in items { try writer.write(item) }
/// try writer.finish()
/// ```
///
/// An element is encoded first and then passed to the sink as a whole, with everything around it. If
/// it can't be encoded, nothing is written. If the sink throws, the element counts as not written,
/// and may be written again; so a sink must write all of the bytes or none. The one for files
/// removes what was written of an element.
///
/// Call ``finish()`` at the end, without which an array has no end. A finished feed takes no further
/// elements.
public struct FeedWriter {
  /// A function that writes the bytes of one element.
  public typealias Sink = ([UInt8]) throws -> Void

  private let format: FeedFormat
  private let encoder: PolymorphicJSONEncoder
  private let sink: Sink
  /// The number of written elements.
  public private(set) var count = 0
  private var isFinished = false
  /// The bytes of the last element, whose memory the next one uses unless the sink has kept them.
  private var bytes: [UInt8] = []

  /// Creates a writer for a feed.
  ///
  /// - Parameters:
  ///   - format: The format of the feed. With ``FeedFormat/array(at:)``, objects with the keys are
  ///     written around the array.
  ///   - encoder: The encoder of the elements.
  ///   - sink: A function that writes all bytes that it gets, or throws and writes none.
  public init(
    _ format: FeedFormat,
    using encoder: PolymorphicJSONEncoder,
    to sink: @escaping Sink
  ) {
    self.format = format
    self.encoder = encoder
    self.sink = sink
  }

  // MARK: - Writing

  /// Writes an element.
  ///
  /// ```swift
  /// try writer.write(movie)
  /// ```
  ///
  /// - Parameter element: The element.
  /// - Throws: What encoding throws, or the sink; `EncodingError` after ``finish()``. Nothing is
  ///   written then.
  /// - Complexity: O(*n*) in the size of the element.
  public mutating func write<Element: Encodable>(_ element: Element) throws {
    try write(element, type: nil, id: nil)
  }

  /// Writes an element as a server-sent event.
  ///
  /// ```swift
  /// try writer.write(delta, type: "delta", id: "7")
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element, which is the data of the event.
  ///   - type: The value of the `event` field; nil for none.
  ///   - id: The value of the `id` field; nil for none.
  /// - Throws: `EncodingError` if the format has no events, if the type or the id has line ends, or
  ///   after ``finish()``; what encoding throws, or the sink. Nothing is written then.
  /// - Complexity: O(*n*) in the size of the element.
  public mutating func write<Element: Encodable>(
    _ element: Element,
    type: String?,
    id: String? = nil
  ) throws {
    let start = try begin(element, type, id)
    try encoder.append(element, to: &bytes)
    try end(from: start)
  }

  /// Writes an element as a server-sent event whose name is the tag of the element.
  ///
  /// ```swift
  /// // event: delta
  /// // data: {"text": "He"}
  /// try writer.writeTagged(ServerEvent.delta(delta))
  /// ```
  ///
  /// The data is the payload alone. ``FeedFormat/taggedByEvents(overridingBody:)`` reads it.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - id: The value of the `id` field; nil for none.
  /// - Throws: `EncodingError` if the format has no events, if the tag is compound, if the tag or the id
  ///   has line ends, or after ``finish()``; what encoding throws, or the sink. Nothing is written then.
  /// - Complexity: O(*n*) in the size of the element.
  public mutating func writeTagged<Element: TaggedEncodable>(
    _ element: Element,
    id: String? = nil
  ) throws {
    var body: [UInt8] = []
    guard let type = try encoder.appendTagged(element, to: &body).keyText else {
      throw EncodingError.invalid(element, at: [], "The name of an event can't be a compound tag.")
    }
    let start = try begin(element, type, id)
    bytes += body
    try end(from: start)
  }

  /// Writes what is before an element.
  ///
  /// - Parameters:
  ///   - element: The element, for an error.
  ///   - type: The value of the `event` field; nil for none.
  ///   - id: The value of the `id` field; nil for none.
  /// - Returns: The position of the element.
  /// - Throws: `EncodingError` if the feed is finished, or can't have these fields.
  private mutating func begin(
    _ element: some Encodable,
    _ type: String?,
    _ id: String?
  ) throws -> Int {
    if isFinished { throw EncodingError.invalid(element, at: [], "The feed is finished.") }
    try requireField(type, of: element)
    try requireField(id, of: element)
    // The memory of one large element isn't kept for the small ones after it.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    switch format.framing {
    case .array:
      if count == 0 { bytes += prefix } else { bytes.append(UInt8(ascii: ",")) }
    case .lines: break
    case .textSequence: bytes.append(0x1e)
    case .events:
      if let type { bytes += "event: \(type)\n".utf8 }
      if let id { bytes += "id: \(id)\n".utf8 }
      bytes += "data: ".utf8
    }
    return bytes.count
  }

  /// Puts an element with several lines into the format, writes what is after it, and passes it on.
  private mutating func end(from start: Int) throws {
    switch format.framing {
    case .array: break
    case .lines:
      replaceLineEnds(from: start, by: "")
      bytes.append(UInt8(ascii: "\n"))
    case .textSequence: bytes.append(UInt8(ascii: "\n"))
    case .events:
      replaceLineEnds(from: start, by: "\ndata: ")
      bytes += "\n\n".utf8
    }
    try sink(bytes)
    count += 1
  }

  /// Replaces the line ends of an element, which are white space, since strings have none.
  ///
  /// Indented elements have some, and unknown ones that are written as they came.
  private mutating func replaceLineEnds(from start: Int, by replacement: String) {
    // The least byte is found by vectors: a search would cost an instruction for each byte.
    guard let least = bytes[start...].min(), least < UInt8(ascii: " ") else { return }
    let lines = bytes[start...].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { $0.drop { $0 == UInt8(ascii: " ") } }
    bytes.replaceSubrange(start..., with: Array(lines.joined(separator: replacement.utf8)))
  }

  /// Writes the end of the feed.
  ///
  /// That is the end of an array, or the event of ``FeedFormat/serverSentEvents(until:tagKey:prefersPayload:)``. Other
  /// formats have none. Further calls write nothing.
  ///
  /// - Throws: What the sink throws. The feed isn't finished then.
  public mutating func finish() throws {
    guard !isFinished else { return }
    switch format.framing {
    case .array(let path):
      let end = [UInt8(ascii: "]")] + path.map { _ in UInt8(ascii: "}") }
      try sink(count == 0 ? prefix + end : end)
    case .events(let end?):
      try sink(Array("data: \(end)\n\n".utf8))
    case .lines, .textSequence, .events: break
    }
    isFinished = true
  }

  /// The beginning of the array, with the objects around it.
  private var prefix: [UInt8] {
    (format.arrayPath ?? []).flatMap { Array("{\($0.quoted):".utf8) } + [UInt8(ascii: "[")]
  }

  private func requireField(_ field: String?, of element: some Encodable) throws {
    guard let field else { return }
    guard case .events = format.framing else {
      let problem = "Only server-sent events have a type and an id."
      throw EncodingError.invalid(element, at: [], problem)
    }
    if field.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0 }) {
      let problem = "A field of an event can't have line ends or the character NUL."
      throw EncodingError.invalid(element, at: [], problem)
    }
  }
}
