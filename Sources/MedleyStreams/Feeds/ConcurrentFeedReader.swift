import Medley
import MedleyEngine
import MedleyJSON

/// Reads a feed whose elements several tasks decode.
///
///     input ──▶ buffer ── splitter ──▶ part ──▶ task ──▶ elements ─┐
///                                 ├──▶ part ──▶ task ──▶ elements ─┼──▶ in order
///                                 └──▶ part ──▶ task ──▶ elements ─┘
///
/// As many parts as there are tasks are decoded while the elements of the part before them are
/// returned, so that no core waits and memory is bounded. Tasks that decode when the feed is left
/// finish their part. Nothing that may have to be waited for is read while complete elements are
/// left.
///
/// It is a class, because copies of an iterator share the place in the feed.
final class ConcurrentFeedReader<Element: Decodable & Sendable>: FeedReading {
  private let input: FeedSource
  private let concurrency: Int
  /// The path of the array.
  private let keys: [any CodingKey]
  private let makePart: () -> FeedPart<Element>
  private let buffer = FeedBuffer()
  private let framer: any FeedFramer
  /// What follows the parts.
  private var stop = FeedStop.needsInput
  private var isAtEnd = false
  /// What reading threw, after which elements before it may be left.
  private var readingError: (any Error)?
  private var hasEnded = false
  private var pieces = FeedPieces()
  private var idle: [FeedPart<Element>] = []
  /// The parts that tasks decode, in order.
  private var running: [(part: FeedPart<Element>, task: Task<DecodedElements<Element>, Never>)] = []
  private let decoder: PolymorphicJSONDecoder
  /// The number of elements before the next part.
  private var nextIndex = 0

  /// The next part and its elements.
  private var decoded: (part: FeedPart<Element>, elements: DecodedElements<Element>)?
  /// The current part, which knows the places of its elements, and those elements.
  private var current: FeedPart<Element>?
  private var elements: ElementQueue<Element>?
  /// The number of elements of the current part, and what comes between them.
  private var count = 0
  private var notes: [FeedNote] = []
  /// The next element and the next note.
  private var cursor = 0
  private var note = 0
  /// The number of elements of the current part that failed before the next one.
  private var failures = 0

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ lossily: Bool,
    _ input: FeedSource,
    concurrency: Int
  ) {
    self.decoder = decoder
    self.input = input
    self.concurrency = max(1, concurrency)
    framer = format.makeFramer(for: decoder)
    keys = format.path.map(PathKeys.name)
    makePart = { FeedPart(decoder, format, lossily) }
  }

  // MARK: - Returning elements

  /// Finds what comes next.
  func advance() -> FeedReader.Signal {
    while !hasEnded {
      if note < notes.count, notes[note].index == cursor {
        note += 1
        switch notes[note - 1].content {
        case .issues(let issues): issues.deliver()
        case .failure(let failure):
          failures += 1
          return .failure(failure)
        }
      } else if cursor < count {
        return .ready
      } else if let next = decoded {
        decoded = nil
        release()
        (current, elements) = (next.part, next.elements.elements)
        (count, notes) = (next.elements.elements.count, next.elements.notes)
        (cursor, note, failures) = (0, 0, 0)
      } else if !running.isEmpty || readingError != nil {
        return .needsInput
      } else {
        switch stop {
        case .full, .invalid, .needsInput: return .needsInput
        case .fault(let fault):
          stop = fault.isFinal ? .end : .full
          nextIndex += 1
          return .failure(FeedFailure(fault, in: buffer, at: keys, index: nextIndex - 1))
        case .end: hasEnded = true
        }
      }
    }
    return .end
  }

  /// Returns the next element, which must be ready.
  func take() -> Element {
    cursor += 1
    // Sound: `advance` says that there is one.
    return unsafe elements.unsafelyUnwrapped.take()
  }

  var lastPosition: FeedPosition {
    // Sound: the last element is in it.
    unsafe current.unsafelyUnwrapped.position(of: cursor - 1 + failures)
  }

  /// Returns a failure at the last element, although elements that are ready don't fail.
  func failure(for error: any Error) -> FeedFailure {
    FeedFailure(error, at: lastPosition, sourceBytes: nil)
  }

  func report(_ failure: FeedFailure) { failure.report(decoder.userInfo) }

  /// Makes the current part free for others, after its elements were returned.
  private func release() {
    if let part = current.take() { idle.append(part) }
    elements = nil
  }

  /// Stops reading.
  func stopReading() {
    hasEnded = true
    (count, notes, cursor, note) = (0, [], 0, 0)
    current = nil
    elements = nil
    decoded = nil
    running = []
  }
}

// MARK: - Decoding

extension ConcurrentFeedReader {
  /// Decodes the elements of the next part, or else reads more.
  func fill() async throws {
    release()
    if running.isEmpty {
      guard let first = nextPart() else {
        if let readingError { throw readingError }
        if case .needsInput = stop { try await read() }
        return
      }
      guard concurrency > 1, let second = nextPart() else {
        decoded = (first, first.decode())
        return
      }
      start(first)
      start(second)
    }
    startTasks()
    let first = running.removeFirst()
    decoded = (first.part, await first.task.value)
    startTasks()
  }

  /// Starts tasks for the parts that are complete.
  private func startTasks() {
    while running.count < concurrency, let part = nextPart() { start(part) }
  }

  private func start(_ part: FeedPart<Element>) {
    running.append((part, Task { part.decode() }))
  }

  /// Finds the elements of the next part; nil if none is complete.
  private func nextPart() -> FeedPart<Element>? {
    while true {
      switch stop {
      case .fault, .end: return nil
      case .full, .invalid, .needsInput: break
      }
      stop = framer.collect(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: FeedPart<Element>.size)
      if !pieces.ranges.isEmpty { break }
      guard case .needsInput = stop, readNow() else { return nil }
    }
    let part = idle.popLast() ?? makePart()
    part.take(pieces, of: buffer, at: nextIndex)
    nextIndex += pieces.ranges.count
    pieces.removeAll()
    return part
  }

  /// Reads bytes that are there; returns false if the input has none.
  private func readNow() -> Bool {
    guard case .ready(let read) = input, !isAtEnd, readingError == nil else { return false }
    framer.prepareForInput(buffer)
    do {
      if try !read(buffer) { isAtEnd = true }
      return true
    } catch {
      readingError = error
      return false
    }
  }

  private func read() async throws {
    framer.prepareForInput(buffer)
    if try await !input.read(into: buffer) { isAtEnd = true }
    stop = .full
  }
}
