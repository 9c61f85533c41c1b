import MedleyBase

/// The place in a feed of a document whose elements are a batch of it.
///
/// It is a class, because a copy of a value with a weak reference calls the runtime.
package final class FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index in the feed of the first element of the document.
  package var firstIndex = 0
  /// The batch, which has the document; nil after it, when its bytes may be gone.
  private weak var batch: (any FeedLocating)?

  /// - Parameters:
  ///   - batch: What knows the places of elements, until ``end()``.
  ///   - keys: The path of the array; empty in other formats.
  ///   - depth: The number of containers around an element.
  package init(of batch: any FeedLocating, keys: [any CodingKey], depth: Int) {
    self.keys = keys
    self.depth = depth
    self.batch = batch
  }

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [IndexKey(firstIndex)] }

  /// Ends the reading of the batch, whose bytes may be gone afterwards.
  package func end() { batch = nil }

  /// Returns the error at a byte of the document.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    batch?.jsonError(at: offset, reason: reason)
  }
}

/// A batch of elements that knows the places of their bytes in its feed.
package protocol FeedLocating: AnyObject {
  /// Returns the error at a byte of the document; nil if no element has it.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError?
}
