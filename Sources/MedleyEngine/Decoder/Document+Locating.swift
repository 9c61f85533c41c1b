import MedleyBase

// MARK: - Locating errors

extension Document {
  /// Returns the error at a byte.
  func jsonError(at offset: Int, reason: SyntaxError.Reason? = nil) -> JSONError {
    if let error = feed?.locate?(offset, reason) { return error }
    let line = tables.value.lines.line(of: offset, in: index.bytes)
    return JSONError(
      at: offset,
      in: index.bytes,
      line: line,
      // Not of `options`, which are copied.
      hasExcerpt: call.options.includesExcerpts,
      reason: reason
    )
  }

  /// Returns the error at the beginning of a value.
  ///
  /// The last one is cached, because a type that tries several kinds throws one for each.
  func placeError(of value: Int) -> any Error {
    if let (position, error) = index.state.lastPlace, position == value { return error }
    let error: any Error = jsonError(at: index.range(of: value).lowerBound)
    index.state.lastPlace = (value, error)
    return error
  }

  /// Returns the error for a text that isn't loaded, because it isn't JSON.
  package static func error(for error: SyntaxError, in bytes: Bytes) -> DecodingError {
    let document = Document()
    document.borrow(bytes)
    return document.error(for: error)
  }

  /// Returns the error for a text that isn't JSON.
  package func error(for error: SyntaxError) -> DecodingError {
    let cause = jsonError(at: error.offset, reason: error.reason)
    let reason = "\(error.reason) At \(cause.lineAndColumn)"
    let text = "The string is not valid JSON. \(reason) of the string."
    let context = DecodingError.Context(
      codingPath: textPath ?? feed?.firstPath ?? [],
      debugDescription: textPath == nil ? "The given data was not valid JSON. \(reason)" : text,
      // The place in the text would be mistaken for one in the document.
      underlyingError: textPath == nil ? cause : nil
    )
    return .dataCorrupted(context)
  }

  /// Returns an error with the place to which its path leads.
  ///
  /// - Parameters:
  ///   - error: The error that a type threw.
  ///   - value: The position of the value from which the type was decoded.
  /// - Returns: The error with its place.
  package func located(_ error: DecodingError, in value: Int = 0) -> DecodingError {
    guard error.locatedError == nil, textPath == nil else { return error.bounded }
    let position = index.position(at: error.errorPath, in: value)
    let place = jsonError(at: index.range(of: position).lowerBound)
    return error.located(place) { WireKey($0, at: place) }
  }
}

extension DocumentIndex {
  /// Returns the position of the value at a path, or of the last value on it.
  ///
  /// A list may have an error in each element, so a path into the decoded value is followed from
  /// there, and not from the beginning of the list.
  @inline(never) func position(at path: [any CodingKey], in value: Int) -> Int {
    let known = self.path(of: value)
    let isInside =
      path.count >= known.count
      && zip(known, path).allSatisfy {
        $0.intValue == $1.intValue && $0.stringValue == $1.stringValue
      }
    // An error without the path of an element of a feed is in the element that is decoded.
    guard isInside || document.feed == nil else { return value }
    var position = isInside ? value : 0
    for key in path.dropFirst(isInside ? known.count : 0) {
      switch kind(position) {
      case .object:
        let name = key.stringValue
        let value =
          convertsKeys ? document.convertedMember(name, of: position) : member(name, of: position)
        guard value >= 0 else { return position }
        position = value
      case .array:
        guard let ordinal = key.intValue, 0..<size(position) ~= ordinal else { return position }
        position += IndexEntry.entriesPerContainer
        StepCount.add(ordinal)
        for _ in 0..<ordinal { position = next(position) }
      default:
        return position
      }
    }
    return position
  }
}
