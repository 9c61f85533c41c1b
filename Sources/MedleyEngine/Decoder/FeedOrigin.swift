import MedleyBase

/// The place in a feed of a document whose elements are a batch of it.
///
/// It is a class, because the batch and its document share it.
package final class FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index in the feed of the first element of the document.
  package var firstIndex = 0
  /// Returns the error at a byte of the document, nil if no element has it.
  package typealias Locate = (_ offset: Int, _ reason: SyntaxError.Reason?) -> JSONError?

  /// Asks the batch; nil after it, when its bytes may be gone.
  private var locate: Locate?

  /// - Parameters:
  ///   - keys: The path of the array; empty in other formats.
  ///   - depth: The number of containers around an element.
  ///   - locate: A function that knows the places of elements, until ``end()``.
  package init(keys: [any CodingKey], depth: Int, locate: @escaping Locate) {
    self.keys = keys
    self.depth = depth
    self.locate = locate
  }

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [IndexKey(firstIndex)] }

  /// Ends the reading of the batch, whose bytes may be gone afterwards.
  package func end() { locate = nil }

  /// Returns the error at a byte of the document.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    locate?(offset, reason)
  }
}
