import Medley

/// Reads a feed whose elements several tasks decode.
///
///     input ──▶ buffer ── splitter ──▶ part ──▶ task ──▶ elements ─┐
///                                 ├──▶ part ──▶ task ──▶ elements ─┼──▶ in order
///                                 └──▶ part ──▶ task ──▶ elements ─┘
///
/// Each round takes a limited number of parts from the bytes that came, so that memory is bounded,
/// and ends before anything of it is returned, so that no task outlives the call that needs its
/// elements. Nothing is read while complete elements are left.
///
/// It is a class, because copies of an iterator share the place in the feed.
final class ConcurrentFeedReader<Element: Decodable & Sendable> {
  private let input: FeedSource
  private let concurrency: Int
  /// The path of the array.
  private let keys: [any CodingKey]
  private let makePart: () -> FeedPart<Element>
  private let buffer = FeedBuffer()
  private let framer: FeedFramer
  /// What follows the parts.
  private var stop = FeedStop.needsInput
  private var isAtEnd = false
  private var hasEnded = false
  private var pieces = FeedPieces()
  private var idle: [FeedPart<Element>] = []
  private let decoder: PolymorphicJSONDecoder
  /// The number of elements before the next part.
  private var nextIndex = 0

  /// The elements of the last round in order, the next part last.
  private var decoded: [DecodedElements<Element>] = []
  private var current: ElementQueue<Element>?
  /// The number of elements of the current part, and what comes between them.
  private var count = 0
  private var notes: [FeedNote] = []
  private var positions: [FeedPosition] = []
  /// The next element and the next note.
  private var cursor = 0
  private var note = 0

  /// The number of parts of each task in a round: the last ones leave cores without work.
  private static var partsOfTask: Int { 4 }

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    _ input: FeedSource,
    concurrency: Int,
    wantsResults: Bool
  ) {
    self.decoder = decoder
    self.input = input
    self.concurrency = max(1, concurrency)
    framer = format.makeFramer(for: decoder)
    keys = format.path.map { PathKey(stringValue: $0) }
    makePart = { FeedPart(decoder, format, policy, wantsResults: wantsResults) }
  }

  /// The user information of the decoder.
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  // MARK: - Returning elements

  /// Finds what comes next.
  func advance() -> FeedReader.Signal {
    while !hasEnded {
      if note < notes.count, notes[note].index == cursor {
        note += 1
        switch notes[note - 1].content {
        case .issues(let issues): issues.deliver()
        case .failure(let failure): return .failure(failure)
        }
      } else if cursor < count {
        return .ready
      } else if let next = decoded.popLast() {
        current = next.elements
        (count, notes, positions) = (next.elements.count, next.notes, next.positions)
        (cursor, note) = (0, 0)
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

  /// Returns the next element; nil if it isn't ready.
  func take() -> Element? {
    cursor += 1
    return current?.take()
  }

  /// The place of the last element, if places are wanted.
  var lastPosition: FeedPosition { positions[cursor - 1] }

  /// Stops reading.
  func stopReading() {
    hasEnded = true
    current = nil
    decoded = []
  }
}

// MARK: - Decoding

extension ConcurrentFeedReader {
  /// Decodes the elements that are complete, or else reads more.
  func fill() async throws {
    do {
      try Task.checkCancellation()
      guard let first = nextPart() else {
        if case .needsInput = stop { try await read() }
        return
      }
      guard concurrency > 1, let second = nextPart() else {
        decoded = [first.decode()]
        idle.append(first)
        return
      }
      try await decode([first, second])
    } catch {
      stopReading()
      throw error
    }
  }

  /// Decodes parts, and those after them, as many at a time as there are tasks.
  private func decode(_ parts: [FeedPart<Element>]) async throws {
    var parts = parts
    var results = [DecodedElements<Element>?](repeating: nil, count: parts.count)
    try await withThrowingTaskGroup(of: (Int, DecodedElements<Element>).self) { group in
      /// Waits for a task, whose part can be used again; returns whether there was one.
      func collectOne() async throws -> Bool {
        guard let (index, elements) = try await group.next() else { return false }
        results[index] = elements
        idle.append(parts[index])
        return true
      }
      var started = 0
      while started < parts.count {
        if started >= concurrency { _ = try await collectOne() }
        let (index, part) = (started, parts[started])
        group.addTask {
          try Task.checkCancellation()
          return (index, part.decode())
        }
        started += 1
        if started == parts.count, started < concurrency * Self.partsOfTask, let next = nextPart() {
          parts.append(next)
          results.append(nil)
        }
      }
      while try await collectOne() {}
    }
    decoded = results.reversed().compactMap(\.self)
  }

  /// Finds the elements of the next part; nil if none is complete.
  private func nextPart() -> FeedPart<Element>? {
    switch stop {
    case .fault, .end: return nil
    case .full, .invalid, .needsInput: break
    }
    stop = framer.collect(&pieces, in: buffer, isAtEnd: isAtEnd, upTo: FeedPart<Element>.size)
    guard !pieces.ranges.isEmpty else { return nil }
    let part = idle.popLast() ?? makePart()
    part.take(pieces, of: buffer, at: nextIndex)
    nextIndex += pieces.ranges.count
    pieces.removeAll()
    return part
  }

  private func read() async throws {
    framer.prepareForInput(buffer)
    if try await !input.read(into: buffer) { isAtEnd = true }
    stop = .full
  }
}
