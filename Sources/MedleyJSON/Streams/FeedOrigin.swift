import Medley

/// The place of a batch of elements in a feed.
///
/// Batches of one document share it: a new one for each took 500 instructions for a small chunk.
struct FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index in the feed of the first element of the document.
  private(set) var firstIndex = 0
  /// The piece with that element.
  private var firstPiece = 0
  /// The position in the buffer at which the memory of the document begins.
  private var start = 0
  /// The number of bytes of the tag that was inserted after the first byte of the element.
  var inserted = 0
  /// The elements and their buffer; nil after the batch, when its bytes may be gone.
  // Sound: the batch calls `end()` before it releases its document, and when it goes.
  private unowned(unsafe) var batch: FeedBatch?

  init(of batch: FeedBatch, keys: [any CodingKey], depth: Int) {
    self.keys = keys
    self.depth = depth
    unsafe self.batch = batch
  }

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [PathKey(intValue: firstIndex)] }

  /// Begins with the elements of a document that is loaded.
  mutating func begin(at index: Int, piece: Int, from start: Int) {
    firstIndex = index
    firstPiece = piece
    self.start = start
    inserted = 0
  }

  /// Ends the reading of the batch.
  mutating func end() { unsafe batch = nil }

  /// Returns the error at a byte of the document.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    guard let batch = unsafe batch else { return nil }
    let pieces = unsafe batch.pieces
    let position = start + (offset <= inserted ? min(offset, 1) : offset - inserted)
    var (low, high) = (firstPiece, pieces.ranges.count)
    guard low < high else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces.ranges[middle].lowerBound <= position { low = middle } else { high = middle }
    }
    let piece = pieces[low]
    let place = FeedPlace(piece, in: batch.buffer)
    return JSONError(
      location: place.location(of: min(position, piece.range.upperBound)),
      reason: reason,
      feedPosition: place.position(index: firstIndex + low - firstPiece)
    )
  }
}
