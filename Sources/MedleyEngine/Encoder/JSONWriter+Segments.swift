import MedleyBase

// MARK: - Writing segments

extension JSONWriter {
  /// Adds a segment at a position of a text.
  func addSegment(in text: Int, at position: Int, _ target: Segment.Target) -> Int32 {
    let number = state.segments.count
    let content = WrittenText(number: number, output: ByteBuffer(capacity: 64))
    let segment = Segment(text: text, position: position, target: target, content: content)
    state.segments.append(segment)
    return Int32(number)
  }

  /// Returns the first level of the text to which a level writes.
  func base(of level: Int) -> Int {
    (0...level).last { levels[$0].segment >= 0 } ?? 0
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
      let isBefore = segment.origin != nil && segment.position == start
      if segment.text == state.text.number, segment.position >= start, !isBefore {
        state.segments[index].isRemoved = true
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
  /// A segment belongs to a text that was begun before it, so the last texts are completed first.
  ///
  /// - Complexity: O(*d* · *n* + *m* log *m*), where *n* is the number of bytes, *m* that of segments,
  ///   and *d* how deeply those are nested.
  func joinSegments() {
    var parts = Array(repeating: [Int](), count: state.segments.count + 1)
    let segments = state.segments
    let order = segments.indices.sortedOrder { segments[$0].orderKey < segments[$1].orderKey }
    for number in order { parts[segments[number].text + 1].append(number) }
    for text in (-1..<state.segments.count).reversed() where !parts[text + 1].isEmpty {
      let source = text < 0 ? state.text : state.segments[text].content
      var joined = JoinedText(of: source)
      for number in parts[text + 1] { joined.append(state.segments[number]) }
      joined.append(upTo: source.output.count)
      source.output.deallocate()
      if text < 0 { state.text = joined.text } else { state.segments[text].content = joined.text }
    }
    removeSegments()
  }
}

extension Segment {
  /// What comes before an element comes before what the element writes, too.
  fileprivate var orderKey: (Int, Int) { (position, origin == nil ? 1 : 0) }
}

/// A text whose segments are being put in their places.
private struct JoinedText {
  private(set) var text: WrittenText
  private let source: WrittenText
  /// The position of the next byte of the source, and the index of its next mark.
  private var position = 0
  private var nextMark = 0
  /// Whether a comma comes before the next byte, unless that is the first content of a container.
  private var needsComma = false

  init(of source: WrittenText) {
    self.source = source
    let output = ByteBuffer(capacity: source.output.count + 64)
    text = WrittenText(number: source.number, output: output)
  }

  /// Appends the source up to a position.
  mutating func append(upTo end: Int) {
    guard end > position else { return }
    let marks = source.marks[nextMark...].prefix { $0.position < end }
    append(position..<end, of: source.output, marks)
    position = end
    nextMark += marks.count
  }

  /// Appends a segment that is complete, after the source up to its position.
  mutating func append(_ segment: Segment) {
    guard !segment.isRemoved else { return }
    append(upTo: segment.position)
    if segment.target != .placeholder {
      needsComma = true
    } else if segment.shape != .nothing {
      // Otherwise the placeholder stays.
      position += 2
    }
    let content = segment.content
    append(0..<content.output.count, of: content.output, content.marks[...])
    if segment.target != .placeholder {
      needsComma = segment.origin != nil
    } else if segment.shape.isContainer {
      text.output.append(segment.shape.closingBracket)
    }
  }

  @inline(never) private mutating func append(
    _ range: Range<Int>,
    of output: ByteBuffer,
    _ marks: ArraySlice<Mark>
  ) {
    guard !range.isEmpty else { return }
    let first = output[range.lowerBound]
    if needsComma, text.output.count > 0, !",]}".utf8.contains(first),
      !"[{".utf8.contains(text.output[text.output.count - 1])
    {
      text.output.append(UInt8(ascii: ","))
    }
    needsComma = false
    let offset = text.output.count - range.lowerBound
    for mark in marks {
      text.marks.append(Mark(position: mark.position + offset, isCopy: mark.isCopy))
    }
    text.output.append(output.written.part(from: range.lowerBound, count: range.count))
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
  enum Target: Equatable {
    /// At the end of a container: before its bracket, after a comma.
    case end
    /// In place of an empty object.
    case placeholder
    /// Before an element or member of a level that it goes on with, with a comma after it.
    case before(origin: Int)
  }

  /// The number of the text to which it belongs, and the position in that.
  let text: Int
  let position: Int
  let target: Target
  /// Whether the text it belongs to is removed there.
  var isRemoved = false
  /// The shape of what was written in place of a placeholder.
  var shape = JSONWriter.Shape.nothing
  /// The text; while it is being written, the text that is written after it.
  var content: WrittenText

  /// The level that it goes on with; nil for that of a place.
  var origin: Int? { if case .before(let origin) = target { origin } else { nil } }
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
}
