import MedleyEngine

/// Finds the complete elements in a buffer, and continues where it stopped when there are more
/// bytes.
///
/// Positions are those of the buffer, see ``move(by:)``.
protocol FeedSplitter {
  /// Finds the next elements.
  ///
  /// - Parameters:
  ///   - search: The search, to which the elements that are found are added.
  ///   - buffer: The buffer.
  /// - Returns: Why there are no more.
  mutating func collect(_ search: inout FeedSearch, in buffer: FeedBuffer) -> FeedStop

  /// The first byte that is needed further.
  var firstNeeded: Int { get }

  /// The bytes that may complete the next element.
  var awaited: AwaitedBytes { get }

  /// The line of the first needed byte, beginning with 0; nil if the buffer has to count the lines
  /// that it discards.
  var firstLine: Int? { get }

  /// Adapts the positions to a buffer whose bytes have moved.
  mutating func move(by count: Int)

  /// Discards the bytes of a buffer that aren't needed, so that others can be appended.
  ///
  /// It is a requirement, so that a splitter isn't copied for each of the steps: 460 instructions
  /// for each chunk.
  mutating func prepareForInput(_ buffer: FeedBuffer)
}

extension FeedSplitter {
  var firstLine: Int? { nil }

  mutating func prepareForInput(_ buffer: FeedBuffer) {
    let needed = firstNeeded
    if needed > 0 {
      buffer.discard(before: needed, in: firstLine)
      move(by: -needed)
    }
    buffer.awaitedBytes = awaited
  }
}

/// A search for elements: how far it goes, and what it has found.
struct FeedSearch {
  /// Whether no bytes follow.
  let isAtEnd: Bool
  /// The number of bytes of enough elements.
  let size: Int
  /// The document for the index of the elements of an array; nil if elements are only framed.
  private let document: Document?
  /// The elements, without white space around them.
  var found = FeedPieces()

  private var scanner: Scanner?
  /// The part of the buffer in which elements are scanned; empty before the first.
  private(set) var window = 0..<0
  private var scannedCount = 0

  init(isAtEnd: Bool, size: Int = FeedSource.chunkSize, document: Document? = nil) {
    (self.isAtEnd, self.size, self.document) = (isAtEnd, size, document)
  }

  /// Whether there are enough elements.
  var isFull: Bool { found.size >= size }
}

// MARK: - Scanning the elements of an array

/// Elements are scanned while a splitter finds them, so that each byte is looked at once.
///
///     buffer   | ... {"a":1} , {"b":2} , {"c":   |
///                    ^------- window ---------^
///
/// An element that isn't complete in the window, or isn't valid, isn't scanned: the splitter frames
/// it first.
extension FeedSearch {
  var isScanning: Bool { document != nil }

  /// Scans an element.
  ///
  /// - Parameters:
  ///   - range: The first byte, and the end as far as it is known.
  ///   - buffer: The buffer.
  /// - Returns: The position after the element; nil if it isn't complete or not valid.
  @inline(__always)
  mutating func scan(_ range: Range<Int>, in buffer: FeedBuffer) -> Int? {
    guard isScanning else { return nil }
    if window.isEmpty || range.upperBound > window.upperBound, scannedCount == 0 {
      beginScan(range, in: buffer)
    }
    let base = window.lowerBound
    guard let end = scanner?.scanElement(from: range.lowerBound &- base, scannedCount) else {
      return nil
    }
    scannedCount &+= 1
    return base &+ end
  }

  @inline(never) private mutating func beginScan(_ range: Range<Int>, in buffer: FeedBuffer) {
    let end = min(buffer.count, max(range.upperBound, range.lowerBound + FeedSource.chunkSize))
    window = range.lowerBound..<end
    buffer.pad()
    // A text of 2 GiB is refused when it is loaded alone.
    scanner = try? document?.beginElements(
      buffer.bytes(range.lowerBound..<end + FeedBuffer.padding)
    )
  }

  /// Ends the scan and returns the number of elements.
  func endScan() -> Int {
    if let scanner { document?.endElements(scanner, scannedCount) }
    return scannedCount
  }
}

/// Why a splitter stops looking for elements.
enum FeedStop {
  /// There are enough.
  case full
  /// Indirect, because faults are rare, and a value with room for one is larger.
  indirect case fault(FeedFault)
  case needsInput
  case end
}

/// The text of one element in a buffer, complete and without white space around it.
struct FeedPiece {
  var range: Range<Int>
  /// What an event has beside its data; nil in other formats.
  var event: EventFields?
  /// The index of the element in the feed.
  var index = 0
}

/// What a server-sent event has beside its data.
struct EventFields {
  /// The type; nil if the event has none.
  var type: String?
  /// The last event id, which may be that of an earlier event.
  var id: String?
  /// The line of the first data, beginning with 0.
  var line: Int
}

/// An element that can't be framed, or the reason why there are no further ones.
struct FeedFault {
  enum Reason {
    case syntax(SyntaxError.Reason)
    /// In the path of ``FeedFormat/array(at:)``, the value after so many keys isn't an object or array.
    case wrongKind(Int)
    /// The key at an index of that path is missing.
    case missing(Int)
  }

  let reason: Reason
  /// The first invalid byte.
  let position: Int
  /// The bytes of the element; none at the place of an error around elements.
  var piece: FeedPiece

  init(_ reason: Reason, at position: Int, in piece: FeedPiece? = nil) {
    self.reason = reason
    self.position = position
    self.piece = piece ?? FeedPiece(range: position..<position)
  }
}

/// Complete elements that a splitter has found.
struct FeedPieces {
  private(set) var ranges: [Range<Int>] = []
  /// Those of events; empty in other formats.
  private(set) var events: [EventFields] = []
  /// The number of bytes of the elements.
  private(set) var size = 0
  /// The index of the first of them in the feed.
  var firstIndex = 0

  @inline(__always) mutating func append(_ range: Range<Int>, _ event: EventFields? = nil) {
    ranges.append(range)
    size &+= range.count
    if let event { events.append(event) }
  }

  mutating func removeAll() {
    firstIndex += ranges.count
    size = 0
    ranges.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }

  /// Returns the elements in a buffer that begins at a position of this one.
  func moved(to start: Int) -> FeedPieces {
    var moved = self
    moved.ranges = ranges.map { $0.lowerBound - start..<$0.upperBound - start }
    return moved
  }

  /// The piece at an index.
  subscript(index: Int) -> FeedPiece {
    let event = events.isEmpty ? nil : events[index]
    return FeedPiece(range: ranges[index], event: event, index: firstIndex + index)
  }
}

extension Bytes {
  /// Returns a part without white space around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isSpace { start += 1 }
    while start < end, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }
}
