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
    if Self.self == RegistrationError.self { return true }
    return isNested ? cause?.isFinal ?? false : isDamage
  }

  /// Whether this says that a value is too large to be kept: nothing around it can be kept either.
  var exceedsCapture: Bool {
    Self.self == CaptureLimit.self || isNested && cause?.exceedsCapture == true
  }

  /// Whether this is one of the errors around another one.
  ///
  /// Types are compared before anything is cast: that takes a hundredth of the time, and lossy lists
  /// ask for each element that is dropped.
  private var isNested: Bool {
    Self.self == DecodingError.self || Self.self == PayloadError.self
  }

  private var cause: (any Error)? {
    Self.self == DecodingError.self
      ? (self as? DecodingError)?.context?.underlyingError
      : (self as? PayloadError)?.underlyingError
  }

  /// Whether the document itself is damaged.
  ///
  /// `JSONDecoder` looks at a string or a number only when it is asked for, so it may find that late.
  /// No policy keeps such a document, and nothing of it is dropped in silence.
  package var isDamage: Bool {
    isNested ? cause?.isDamage ?? false : isRawJSONError && !isUnrepresentableNumber
  }

  private var isRawJSONError: Bool {
    !isNested && RawJSONErrors.include(Self.self)
  }

  private var isUnrepresentableNumber: Bool {
    "\(self)".hasPrefix("numberIsNotRepresentable")
  }
}

/// Which types of errors are those that `JSONDecoder` throws inside: known by name alone, and asked
/// for once for each type.
private enum RawJSONErrors {
  private static let answers = Lock<[ObjectIdentifier: Bool]>([:])

  static func include(_ type: any Error.Type) -> Bool {
    let key = ObjectIdentifier(type)
    if let answer = answers.withLock({ $0[key] }) { return answer }
    let name = String(reflecting: type)
    let answer = name.hasPrefix("Foundation") && name.hasSuffix(".JSONError")
    answers.withLock { $0[key] = answer }
    return answer
  }
}
