import Medley

/// The place of a batch of elements in a feed.
struct FeedOrigin {
  /// The path of the array; empty in other formats.
  let keys: [any CodingKey]
  /// The number of containers around an element.
  let depth: Int
  /// The index of the first element of the batch.
  let firstIndex: Int
  /// The position in the buffer at which the memory of the document begins.
  let start: Int
  /// The elements in the buffer.
  let pieces: ArraySlice<Range<Int>>
  /// The fields of the events; empty in other formats.
  let events: ArraySlice<EventFields>
  /// The number of bytes of the tag that was inserted after the first byte of the element.
  var inserted = 0
  /// The buffer; nil after the batch, when its bytes may be gone.
  var buffer: FeedBuffer?

  /// The path of the first element.
  var firstPath: [any CodingKey] { keys + [PathKey(intValue: firstIndex)] }

  /// Returns the error at a byte of the document.
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    guard let buffer, !pieces.isEmpty else { return nil }
    let position = start + (offset <= inserted ? min(offset, 1) : offset - inserted)
    var (low, high) = (pieces.startIndex, pieces.endIndex)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].lowerBound <= position { low = middle } else { high = middle }
    }
    let event = events.isEmpty ? nil : events[events.startIndex + low - pieces.startIndex]
    let place = FeedPlace(FeedPiece(range: pieces[low], event: event), in: buffer)
    return JSONError(
      location: place.location(of: min(position, pieces[low].upperBound)),
      reason: reason,
      feedPosition: place.position(index: firstIndex + low - pieces.startIndex)
    )
  }
}
