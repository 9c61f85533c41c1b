import MedleyBase

/// The place in a feed of a document whose elements are a batch of it.
///
/// Batches of one document share it, because a chunk may be small.
package struct FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index in the feed of the first element of the document.
  var firstIndex = 0
  /// The batch; nil after it, when its bytes may be gone.
  // Sound: the batch calls `end()` before it releases its document, and when it goes.
  private unowned(unsafe) var batch: (any FeedLocating)?

  package init(of batch: any FeedLocating, keys: [any CodingKey], depth: Int) {
    self.keys = keys
    self.depth = depth
    unsafe self.batch = batch
  }

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [IndexKey(firstIndex)] }

  /// Ends the reading of the batch.
  package mutating func end() { unsafe batch = nil }

  /// Returns the error at a byte of the document.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    unsafe batch?.jsonError(at: offset, reason: reason)
  }
}

/// A batch of elements that knows the places of their bytes in its feed.
package protocol FeedLocating: AnyObject {
  /// Returns the error at a byte of the document; nil if no element has it.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError?
}
