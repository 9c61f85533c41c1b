import MedleyBase

// MARK: - Writing segments

extension JSONWriter {
  /// Adds a segment at a position of a text.
  func addSegment(
    in text: Int,
    at position: Int,
    _ target: Segment.Target,
    origin: Int = -1
  ) -> Int32 {
    let number = state.segments.count
    let content = WrittenText(number: number, capacity: 64)
    state.segments.append(
      Segment(text: text, position: position, target: target, origin: origin, content: content)
    )
    return Int32(number)
  }

  /// Returns the number of the text to which a level writes.
  func text(of level: Int) -> Int {
    var level = level
    while level > 0, levels[level].segment < 0 { level -= 1 }
    return Int(levels[level].segment)
  }

  /// Removes the end of the text.
  ///
  /// - Parameters:
  ///   - start: The position of what is removed.
  ///   - count: The number of segments before that was written.
  func truncate(to start: Int, since count: Int) {
    output.count = start
    while let last = state.text.marks.last, last.position >= start {
      state.text.marks.removeLast()
    }
    for index in count..<state.segments.count {
      let segment = state.segments[index]
      let isBefore = segment.target == .before && segment.position == start
      if segment.text == state.text.number, segment.position >= start, !isBefore {
        state.segments[index].target = .removed
      }
    }
  }

  func removeSegments() {
    for segment in state.segments { segment.content.output.deallocate() }
    state.segments = []
  }

  // MARK: - Joining

  /// Puts the segments in their places.
  ///
  /// Segments have segments, so there is a stack.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of bytes and *m* that of segments.
  func joinSegments() {
    let segments = state.segments
    let size = segments.reduce(output.count) { $0 + $1.content.output.count + 2 }
    var joined = JoinedText(capacity: size)
    // The segments of each text in order, those of the document first.
    let order = segments.indices.sortedOrder { segments[$0].orderKey < segments[$1].orderKey }
    // The first of each text in that order.
    var first = Array(repeating: order.count, count: segments.count + 1)
    for place in order.indices.reversed() { first[segments[order[place]].text + 1] = place }
    var parts = [TextPart(text: -1, next: first[0])]
    while var part = parts.popLast() {
      let content = part.text < 0 ? state.text : segments[part.text].content
      guard part.next < order.count, segments[order[part.next]].text == part.text else {
        joined.append(content, &part, to: content.output.count)
        if part.text >= 0 { joined.end(segments[part.text]) }
        continue
      }
      let next = order[part.next]
      let segment = segments[next]
      part.next += 1
      if segment.target == .removed {
        parts.append(part)
        continue
      }
      joined.append(content, &part, to: segment.position)
      if segment.target == .placeholder {
        // Otherwise the placeholder stays.
        if segment.shape != .nothing { part.position += 2 }
      } else {
        joined.needsComma = true
      }
      parts.append(part)
      parts.append(TextPart(text: next, next: first[next + 1]))
    }
    removeSegments()
    state.text.output.deallocate()
    state.text = joined.text
  }
}

/// The rest of a text that is copied.
private struct TextPart {
  let text: Int
  var position = 0
  /// The next of its segments in the order of all.
  var next: Int
  /// The next of its marks.
  var nextMark = 0
}

extension Segment {
  /// What comes before an element comes before what the element writes, too.
  fileprivate var orderKey: (Int, Int, Int) { (text, position, target == .before ? 0 : 1) }
}

/// The text of a document whose segments are in their places.
private struct JoinedText {
  private(set) var text: WrittenText
  /// Whether a comma comes before the next byte, unless that is the first content of a container.
  var needsComma = false

  init(capacity: Int) {
    text = WrittenText(number: -1, capacity: capacity)
  }

  /// Appends a text up to a position.
  @inline(never) mutating func append(_ source: WrittenText, _ part: inout TextPart, to end: Int) {
    guard end > part.position else { return }
    separate(before: source.output[part.position])
    let offset = text.output.count - part.position
    while part.nextMark < source.marks.count, source.marks[part.nextMark].position < end {
      text.marks.append(source.marks[part.nextMark])
      text.marks[text.marks.count - 1].position += offset
      part.nextMark += 1
    }
    text.output.append(part.position..<end, of: source.output)
    part.position = end
  }

  /// Ends a segment.
  mutating func end(_ segment: Segment) {
    switch (segment.target, segment.shape) {
    case (.placeholder, .object), (.placeholder, .array):
      needsComma = false
      text.output.append(segment.shape == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    case (.before, _): needsComma = true
    default: break
    }
  }

  /// Appends the comma before a byte.
  private mutating func separate(before byte: UInt8) {
    guard needsComma else { return }
    needsComma = false
    guard text.output.count > 0, !",]}".utf8.contains(byte) else { return }
    if !"[{".utf8.contains(text.output[text.output.count - 1]) {
      text.output.append(UInt8(ascii: ","))
    }
  }
}

/// What a container writes late, apart from the text that it belongs to.
///
///     document    {"n":{},"a":{}}
///                       ▲      ▲
///     segment 0     "x":2,"z":4│      what "n" wrote after "a" was begun
///     segment 1              "y":3    what "a" wrote after that
///
/// A container that alternates with others has one segment. They are joined at the end of the call.
struct Segment {
  enum Target {
    /// At the end of a container: before its bracket, after a comma.
    case end
    /// In place of an empty object.
    case placeholder
    /// Before an element or member, with a comma after it.
    case before
    /// Nowhere, because the text it belongs to is removed.
    case removed
  }

  /// The number of the text to which it belongs, and the position in that.
  let text: Int
  let position: Int
  var target: Target
  /// The level that it goes on with; -1 for that of a place.
  let origin: Int
  /// The shape of what was written in place of a placeholder.
  var shape = JSONWriter.Shape.nothing
  /// The text; while it is being written, the text that is written after it.
  var content: WrittenText
}

/// A value that isn't completed as others are.
struct Mark {
  /// The position of its first byte.
  var position: Int
  /// Whether it was written as the bytes that came; otherwise it is a nested container, which goes on with
  /// an earlier value under its key, if there is one.
  let isCopy: Bool
}

/// A text that is written from its beginning to its end.
struct WrittenText {
  /// The number of the segment; -1 for the document.
  let number: Int
  var output: ByteBuffer
  /// The values that aren't completed as others are, in order.
  var marks: [Mark] = []

  init(number: Int, capacity: Int) {
    self.number = number
    output = ByteBuffer(capacity: capacity)
  }
}
