import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON

/// The place of an element in a feed, and of errors in it.
struct FeedPlace {
  let buffer: FeedBuffer
  let piece: FeedPiece

  init(_ piece: FeedPiece, in buffer: FeedBuffer) {
    self.piece = piece
    self.buffer = buffer
  }

  init(_ fault: FeedFault, in buffer: FeedBuffer) {
    self.init(FeedPiece(range: fault.range, event: fault.event), in: buffer)
  }

  /// Returns the place of the element.
  func position(index: Int) -> FeedPosition {
    let start = piece.range.lowerBound
    let line = piece.event?.line ?? buffer.line(of: start).number
    return (index, buffer.offset + start, line + 1, piece.event?.id)
  }

  /// Returns the place of a byte.
  ///
  /// In an event it is that in its data, because the fields around it aren't JSON. An event without
  /// data, or with too much, has the line where its data begins.
  func location(of position: Int) -> JSONLocation {
    if piece.event != nil, !piece.range.isEmpty {
      let start = piece.range.lowerBound
      let bytes = unsafe Bytes(buffer.memory(piece.range))
      var lines = LineTable()
      let offset = position - start
      return JSONLocation(
        of: offset,
        in: bytes,
        line: lines.line(of: offset, in: bytes),
        hasExcerpt: buffer.hasExcerpts
      )
    }
    let location = JSONLocation(
      of: position,
      in: buffer.bytes,
      line: line(of: position),
      hasExcerpt: buffer.hasExcerpts
    )
    return JSONLocation(location, after: buffer.offset)
  }

  /// Returns the line of a byte, and where it begins in the buffer.
  private func line(of position: Int) -> (number: Int, start: Int) {
    // The buffer has joined the lines of data, so that only the splitter knows their number.
    if let event = piece.event { return (event.line, position) }
    let line = buffer.line(of: position)
    return (line.number, line.start - buffer.offset)
  }
}

// MARK: - Making errors

extension FeedFault {
  /// Returns the error for bytes that can't be framed.
  ///
  /// - Parameters:
  ///   - buffer: The buffer with the bytes.
  ///   - keys: The path of the array.
  ///   - index: The index of the element.
  /// - Returns: The error, with its place.
  func error(
    in buffer: FeedBuffer,
    at keys: [any CodingKey] = [],
    index: Int
  ) -> DecodingError {
    let place = FeedPlace(self, in: buffer)
    var cause = JSONError(
      location: place.location(of: position),
      reason: nil,
      feedPlace: place.position(index: index)
    )
    switch reason {
    case .syntax(let found):
      let reason = buffer.encoding(ofElementAt: index) ?? found
      cause = JSONError(location: cause.location, reason: reason, feedPlace: cause.feedPlace)
      return .dataCorrupted(
        DecodingError.Context(
          codingPath: keys + [PathKeys.index(index)],
          debugDescription: "The feed is not valid. \(reason) At \(cause.location)",
          underlyingError: cause
        )
      )
    case .path(.wrongKind(let found)):
      return .typeMismatch(
        [Any].self,
        DecodingError.Context(
          codingPath: Array(keys.prefix(found)),
          debugDescription: "Expected an array at the end of the path. At \(cause.location)",
          underlyingError: cause
        )
      )
    case .path(.missing(let found)):
      return .keyNotFound(
        keys[found],
        DecodingError.Context(
          codingPath: Array(keys.prefix(found)),
          debugDescription: """
            No value associated with key "\(keys[found].stringValue.bounded(to: 200))"
            """,
          underlyingError: cause
        )
      )
    }
  }
}
