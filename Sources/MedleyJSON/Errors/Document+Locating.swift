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
  func located(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError, error.locatedError == nil else { return error }
    let position = index.position(at: error.faultPath)
    let fault = fault(at: index.range(of: position).lowerBound)
    return error.located(fault) { PathKey($0, at: fault) }
  }
}

extension DocumentIndex {
  /// The position of the value at a path, as far as the path leads anywhere.
  fileprivate func position(at path: [any CodingKey]) -> Int {
    var position = 0
    for key in path {
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
        for _ in 0..<ordinal { element = next(element) }
        position = element
      default:
        return position
      }
    }
    return position
  }
}
