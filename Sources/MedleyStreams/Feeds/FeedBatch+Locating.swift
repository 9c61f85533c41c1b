import MedleyEngine
import MedleyJSON

// MARK: - Locating errors

extension FeedBatch: FeedLocating {
  func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    let pieces = unsafe pieces
    let position = start + (offset <= inserted ? min(offset, 1) : offset - inserted)
    var (low, high) = (firstPiece, pieces.ranges.count)
    guard low < high else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces.ranges[middle].lowerBound <= position { low = middle } else { high = middle }
    }
    let piece = pieces[low]
    let place = FeedPlace(piece, in: buffer)
    return JSONError(
      location: place.location(of: min(position, piece.range.upperBound)),
      reason: reason,
      feedPlace: place.position(index: firstIndex + low)
    )
  }
}
