import MedleyBase

/// The place in a feed of a document whose elements are a batch of it.
///
/// It is a class, because most documents have none, and no code is needed to copy it.
final class FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index in the feed of the first element of the document.
  var firstIndex = 0
  /// Returns the error at a byte of the document, nil if no element has it; nil after the batch, when
  /// its bytes may be gone.
  var locate: Document.Locate?

  init(keys: [any CodingKey], depth: Int, locate: @escaping Document.Locate) {
    self.keys = keys
    self.depth = depth
    self.locate = locate
  }

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [IndexKey(firstIndex)] }
}

extension Document {
  /// Returns the error at a byte of a document, nil if no element has it.
  package typealias Locate = (_ offset: Int, _ reason: SyntaxError.Reason?) -> JSONError?

  /// Begins to decode batches of a feed.
  ///
  /// - Parameters:
  ///   - keys: The path of the array; empty in other formats.
  ///   - depth: The number of containers around an element.
  ///   - locate: A function that knows the places of elements, until ``endFeed()``.
  package func beginFeed(keys: [any CodingKey], depth: Int, _ locate: @escaping Locate) {
    feed = FeedOrigin(keys: keys, depth: depth, locate: locate)
  }

  /// Begins a batch, whose first element has an index in the feed.
  package func beginBatch(at index: Int) { feed?.firstIndex = index }

  /// Ends the reading of a feed, whose bytes may be gone afterwards.
  package func endFeed() { feed?.locate = nil }
}
