import Medley
import MedleyBase
public import MedleyJSON

/// Reads a feed from the bytes that came so far, batch by batch.
///
/// It isn't generic, because generic code looks up the metadata of its types for each element: an
/// enum with the element cost 400 instructions.
///
/// It is a class, because copies of an iterator share the place in the feed.
@usableFromInline class FeedReader {
  /// What comes next.
  enum Signal {
    /// An element, which can be decoded.
    case ready
    case needsInput
    case end
  }

  let batch: FeedBatch
  let isLossy: Bool
  let input: FeedSource
  // Only the reader of a feed uses it, so run-time checks for exclusivity aren't needed: an access
  // lasts as long as the splitter works.
  @exclusivity(unchecked) private var splitter: any FeedSplitter
  private var isAtEnd = false
  /// What follows the batch; the end also after reading has stopped.
  private(set) var stop = FeedStop.full
  /// Whether an iterator waits for its next element.
  private let isTaken = Lock(false)

  @usableFromInline init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ lossily: Bool,
    _ input: FeedSource
  ) {
    batch = FeedBatch(decoder, format)
    isLossy = lossily
    self.input = input
    unsafe splitter = format.makeSplitter(for: decoder)
  }

  private var buffer: FeedBuffer { batch.buffer }

  // MARK: - Reading

  /// Reads more by a function, after all elements so far were returned.
  func read() throws {
    guard case .function(_, let append) = input else { return }
    prepareForInput()
    if try !append(buffer) { isAtEnd = true }
  }

  /// Reads more, after all elements so far were returned.
  func fill() async throws {
    guard case .sequence(let append) = input else { return try read() }
    prepareForInput()
    // Sound: it is one iterator's turn, so nothing else uses both before `append` has returned.
    nonisolated(unsafe) let turn = (append: append, buffer: buffer)
    if try await unsafe !turn.append(turn.buffer) {
      // A cancelled `AsyncStream` ends, maybe inside an element.
      try Task.checkCancellation()
      isAtEnd = true
    }
  }

  /// Discards what isn't needed, so that bytes can be appended.
  private func prepareForInput() {
    unsafe splitter.prepareForInput(buffer)
    stop = .full
  }

  /// Finds the next elements for a batch without elements.
  ///
  /// - Parameter scans: Whether the batch decodes them, so that they may be scanned at once.
  func collect(scans: Bool) {
    guard let start = buffer.skipMark(isAtEnd: isAtEnd) else {
      stop = .needsInput
      return
    }
    if start > 0 { unsafe splitter.move(by: start) }
    stop = unsafe batch.collect(from: &splitter, isAtEnd: isAtEnd, scans: scans)
  }

  /// Returns what follows the elements that were found; nil if further ones may.
  ///
  /// - Throws: The failure of bytes that can't be framed.
  func follow() throws(FeedFailure) -> Signal? {
    switch stop {
    case .full: return nil
    case .fault(let fault):
      let failure = batch.failure(for: fault)
      stop = failure.isFinal ? .end : .full
      throw failure
    case .needsInput: return .needsInput
    case .end: return .end
    }
  }

  // MARK: - Returning elements

  /// Finds what comes next.
  ///
  /// - Throws: The failure of an element that is invalid.
  func advance() throws(FeedFailure) -> Signal {
    while !batch.isReady {
      if batch.hasMore {
        if let failure = batch.load() { throw failure }
        continue
      }
      batch.end()
      if let signal = try follow() { return signal }
      collect(scans: true)
    }
    return .ready
  }

  /// The place of the last element; after the last byte if there is none.
  var lastPosition: FeedPosition { batch.lastPosition }

  /// Throws the error of an element that failed, or reports it.
  @inline(never) func handle(_ failure: FeedFailure) throws {
    guard isLossy, !failure.isFinal else {
      stopReading()
      throw failure.error
    }
    batch.report(failure)
  }

  /// Stops reading.
  func stopReading() {
    batch.end()
    stop = .end
  }

  // MARK: - Taking turns

  /// Begins the turn of one iterator, while others of the same feed are refused.
  ///
  /// Iterators share the place in the feed, and `next()` runs outside of actors in a loop, so that the
  /// compiler doesn't prevent two tasks of an actor from reading a feed at the same time.
  ///
  /// - Throws: `DecodingError` if another iterator waits for an element.
  func beginTurn() throws {
    guard !isTaken.exchange(true) else {
      throw DecodingError.invalid(
        at: [],
        """
        Another iterator of the feed waits for its next element. Read a feed with one iterator at a \
        time.
        """
      )
    }
  }

  /// Ends the turn of an iterator.
  func endTurn() { isTaken.withLock { $0 = false } }
}
