import MedleyEngine

/// Finds server-sent events (WHATWG HTML §9.2).
///
/// The data of several lines is joined in the buffer, over the bytes of the fields:
///
///     data: {"a":\ndata: 1}\n\n
///           {"a":\n1}
///           dataStart  dataEnd
struct EventSplitter: FeedSplitter {
  private(set) var lastID: String?
  private(set) var reconnectionTime: Int?

  private let limit: Int
  /// The data that ends the feed.
  private let end: [UInt8]?
  /// Whether events are texts to decode: without white space around their data, and without those
  /// that have no data, as those that keep a connection open.
  private let areTexts: Bool
  private var hasEnded = false
  /// The first byte that wasn't looked at.
  private var position = 0
  private var lineStart = 0
  /// The first LF from the position on, or where the search for it ended.
  private var lineFeed = 0
  private var line = 0
  /// Whether the last line ended with CR, so that an LF belongs to it.
  private var skipsLineFeed = false
  /// The data of the event so far.
  private var data: Range<Int>?
  /// The fields beside the data of the event so far.
  private var fields = EventFields(line: 0)
  /// Whether the event is too large, so that its lines are skipped.
  private var isSkipping = false
  /// Whether the beginning of the line is discarded.
  private var isCut = false

  init(limit: Int, until end: String? = nil, areTexts: Bool) {
    self.limit = limit
    self.end = end.map { Array($0.utf8) }
    self.areTexts = areTexts
  }

  var firstNeeded: Int { min(data?.lowerBound ?? lineStart, lineStart) }
  var firstLine: Int? { data == nil ? line : fields.line }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n"), or: UInt8(ascii: "\r")) }

  mutating func move(by count: Int) {
    position += count
    lineStart += count
    lineFeed += count
    data = data.map { $0.lowerBound + count..<$0.upperBound + count }
  }

  mutating func collect(_ search: inout FeedSearch, in buffer: FeedBuffer) -> FeedStop {
    while !search.isFull {
      if hasEnded { return .end }
      guard position < buffer.count else { return search.isAtEnd ? .end : .needsInput }
      if readWholeEvent(in: buffer.bytes, &search.found) { continue }
      guard let range = nextLine(in: buffer.bytes) else {
        // The end of the line before isn't a part of the data yet.
        if position > lineStart, position - firstNeeded > limit {
          isCut = true
          if let fault = tooLarge() { return .fault(fault) }
        }
        // An event without a blank line at the end is discarded.
        return search.isAtEnd ? .end : .needsInput
      }
      defer {
        line += 1
        lineStart = position
      }
      let isBlank = range.isEmpty && !isCut
      isCut = false
      if isBlank {
        endEvent(in: buffer.bytes, &search.found)
      } else if range.upperBound - firstNeeded > limit {
        if let fault = tooLarge() { return .fault(fault) }
      } else if !isSkipping {
        read(range, in: buffer)
      }
    }
    return .full
  }

  /// Reads the next event if it is complete, and what is left of it is one line of data.
  ///
  /// Line by line, chunks of many events took 6 % more.
  ///
  /// - Returns: Whether it is.
  @inline(__always) private mutating func readWholeEvent(
    in bytes: Bytes,
    _ pieces: inout FeedPieces
  ) -> Bool {
    guard data == nil, !isSkipping, !skipsLineFeed, position == lineStart,
      bytes.count &- position > 6,
      bytes.quad(at: position) == 0x6174_6164,  // "data"
      bytes[position &+ 4] == UInt8(ascii: ":")
    else { return false }
    lineFeed = bytes.first(0x0a, from: position, to: bytes.count)
    guard lineFeed &+ 1 < bytes.count, bytes[lineFeed &+ 1] == 0x0a,
      lineFeed &- position <= limit, bytes.first(0x0d, from: position, to: lineFeed) == lineFeed
    else { return false }
    let start = position &+ (bytes[position &+ 5] == UInt8(ascii: " ") ? 6 : 5)
    (data, fields.line) = (start..<lineFeed, line)
    line &+= 2
    position = lineFeed &+ 2
    lineStart = position
    endEvent(in: bytes, &pieces)
    return true
  }

  // MARK: - Reading lines

  /// Returns the line with the next byte, without its end; nil if it isn't complete.
  private mutating func nextLine(in bytes: Bytes) -> Range<Int>? {
    if skipsLineFeed {
      if bytes[position] == UInt8(ascii: "\n") { position += 1 }
      lineStart = position
      skipsLineFeed = false
    }
    // Each byte is compared with LF once, also if lines end with CR.
    let isKnown = lineFeed >= position && lineFeed < bytes.count && bytes[lineFeed] == 0x0a
    if !isKnown { lineFeed = bytes.first(0x0a, from: max(lineFeed, position), to: bytes.count) }
    let end = bytes.first(0x0d, from: position, to: lineFeed)
    position = min(end + 1, bytes.count)
    guard end < bytes.count else { return nil }
    skipsLineFeed = bytes[end] == UInt8(ascii: "\r")
    return lineStart..<end
  }

  /// Ends an event at its blank line.
  private mutating func endEvent(in bytes: Bytes, _ pieces: inout FeedPieces) {
    lastID = fields.id
    if var data {
      if let end { hasEnded = bytes.isEqual(to: end, in: data) }
      if areTexts { data = bytes.trimmed(data) }
      if !hasEnded, !areTexts || !data.isEmpty { pieces.append(data, fields) }
    }
    data = nil
    fields.type = nil
    isSkipping = false
  }

  /// Reads a line that isn't blank.
  private mutating func read(_ range: Range<Int>, in buffer: FeedBuffer) {
    let bytes = buffer.bytes
    let colon = bytes.first(UInt8(ascii: ":"), from: range.lowerBound, to: range.upperBound)
    var start = min(colon + 1, range.upperBound)
    if start < range.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
    let value = start..<range.upperBound
    let name = range.lowerBound..<colon
    switch name.count {
    case 4 where bytes.quad(at: name.lowerBound) == 0x6174_6164:  // "data"
      add(value, in: buffer)
    case 5 where bytes.isEqual(to: "event".utf8, in: name):
      fields.type = value.isEmpty ? nil : buffer.bytes(value).string
    case 2 where bytes.isEqual(to: "id".utf8, in: name):
      if !value.contains(where: { bytes[$0] == 0 }) {
        fields.id = value.isEmpty ? nil : buffer.bytes(value).string
      }
    case 5 where bytes.isEqual(to: "retry".utf8, in: name):
      if !value.isEmpty, value.allSatisfy({ bytes[$0].isDigit }) {
        reconnectionTime = Int(buffer.bytes(value).string) ?? reconnectionTime
      }
    default: break  // A comment, or a field that the standard doesn't know.
    }
  }

  private mutating func add(_ value: Range<Int>, in buffer: FeedBuffer) {
    guard let joined = data else {
      data = value
      fields.line = line
      return
    }
    // The line end and the name of the field are longer than the line feed.
    buffer[joined.upperBound] = UInt8(ascii: "\n")
    buffer.move(value, to: joined.upperBound + 1)
    data = joined.lowerBound..<joined.upperBound + 1 + value.count
  }

  /// Returns the fault of an event that is larger than the limit, and skips its rest.
  private mutating func tooLarge() -> FeedFault? {
    defer {
      isSkipping = true
      (data, fields.type) = (nil, nil)
      lineStart = position
    }
    guard !isSkipping else { return nil }
    let start = firstNeeded
    if data == nil { fields.line = line }
    let piece = FeedPiece(range: start..<start, event: fields)
    return FeedFault(.syntax(.elementTooLarge(limit)), at: start, in: piece)
  }
}
