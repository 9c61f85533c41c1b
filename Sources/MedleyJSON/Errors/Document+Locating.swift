import Medley

// MARK: - Locating faults

extension Document {
  /// The fault at a byte.
  func fault(at offset: Int, reason: SyntaxFault.Reason? = nil) -> JSONFault {
    let line = lines.line(of: offset, in: index.bytes)
    return JSONFault(
      location: JSONLocation(of: offset, in: index.bytes, line: line),
      reason: reason
    )
  }

  /// The error for a text that is no JSON.
  func error(for fault: SyntaxFault) -> DecodingError {
    let cause = self.fault(at: fault.offset, reason: fault.reason)
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: """
          The given data was not valid JSON. \(fault.reason) At \(cause.location).
          """,
        underlyingError: cause
      )
    )
  }

  /// An error that knows its path, with the place that the path leads to.
  ///
  /// - Parameters:
  ///   - error: What a type threw.
  ///   - value: The position of the value that the type was decoded from.
  /// - Returns: The error with its place.
  func located(_ error: DecodingError, in value: Int = 0) -> DecodingError {
    guard error.locatedError == nil else { return error }
    let position = index.position(at: error.faultPath[...], in: value)
    let fault = fault(at: index.range(of: position).lowerBound)
    return error.located(fault) { PathKey($0, at: fault) }
  }
}

extension DocumentIndex {
  /// The position of the value at a path, as far as the path leads anywhere.
  ///
  /// A list may have a fault in each element. So the way to the element isn't gone from the first
  /// one: a path that leads into the value that was decoded is followed from there.
  fileprivate func position(at path: ArraySlice<any CodingKey>, in value: Int) -> Int {
    let known = self.path(of: value)
    let isInside = path.count >= known.count && zip(known, path).allSatisfy(Self.areEqual)
    var position = isInside ? value : 0
    for key in isInside ? path.dropFirst(known.count) : path {
      switch kind(position) {
      case .object:
        let name = key.stringValue
        var cursor = MemberCursor(self, position)
        let value =
          document.options.convertsKeys
          ? document.convertedMembers(of: position)[name] ?? Self.nowhere
          : KeyPattern.withPattern(of: name) { cursor.find($0, in: self) }
        guard value >= 0 else { return position }
        position = value
      case .array:
        guard let ordinal = key.intValue, ordinal >= 0, ordinal < size(position) else {
          return position
        }
        var element = position + IndexWord.headCount
        StepCount.add(ordinal)
        for _ in 0..<ordinal { element = next(element) }
        position = element
      default:
        return position
      }
    }
    return position
  }

  private static func areEqual(_ key: any CodingKey, _ other: any CodingKey) -> Bool {
    key.intValue == other.intValue && key.stringValue == other.stringValue
  }
}
