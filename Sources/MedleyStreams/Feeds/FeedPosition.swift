import MedleyBase
import MedleyEngine

/// The place of an element in a feed, as ``FeedResult`` says it.
@usableFromInline typealias FeedPosition = (index: Int, offset: Int, line: Int, eventID: String?)

extension DecodingError {
  /// The place of the element that failed, as in a ``FeedResult``; nil if the value isn't from a feed.
  ///
  /// `jsonError` has the place of the error inside the element.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   if let position = error.feedPosition {
  ///     log("element \(position.index) at byte \(position.offset)")
  ///     reconnect(after: position.eventID)
  ///   }
  /// }
  /// ```
  public var feedPosition: (index: Int, offset: Int, line: Int, eventID: String?)? {
    (locatedError as? JSONError)?.feedPlace as? FeedPosition
  }
}

// MARK: - Locating elements and errors

extension FeedBuffer {
  /// Returns the place of an element.
  func position(of piece: FeedPiece) -> FeedPosition {
    let start = piece.range.lowerBound
    let line = piece.event?.line ?? line(of: start).number
    return (piece.index, offset + start, line + 1, piece.event?.id)
  }

  /// Returns the error at a byte of an element.
  ///
  /// In an event the place is that in its data, because the fields around it aren't JSON. An event
  /// without data, or with too much, has the line where its data begins.
  func jsonError(
    at position: Int,
    in piece: FeedPiece,
    reason: SyntaxError.Reason?
  ) -> JSONError {
    var (position, text, offset) = (position, bytes, offset)
    var line: (number: Int, start: Int)
    if piece.event != nil, !piece.range.isEmpty {
      (position, text, offset) = (position - piece.range.lowerBound, bytes(piece.range), 0)
      var lines = LineTable()
      line = lines.line(of: position, in: text)
    } else {
      // The buffer has joined the lines of data, so that only the splitter knows their number.
      line = piece.event.map { ($0.line, position + offset) } ?? self.line(of: position)
      line.start -= offset
    }
    return JSONError(
      at: position,
      in: text,
      line: line,
      hasExcerpt: hasExcerpts,
      after: offset,
      reason: reason,
      feedPlace: self.position(of: piece)
    )
  }
}

// MARK: - Making errors

extension FeedFault {
  /// Returns the error for bytes that can't be framed.
  ///
  /// - Parameters:
  ///   - buffer: The buffer with the bytes.
  ///   - keys: The path of the array.
  /// - Returns: The error, with its place.
  func error(in buffer: FeedBuffer, at keys: [any CodingKey] = []) -> DecodingError {
    var invalid: SyntaxError.Reason?
    if case .syntax(let found) = reason {
      invalid = buffer.encoding(ofElementAt: piece.index) ?? found
    }
    let cause = buffer.jsonError(at: position, in: piece, reason: invalid)
    func context(_ path: [any CodingKey], _ description: String) -> DecodingError.Context {
      .init(codingPath: path, debugDescription: description, underlyingError: cause)
    }
    switch reason {
    case .syntax(let found):
      let description = "The feed is not valid. \(invalid ?? found) At \(cause.lineAndColumn)"
      return .dataCorrupted(context(keys + [WireKey(index: piece.index)], description))
    case .wrongKind(let found):
      let description = "Expected an array at the end of the path. At \(cause.lineAndColumn)"
      return .typeMismatch([Any].self, context(Array(keys.prefix(found)), description))
    case .missing(let found):
      let name = keys[found].stringValue.bounded(to: 200)
      let description = "No value associated with key \"\(name)\""
      return .keyNotFound(keys[found], context(Array(keys.prefix(found)), description))
    }
  }
}
