extension Error {
  /// This error as a `DecodingError`.
  ///
  /// `JSONDecoder` throws an error of its own for a broken escape or a number that doesn't fit, and
  /// converts it, without a path, only where it returns to its caller. Medley keeps and reports
  /// errors before that, and knows a part of the path. An error that a type threw, or a function
  /// that converts one, is data that this type refuses.
  func asDecodingError(at path: @autoclosure () -> [any CodingKey]) -> DecodingError {
    if let error = self as? DecodingError { return error }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path(),
        debugDescription: faultDescription,
        underlyingError: self
      )
    )
  }

  private var faultDescription: String {
    guard isRawJSONError else { return "\(self)" }
    return isUnrepresentableNumber
      ? "A number doesn't fit its type: \(self)." : "The JSON is damaged: \(self)."
  }

  /// Whether no element is dropped or kept for this: the program is wrong, or the whole document.
  var isFinal: Bool {
    switch self {
    case is RegistrationError: true
    case let error as DecodingError: error.context?.underlyingError?.isFinal ?? false
    case let error as PayloadError: error.underlyingError?.isFinal ?? false
    default: isDamage
    }
  }

  /// Whether the document itself is damaged.
  ///
  /// `JSONDecoder` looks at a string or a number only when it is asked for, so it may find that late.
  /// No policy keeps such a document, and nothing of it is dropped in silence.
  package var isDamage: Bool {
    switch self {
    case let error as DecodingError: error.context?.underlyingError?.isDamage ?? false
    case let error as PayloadError: error.underlyingError?.isDamage ?? false
    default: isRawJSONError && !isUnrepresentableNumber
    }
  }

  private var isRawJSONError: Bool {
    guard !(self is DecodingError) else { return false }
    let name = String(reflecting: type(of: self))
    return name.hasPrefix("Foundation") && name.hasSuffix(".JSONError")
  }

  private var isUnrepresentableNumber: Bool {
    "\(self)".hasPrefix("numberIsNotRepresentable")
  }
}
