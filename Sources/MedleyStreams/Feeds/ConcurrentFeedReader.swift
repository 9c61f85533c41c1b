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
final class ConcurrentFeedReader<Element: Decodable & Sendable>: FeedReader {
  /// The largest number of tasks at a time; set before the feed is read.
  var concurrency = 1
  /// What reading threw, after which elements before it may be left.
  private var readingError: (any Error)?
  /// The tasks that decode parts, in order.
  private var running: [Task<FeedPart<Element>, Never>] = []
  /// The part whose elements are returned.
  private var current: FeedPart<Element>?

  // MARK: - Returning elements

  override func advance() throws(FeedFailure) -> Signal {
    if let signal = try current?.advance() { return signal }
    if !running.isEmpty || readingError != nil { return .needsInput }
    return try follow() ?? .needsInput
  }

  /// Returns the next element, which must be ready.
  func take() -> Element {
    // Only a part has ready elements, so no input leads here: the caller would not have asked.
    guard let current else { preconditionFailure("No element is ready") }
    return current.next()
  }

  override var lastPosition: FeedPosition { current?.lastPosition ?? super.lastPosition }

  override func stopReading() {
    super.stopReading()
    current = nil
    running = []
    readingError = nil
  }

  // MARK: - Decoding

  /// Decodes the elements of the next part, or else reads more.
  override func fill() async throws {
    current = nil
    if running.isEmpty {
      guard let first = nextPart() else {
        if let readingError { throw readingError }
        if case .needsInput = stop { try await super.fill() }
        return
      }
      guard concurrency > 1, let second = nextPart() else {
        current = first.decoded()
        return
      }
      start(first)
      start(second)
    }
    startTasks()
    current = await running.removeFirst().value
    startTasks()
  }

  /// Starts tasks for the parts that are complete.
  private func startTasks() {
    while running.count < concurrency, let part = nextPart() { start(part) }
  }

  private func start(_ part: FeedPart<Element>) {
    running.append(Task { part.decoded() })
  }

  /// Finds the elements of the next part; nil if none is complete.
  private func nextPart() -> FeedPart<Element>? {
    while !batch.hasMore {
      switch stop {
      case .fault, .end: return nil
      case .full, .needsInput: collect(scans: false)
      }
      guard batch.hasMore || readNow() else { return nil }
    }
    return FeedPart(batch, lossily: isLossy)
  }

  /// Reads bytes that are there if they are needed; returns false if the input has none.
  private func readNow() -> Bool {
    guard case .needsInput = stop, readingError == nil,
      case .function(isReady: true, _) = input
    else { return false }
    do {
      try read()
      return true
    } catch {
      readingError = error
      return false
    }
  }
}
