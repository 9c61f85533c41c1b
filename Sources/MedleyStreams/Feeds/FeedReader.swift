import Medley
import MedleyEngine
import MedleyJSON

/// Reads a feed from the bytes that came so far, batch by batch.
///
/// It isn't generic, because generic code looks up the metadata of its types for each element: an
/// enum with the element cost 400 instructions.
///
/// It is a class, because copies of an iterator share the place in the feed.
final class FeedReader {
  /// What comes next.
  enum Signal {
    /// An element of the batch, which can be decoded.
    case ready
    /// Indirect, because few elements fail, and a value with room for a failure is larger.
    indirect case failure(FeedFailure)
    case needsInput
    case end
  }

  let buffer: FeedBuffer
  let batch: FeedBatch
  private let framer: any FeedFramer
  private var isAtEnd = false
  private var hasEnded = false
  /// What follows the batch.
  private var stop = FeedStop.full

  init(_ decoder: PolymorphicJSONDecoder, _ format: FeedFormat) {
    buffer = FeedBuffer()
    batch = FeedBatch(decoder, format, buffer)
    framer = format.makeFramer(for: decoder)
  }

  // MARK: - Reading

  /// Calls a function that appends bytes, after all elements so far were returned.
  ///
  /// - Parameter append: A function that returns false at the end of the feed.
  func read(_ append: (FeedBuffer) throws -> Bool) rethrows {
    prepareForInput()
    if try !append(buffer) { isAtEnd = true }
  }

  /// Discards what isn't needed, so that bytes can be appended.
  func prepareForInput() {
    framer.prepareForInput(buffer)
    stop = .full
  }

  /// Ends the feed.
  func finish() { isAtEnd = true }

  /// Stops reading.
  func stopReading() {
    batch.end()
    hasEnded = true
  }

  /// Finds what comes next.
  @inline(__always) func advance() -> Signal {
    batch.isReady ? .ready : find()
  }

  @inline(never) private func find() -> Signal {
    while !hasEnded {
      if batch.isReady { return .ready }
      if batch.hasMore {
        guard let failure = batch.load() else { continue }
        if failure.isFinal { hasEnded = true }
        return .failure(failure)
      }
      batch.end()
      switch stop {
      case .full, .invalid: stop = framer.load(into: batch, isAtEnd: isAtEnd)
      case .fault(let fault):
        stop = .full
        if fault.isFinal { hasEnded = true }
        return .failure(batch.failure(for: fault))
      case .needsInput: return .needsInput
      case .end: hasEnded = true
      }
    }
    return .end
  }
}

// MARK: - Handling failures

extension FeedReader: FeedReading {
  func report(_ failure: FeedFailure) {
    failure.report(batch.userInfo)
    // The report may keep the element.
    batch.keepLast()
  }

  func failure(for error: any Error) -> FeedFailure { batch.failure(for: error) }

  /// The place of the last element; after the last byte if there is none.
  var lastPosition: FeedPosition { batch.lastPosition ?? endPosition }

  /// The place after the last byte.
  var endPosition: FeedPosition {
    FeedPlace(FeedPiece(range: buffer.count..<buffer.count), in: buffer)
      .position(index: batch.firstIndex)
  }
}

/// What a sequence of elements or results reads.
///
/// It has no type of elements, so that both share it. It is a class, because copies of an iterator
/// share the place in the feed.
protocol FeedReading: AnyObject {
  /// Finds what comes next.
  func advance() -> FeedReader.Signal

  /// The place of the last element.
  var lastPosition: FeedPosition { get }

  /// Returns the failure of the last element.
  func failure(for error: any Error) -> FeedFailure

  /// Reports an element as dropped.
  func report(_ failure: FeedFailure)

  /// Stops reading.
  func stopReading()
}

extension FeedReading {
  /// Throws the error of an element that failed, or reports it.
  @inline(never) func handle(_ failure: FeedFailure, _ lossily: Bool) throws {
    guard lossily, !failure.isFinal else {
      stopReading()
      throw failure.error
    }
    report(failure)
  }
}

/// The text of one element in a buffer, complete and without white space around it.
struct FeedPiece {
  var range: Range<Int>
  /// What an event has beside its data; nil in other formats.
  var event: EventFields?
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
    /// The array of ``FeedFormat/array(at:)`` isn't there, or another value is.
    case path(ArrayPathError)
  }

  /// The bytes of the element, or the place of the error.
  var range: Range<Int>
  /// The first invalid byte.
  var position: Int
  var reason: Reason
  var event: EventFields?
  /// Whether nothing after it has a meaning.
  var isFinal: Bool
}

/// Complete elements that a splitter has found.
struct FeedPieces {
  private(set) var ranges: [Range<Int>] = []
  /// Those of events; empty in other formats.
  private(set) var events: [EventFields] = []
  /// The number of bytes of the elements.
  private(set) var size = 0

  @inline(__always) mutating func append(_ piece: FeedPiece) {
    append(piece.range)
    if let event = piece.event { events.append(event) }
  }

  @inline(__always) mutating func append(_ range: Range<Int>) {
    ranges.append(range)
    size &+= range.count
  }

  mutating func removeAll() {
    size = 0
    if ranges.count == 1, events.count < 2 {
      // Many chunks have one event, and `removeAll` takes 90 instructions.
      ranges.removeLast()
      if !events.isEmpty { events.removeLast() }
    } else {
      ranges.removeAll(keepingCapacity: true)
      events.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the elements in a buffer that begins at a position of this one.
  func moved(to start: Int) -> FeedPieces {
    var moved = self
    moved.ranges = ranges.map { $0.lowerBound - start..<$0.upperBound - start }
    return moved
  }

  /// The piece at an index.
  subscript(index: Int) -> FeedPiece {
    FeedPiece(range: ranges[index], event: events.isEmpty ? nil : events[index])
  }
}

/// Why a splitter stops looking for elements.
enum FeedStop {
  /// There are enough.
  case full
  /// The next text isn't valid, which the scanner finds when it looks at it alone.
  case invalid
  /// Indirect, because faults are rare, and a value with room for one is larger.
  indirect case fault(FeedFault)
  case needsInput
  case end
}

/// What a splitter finds next.
enum FeedStep {
  case piece(FeedPiece)
  indirect case fault(FeedFault)
  case needsInput
  case end
}

extension FeedStop {
  /// The reason why there is no element.
  init(_ step: FeedStep) {
    switch step {
    case .piece: self = .full
    case .fault(let fault): self = .fault(fault)
    case .needsInput: self = .needsInput
    case .end: self = .end
    }
  }
}

/// Finds the complete elements in a buffer, and continues where it stopped when there are more
/// bytes.
///
/// Positions are those of the buffer, see ``discard(_:)``.
protocol FeedSplitter {
  /// Returns the next element.
  ///
  /// - Parameters:
  ///   - buffer: The buffer.
  ///   - isAtEnd: Whether no bytes follow.
  /// - Returns: An element, or why there is none.
  mutating func next(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep

  /// Finds the next elements.
  ///
  /// - Parameters:
  ///   - pieces: The elements, to which those that are found are added.
  ///   - buffer: The buffer.
  ///   - isAtEnd: Whether no bytes follow.
  ///   - size: The number of bytes of enough elements.
  /// - Returns: Why there are no more.
  mutating func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop

  /// Finds the next elements and adds them to a batch without elements, which may load them.
  mutating func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop

  /// The first byte that is needed further.
  var firstNeeded: Int { get }

  /// The bytes that may complete the next element.
  var awaited: AwaitedBytes { get }

  /// The line feeds before the first needed byte, if the splitter has seen them all.
  ///
  /// Otherwise the buffer searches the bytes that it discards for them.
  var lineFeeds: LineFeeds? { get }

  /// Adapts the positions to a buffer that discards bytes.
  mutating func discard(_ count: Int)

  /// Discards the bytes of a buffer that aren't needed, so that others can be appended.
  ///
  /// It is a requirement, so that a splitter isn't copied for each of the steps: 460 instructions
  /// for each chunk.
  mutating func prepareForInput(_ buffer: FeedBuffer)
}

extension FeedSplitter {
  var lineFeeds: LineFeeds? { nil }

  mutating func load(into batch: FeedBatch, isAtEnd: Bool) -> FeedStop {
    unsafe collect(&batch.pieces, in: batch.buffer, isAtEnd: isAtEnd, upTo: FeedBatch.size)
  }

  mutating func prepareForInput(_ buffer: FeedBuffer) {
    let needed = firstNeeded
    if needed > 0 {
      buffer.discard(before: needed, lineFeeds)
      discard(needed)
    }
    unsafe buffer.awaited = awaited
  }

  mutating func collect(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    collectSteps(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: size)
  }

  /// Finds the next elements step by step.
  mutating func collectSteps(
    _ pieces: inout FeedPieces,
    in buffer: FeedBuffer,
    isAtEnd: Bool,
    upTo size: Int
  ) -> FeedStop {
    while pieces.size < size {
      switch nextTrimmed(in: buffer, isAtEnd: isAtEnd) {
      case .piece(let piece): pieces.append(piece)
      case let step: return FeedStop(step)
      }
    }
    return .full
  }

  /// Returns the next element without white space around it, which the data of an event may have.
  @inline(__always) mutating func nextTrimmed(in buffer: FeedBuffer, isAtEnd: Bool) -> FeedStep {
    let step = next(in: buffer, isAtEnd: isAtEnd)
    guard case .piece(var piece) = step else { return step }
    piece.range = buffer.bytes.trimmed(piece.range)
    return .piece(piece)
  }
}

/// Skips a byte order mark (RFC 8259 §8.1).
struct ByteOrderMark {
  private(set) var isSkipped = false

  /// Returns the position after a byte order mark; nil if more bytes are needed to tell.
  mutating func skip(in bytes: Bytes, isAtEnd: Bool) -> Int? {
    if isSkipped { return 0 }
    // UTF-16 and UTF-32, which their first four bytes show.
    if bytes.count > 0, bytes[0] == 0 || bytes[0] >= 0xfe, bytes.count < 4, !isAtEnd { return nil }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let length = min(bytes.count, mark.count)
    let isPrefix = (0..<length).allSatisfy { bytes[$0] == mark[$0] }
    if isPrefix, length < mark.count, !isAtEnd { return nil }
    isSkipped = true
    return isPrefix && length == mark.count ? mark.count : 0
  }
}
