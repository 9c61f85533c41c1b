import Medley
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
  private let framer: FeedFramer
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

extension FeedReader {
  /// Throws the error of an element that failed, or reports it.
  @inline(never) func handle(_ failure: FeedFailure, _ policy: FeedFailurePolicy) throws {
    if policy == .drop, !failure.isFinal {
      failure.report(batch.userInfo)
      // The report may keep the element.
      batch.keepLast()
    } else {
      stopReading()
      throw failure.error
    }
  }

  /// The place after the last byte.
  var endPosition: FeedPosition {
    FeedPlace(FeedPiece(range: buffer.count..<buffer.count), in: buffer)
      .position(index: batch.firstIndex)
  }

  /// Returns what a result says of a failure, and stops reading if it is final.
  func failed(by failure: FeedFailure) -> FailedElement {
    if failure.isFinal { stopReading() }
    return FailedElement(
      cause: failure.error,
      position: failure.position,
      sourceBytes: failure.sourceBytes
    )
  }

  /// Returns a failure as a result.
  func result<Element>(of failure: FeedFailure) -> FeedResult<Element> {
    if failure.isFinal { stopReading() }
    return FeedResult(
      result: .failure(failure.error),
      position: failure.position,
      sourceBytes: failure.sourceBytes
    )
  }

  /// Decodes the next element as a result.
  ///
  /// It and the initializer are inlined, because each function looks up the metadata of the result.
  @inline(__always) func decodeResult<Element: Decodable>() -> FeedResult<Element> {
    let element: Element
    do {
      element = try batch.decode(Element.self)
    } catch {
      return result(of: batch.failure(for: error))
    }
    return FeedResult(
      result: .success(element),
      position: batch.lastPosition ?? endPosition,
      sourceBytes: nil
    )
  }
}
