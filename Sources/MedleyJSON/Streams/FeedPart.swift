import Medley

/// Elements that one task decodes, while others decode those before and after them.
///
/// It is safe to send, because it has a copy of its bytes, and because one task at a time uses it:
/// the one that finds elements, then the one that decodes them, then the first again.
final class FeedPart<Element: Decodable & Sendable>: @unchecked Sendable {
  private let batch: FeedBatch
  private let policy: FeedFailurePolicy
  /// Whether failures and positions are wanted, and no failure but a final one ends the feed.
  private let wantsResults: Bool

  /// The number of bytes of a part: fewer take more time for tasks, and more leave a core without
  /// work at the end.
  static var size: Int { 1 << 16 }

  init(
    _ decoder: PolymorphicJSONDecoder,
    _ format: FeedFormat,
    _ policy: FeedFailurePolicy,
    wantsResults: Bool
  ) {
    batch = FeedBatch(decoder, format, FeedBuffer())
    self.policy = policy
    self.wantsResults = wantsResults
  }

  /// Takes the elements that the next call decodes.
  func take(_ pieces: FeedPieces, of buffer: FeedBuffer, at index: Int) {
    batch.take(pieces, of: buffer, at: index)
  }

  // MARK: - Decoding

  /// Decodes the elements, to the first failure that ends the feed.
  func decode() -> DecodedElements<Element> {
    var decoded = DecodedElements<Element>(capacity: unsafe batch.pieces.ranges.count)
    let isReceived = DecodingReport.isReceived(for: batch.collector)
    var hasEnded = false
    while !hasEnded {
      if batch.isReady {
        guard isReceived else {
          hasEnded = !decodeNext(&decoded)
          continue
        }
        let start = decoded.elements.count
        let issues = DecodingReport.deferring(for: batch.collector) {
          hasEnded = !decodeNext(&decoded)
        }
        if let issues { decoded.insert(issues, before: start) }
      } else if batch.hasMore {
        guard let failure = batch.load() else { continue }
        let issues = DecodingReport.deferring(for: batch.collector) {
          hasEnded = !handle(failure, &decoded)
        }
        if let issues { decoded.insert(issues, before: decoded.elements.count) }
      } else {
        break
      }
    }
    batch.end()
    return decoded
  }

  /// Decodes the next element; returns whether the feed goes on.
  private func decodeNext(_ decoded: inout DecodedElements<Element>) -> Bool {
    do {
      try decoded.elements.append(from: batch)
      if wantsResults, let position = batch.lastPosition { decoded.positions.append(position) }
      return true
    } catch {
      return handle(batch.failure(for: error), &decoded)
    }
  }

  private func handle(_ failure: FeedFailure, _ decoded: inout DecodedElements<Element>) -> Bool {
    if !wantsResults, !failure.isFinal, policy == .drop {
      failure.report(batch.userInfo)
      batch.keepLast()
      return true
    }
    decoded.append(failure)
    return wantsResults && !failure.isFinal
  }
}

/// The elements of a part, and what comes between them.
struct DecodedElements<Element: Sendable>: Sendable {
  let elements: ElementQueue<Element>
  /// The places of the elements; empty if they aren't wanted.
  var positions: [FeedPosition] = []
  /// In the order of the elements.
  private(set) var notes: [FeedNote] = []

  init(capacity: Int) {
    elements = ElementQueue(capacity: capacity)
  }

  /// Adds the issues of an element, which come before the failure of the same element.
  mutating func insert(_ issues: DeferredIssues, before index: Int) {
    let isFailed = notes.last.map { $0.index == index && elements.count == index } ?? false
    notes.insert(
      FeedNote(index: index, content: .issues(issues)),
      at: notes.count - (isFailed ? 1 : 0)
    )
  }

  mutating func append(_ failure: FeedFailure) {
    let failure = FeedFailure(
      failure.error,
      at: failure.position,
      sourceBytes: failure.sourceBytes,
      isFinal: failure.isFinal
    )
    notes.append(FeedNote(index: elements.count, content: .failure(failure)))
  }
}

/// What comes before an element of a part.
///
/// It is safe to send, because its failure has no decoder.
struct FeedNote: @unchecked Sendable {
  enum Content {
    case issues(DeferredIssues)
    case failure(FeedFailure)
  }

  /// The number of elements of the part before it.
  let index: Int
  let content: Content
}
