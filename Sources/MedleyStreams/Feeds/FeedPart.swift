import Medley
import MedleyJSON

/// Elements that one task decodes, while others decode those before and after them.
///
/// It is safe to send, because it has a copy of its bytes, and because one task at a time uses it:
/// the one that finds elements, then the one that decodes them, then the first again.
final class FeedPart<Element: Decodable & Sendable>: @unchecked Sendable {
  private let batch: FeedBatch
  private let isLossy: Bool

  /// The number of bytes of a part: fewer take more time for tasks, and more leave a core without
  /// work at the end.
  static var size: Int { 1 << 16 }

  init(_ decoder: PolymorphicJSONDecoder, _ format: FeedFormat, _ lossily: Bool) {
    batch = FeedBatch(decoder, format, FeedBuffer())
    isLossy = lossily
  }

  /// Takes the elements that the next call decodes.
  func take(_ pieces: FeedPieces, of buffer: FeedBuffer, at index: Int) {
    batch.end()
    batch.take(pieces, of: buffer, at: index)
  }

  /// Returns the place of an element, after it was decoded.
  func position(of piece: Int) -> FeedPosition { batch.position(of: piece) }

  // MARK: - Decoding

  /// Decodes the elements, to the first failure after which nothing has a meaning.
  ///
  /// Those after another failure are decoded, too, in case the reader wants results.
  func decode() -> DecodedElements<Element> {
    var decoded = DecodedElements<Element>(capacity: unsafe batch.pieces.ranges.count)
    let isReceived = DecodingReport.isReceived(for: batch.collector)
    var failure: FeedFailure?
    repeat {
      if batch.isReady {
        if isReceived {
          let index = decoded.elements.count
          let issues = DecodingReport.deferring(for: batch.collector, root: Element.self) {
            failure = decodeNext(&decoded)
          }
          if let issues { decoded.notes.append(FeedNote(index: index, content: .issues(issues))) }
        } else {
          failure = decodeNext(&decoded)
        }
      } else if batch.hasMore {
        failure = batch.load()
      } else {
        break
      }
      if let failure { note(failure, &decoded) }
    } while failure?.isFinal != true
    batch.finishDocument()
    return decoded
  }

  /// Decodes the next element; returns the failure of one that fails.
  @inline(__always)
  private func decodeNext(_ decoded: inout DecodedElements<Element>) -> FeedFailure? {
    do {
      try decoded.elements.append(from: batch)
      return nil
    } catch {
      return batch.failure(for: error)
    }
  }

  private func note(_ failure: FeedFailure, _ decoded: inout DecodedElements<Element>) {
    var issues: DeferredIssues?
    if isLossy, !failure.isFinal {
      issues = DecodingReport.deferring(for: batch.collector, root: Element.self) {
        failure.report(batch.userInfo)
      }
      batch.keepLast()
    }
    let content = FeedNote.Content.failure(failure.reported(by: issues))
    decoded.notes.append(FeedNote(index: decoded.elements.count, content: content))
  }
}

/// The elements of a part, and what comes between them.
struct DecodedElements<Element: Sendable>: Sendable {
  let elements: ElementQueue<Element>
  /// In the order of the elements.
  var notes: [FeedNote] = []

  init(capacity: Int) {
    elements = ElementQueue(capacity: capacity)
  }
}

/// What comes before an element of a part.
struct FeedNote: Sendable {
  enum Content: Sendable {
    case issues(DeferredIssues)
    case failure(FeedFailure)
  }

  /// The number of elements of the part before it.
  let index: Int
  let content: Content
}
