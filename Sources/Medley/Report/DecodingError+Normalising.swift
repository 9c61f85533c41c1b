extension Error {
  /// This error as the `DecodingError` that it turns into at the end of the decode call.
  ///
  /// `JSONDecoder` throws an error of its own for a broken escape or a number that doesn't fit, and
  /// converts it, without a path, only where it returns to its caller. Medley keeps and reports errors
  /// before that, and knows a part of the path.
  func asDecodingError(at path: @autoclosure () -> [any CodingKey]) -> any Error {
    guard isRawJSONError else { return self }
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: path(),
        debugDescription: "The JSON is damaged, or a number doesn't fit its type: \(self).",
        underlyingError: self
      )
    )
  }

  /// Whether a string can't be read although it is one: the document itself is damaged.
  var isDamage: Bool {
    if case .dataCorrupted? = self as? DecodingError { true } else { isRawJSONError }
  }

  private var isRawJSONError: Bool {
    guard !(self is DecodingError) else { return false }
    let name = String(reflecting: type(of: self))
    return name.hasPrefix("Foundation") && name.hasSuffix(".JSONError")
  }
}
