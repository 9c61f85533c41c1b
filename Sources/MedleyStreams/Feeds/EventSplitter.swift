import MedleyEngine
import MedleyJSON

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
  private var hasEnded = false
  private var mark = ByteOrderMark()
  /// The first byte that wasn't looked at.
  private var position = 0
  private var lineStart = 0
  /// The first LF from the position on, or where the search for it ended.
  private var lineFeed = 0
  private var line = 0
  /// The line of the first byte in the buffer.
  private var firstLine = 0
  /// Whether the last line ended with CR, so that an LF belongs to it.
  private var skipsLineFeed = false
  /// The data of the event so far.
  private var data: Range<Int>?
  private var dataLine = 0
  private var type: String?
  private var id: String?
  /// Whether the event is too large, so that its lines are skipped.
  private var isSkipping = false
  /// Whether the beginning of the line is discarded.
  private var isCut = false

  init(limit: Int, until end: String? = nil) {
    self.limit = limit
    self.end = end.map { Array($0.utf8) }
  }

  var firstNeeded: Int { min(data?.lowerBound ?? lineStart, lineStart) }
  var lineFeeds: LineFeeds? { LineFeeds(count: neededLine - firstLine, end: firstNeeded) }
  var awaited: AwaitedBytes { AwaitedBytes(UInt8(ascii: "\n"), or: UInt8(ascii: "\r")) }

  /// The line of the first needed byte.
  private var neededLine: Int { data == nil ? line : dataLine }

  mutating func discard(_ count: Int) {
    firstLine = neededLine
    position -= count
    lineStart -= count
    lineFeed -= count
    data = data.map { $0.lowerBound - count..<$0.upperBound - count }
  }

  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep {
    if hasEnded { return .end }
    if !mark.isSkipped {
      guard let start = mark.skip(in: buffer.bytes, isAtEnd: isAtEnd) else { return .needsInput }
      (position, lineStart) = (start, start)
    }
    while true {
      if skipsLineFeed {
        guard position < buffer.count else { break }
        if buffer[position] == UInt8(ascii: "\n") { position += 1 }
        lineStart = position
        skipsLineFeed = false
      }
      let bytes = buffer.bytes
      position = lineEnd(in: bytes)
      guard position < bytes.count else {
        // The end of the line before isn't a part of the data yet.
        if position > lineStart, position - firstNeeded > limit, let fault = tooLarge() {
          return fault
        }
        break
      }
      let end = position
      let size = end - firstNeeded
      skipsLineFeed = bytes[end] == UInt8(ascii: "\r")
      position += 1
      defer { line += 1 }
      let start = lineStart
      lineStart = position
      let isBlank = start == end && !isCut
      isCut = false
      if isBlank {
        if let piece = dispatch() {
          if isEnd(piece, in: buffer) {
            hasEnded = true
            return .end
          }
          return .piece(piece)
        }
      } else if size > limit {
        if let fault = tooLarge(from: start) { return fault }
      } else if !isSkipping {
        read(start..<end, in: buffer)
      }
    }
    // An event without a blank line at the end is discarded.
    return isAtEnd ? .end : .needsInput
  }

  private func isEnd(_ piece: FeedPiece, in buffer: FeedBuffer) -> Bool {
    isEnd(piece.range, in: buffer.bytes)
  }

  private func isEnd(_ data: Range<Int>, in bytes: Bytes) -> Bool {
    guard let end, end.count == data.count else { return false }
    return zip(data, end).allSatisfy { bytes[$0] == $1 }
  }

  // MARK: - Reading whole events

  mutating func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    while true {
      // Without a step for each event, or to find that no bytes are left.
      while pieces.size < size, let event = wholeEvent(in: buffer.bytes) {
        append(event, to: &pieces)
      }
      guard pieces.size < size else { return .full }
      if position == buffer.count, isBetweenEvents { return isAtEnd ? .end : .needsInput }
      switch nextTrimmed(in: buffer, isAtEnd: isAtEnd) {
      case .piece(let piece): append(piece, to: &pieces)
      case let step: return FeedStop(step)
      }
    }
  }

  /// Adds an event, unless its data is empty, as in those that keep a connection open.
  @inline(__always)
  private func append(_ event: FeedPiece, to pieces: inout FeedPieces) {
    if !event.range.isEmpty { pieces.append(event) }
  }

  /// Whether no line of the next event was read.
  private var isBetweenEvents: Bool {
    mark.isSkipped && !hasEnded && data == nil && !isSkipping && !skipsLineFeed
      && position == lineStart
  }

  /// Returns the next event if it is complete and what is left of it is one line of data.
  @inline(__always) private mutating func wholeEvent(in bytes: Bytes) -> FeedPiece? {
    guard isBetweenEvents, bytes.count &- position > 6,
      bytes.quad(at: position) == 0x6174_6164,  // "data"
      bytes[position &+ 4] == UInt8(ascii: ":")
    else { return nil }
    let lineEnd = bytes.first(0x0a, from: position, to: bytes.count)
    lineFeed = lineEnd
    guard lineEnd &+ 1 < bytes.count, bytes[lineEnd &+ 1] == 0x0a, lineEnd &- position <= limit,
      bytes.first(0x0d, from: position, to: lineEnd) == lineEnd
    else { return nil }
    var start = position &+ 5
    if bytes[start] == UInt8(ascii: " ") { start &+= 1 }
    if end != nil, isEnd(start..<lineEnd, in: bytes) { return nil }
    var fields = EventFields(type: nil, id: nil, line: line)
    if type != nil { (fields.type, type) = (type, nil) }
    if id != nil { fields.id = id }
    if id != nil || lastID != nil { lastID = id }
    line &+= 2
    position = lineEnd &+ 2
    lineStart = position
    return FeedPiece(range: bytes.trimmed(start..<lineEnd), event: fields)
  }

  // MARK: - Reading lines

  /// Returns the position of the first CR or LF, or the end.
  ///
  /// Each byte is compared with LF once, also if lines end with CR.
  private mutating func lineEnd(in bytes: Bytes) -> Int {
    let isKnown = lineFeed >= position && lineFeed < bytes.count && bytes[lineFeed] == 0x0a
    if !isKnown { lineFeed = bytes.first(0x0a, from: max(lineFeed, position), to: bytes.count) }
    return bytes.first(0x0d, from: position, to: lineFeed)
  }

  private mutating func dispatch() -> FeedPiece? {
    lastID = id
    defer {
      data = nil
      type = nil
      isSkipping = false
    }
    return data.map {
      FeedPiece(range: $0, event: EventFields(type: type, id: lastID, line: dataLine))
    }
  }

  /// Reads a line that isn't blank.
  private mutating func read(_ range: Range<Int>, in buffer: FeedBuffer) {
    let bytes = buffer.bytes
    let colon = bytes.first(UInt8(ascii: ":"), from: range.lowerBound, to: range.upperBound)
    var start = min(colon + 1, range.upperBound)
    if start < range.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
    let value = start..<range.upperBound
    switch colon - range.lowerBound {
    case 4 where bytes.quad(at: range.lowerBound) == 0x6174_6164:  // "data"
      add(value, in: buffer)
    case 5 where bytes.equals("event", at: range.lowerBound):
      type = value.isEmpty ? nil : text(value, in: buffer)
    case 2 where bytes.equals("id", at: range.lowerBound):
      if !value.contains(where: { bytes[$0] == 0 }) {
        id = value.isEmpty ? nil : text(value, in: buffer)
      }
    case 5 where bytes.equals("retry", at: range.lowerBound):
      if !value.isEmpty, value.allSatisfy({ bytes[$0].isDigit }) {
        reconnectionTime = Int(text(value, in: buffer)) ?? reconnectionTime
      }
    default: break  // A comment, or a field that the standard doesn't know.
    }
  }

  private mutating func add(_ value: Range<Int>, in buffer: FeedBuffer) {
    guard let joined = data else {
      data = value
      dataLine = line
      return
    }
    // The line end and the name of the field are longer than the line feed.
    buffer[joined.upperBound] = UInt8(ascii: "\n")
    buffer.move(value, to: joined.upperBound + 1)
    data = joined.lowerBound..<joined.upperBound + 1 + value.count
  }

  private func text(_ range: Range<Int>, in buffer: FeedBuffer) -> String {
    String(decoding: buffer.copy(range), as: UTF8.self)
  }

  /// Returns the fault of an event that is larger than the limit, and skips its rest.
  private mutating func tooLarge(from lineStart: Int? = nil) -> FeedStep? {
    let start = data?.lowerBound ?? lineStart ?? self.lineStart
    let isNew = !isSkipping
    let fault = FeedFault(
      range: start..<start,
      position: start,
      reason: .syntax(.elementTooLarge(limit)),
      event: EventFields(type: type, id: id, line: neededLine),
      isFinal: false
    )
    isCut = lineStart == nil
    isSkipping = true
    data = nil
    type = nil
    self.lineStart = position
    return isNew ? .fault(fault) : nil
  }
}

extension Bytes {
  /// Returns whether a part is a text in ASCII.
  fileprivate func equals(_ text: StaticString, at position: Int) -> Bool {
    text.withUTF8Buffer { text in
      text.indices.allSatisfy { unsafe self[position + $0] == text[$0] }
    }
  }
}
