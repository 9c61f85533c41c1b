import Medley
import MedleyJSON

/// Elements that one task decodes, while others decode those before and after them.
///
///     taken | decoded elements, and issues and failures between them |
///     0 .. taken                                                 count
///
/// Elements are moved: a copy of one whose type isn't known here took 500 instructions in an array.
///
/// It is a class, because it owns its memory. It is safe to send, because it has a copy of its bytes,
/// and because one task at a time uses it: the one that finds elements, then the one that decodes
/// them, then the one that returns them.
@safe final class FeedPart<Element: Decodable & Sendable>: @unchecked Sendable {
  private let batch: FeedBatch
  private let isLossy: Bool
  /// Memory for as many elements as the batch has.
  private let elements: UnsafeMutablePointer<Element>
  /// The number of decoded elements, and of those that were taken.
  private var count = 0
  private var taken = 0
  /// What comes between elements, after so many of them, in order.
  private var notes: [(index: Int, issues: (@Sendable () -> Void)?, failure: FeedFailure?)] = []
  /// The next note.
  private var note = 0
  /// The number of elements that failed before the next one.
  private var failures = 0

  /// Takes the elements that a batch has found.
  init(_ found: FeedBatch, lossily: Bool) {
    batch = FeedBatch(taking: found)
    isLossy = lossily
    unsafe elements = .allocate(capacity: batch.count)
  }

  // Sound, all of them: the elements from `taken` to `count` are initialised, and no others.

  deinit {
    unsafe (elements + taken).deinitialize(count: count - taken)
    unsafe elements.deallocate()
  }

  // MARK: - Decoding

  /// Decodes the elements, to the first failure after which nothing has a meaning.
  ///
  /// Those after another failure are decoded, too, in case the reader wants results.
  ///
  /// - Returns: This part.
  func decoded() -> FeedPart {
    while batch.isReady || batch.hasMore {
      var failure: FeedFailure?
      if batch.isReady {
        let index = count
        precondition(index < batch.count)
        let issues = deferring {
          do throws(FeedFailure) {
            unsafe (elements + index).initialize(to: try batch.decode(Element.self))
            count += 1
          } catch {
            failure = error
          }
        }
        if let issues { notes.append((index, issues, nil)) }
      } else {
        failure = batch.load()
      }
      guard var failure else { continue }
      if isLossy, !failure.isFinal { failure.issues = deferring { batch.report(failure) } }
      notes.append((count, nil, failure))
      if failure.isFinal { break }
    }
    batch.finishDocument()
    return self
  }

  /// Calls a function, and returns what reports its issues.
  private func deferring(_ body: () -> Void) -> (@Sendable () -> Void)? {
    DecodingReport.deferring(for: batch.decoder.collector, root: Element.self, body)
  }

  // MARK: - Returning elements

  /// Finds what comes next; nil at the end.
  ///
  /// - Throws: The failure of the next element.
  func advance() throws(FeedFailure) -> FeedReader.Signal? {
    while note < notes.count, notes[note].index == taken {
      note += 1
      notes[note - 1].issues?()
      if let failure = notes[note - 1].failure {
        failures += 1
        throw failure
      }
    }
    return taken < count ? .ready : nil
  }

  /// Returns the next element, which must be ready.
  func next() -> Element {
    precondition(taken < count)
    taken += 1
    return unsafe (elements + (taken - 1)).move()
  }

  /// The place of the last element.
  var lastPosition: FeedPosition { batch.position(of: taken - 1 + failures) }
}
