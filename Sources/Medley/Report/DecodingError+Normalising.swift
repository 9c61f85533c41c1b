extension Error {
  /// Returns this error as a `DecodingError`.
  ///
  /// `JSONDecoder` throws an internal error for an invalid escape or a number that doesn't fit, and
  /// converts it, without a path, when it returns to its caller. Medley keeps and reports errors
  /// before that, and knows a part of the path. Any other error means that a type, or a conversion,
  /// refuses the data.
  func asDecodingError(at path: @autoclosure () -> [any CodingKey]) -> DecodingError {
    if let error = self as? DecodingError { return error }
    return .invalid(
      at: path(),
      convertedDescription,
      because: self
    )
  }

  private var convertedDescription: String {
    guard isRawJSONError else { return "\(self)" }
    return isUnrepresentableNumber
      ? "A number doesn't fit its type: \(self)." : "The JSON is invalid: \(self)."
  }

  /// Whether no element is dropped or kept because of this error.
  ///
  /// That is a mistake in the program, a limit, or an error that makes the whole document invalid.
  package var isFinal: Bool {
    if Self.self == RegistrationError.self { return true }
    if Self.self == DiscriminatorError.self {
      return (self as? DiscriminatorError)?.code == .tooManyAttempts
    }
    return isNested ? cause?.isFinal ?? false : isDamage
  }

  /// Whether a value is too large to be kept, and so are the values around it.
  var exceedsCapture: Bool {
    Self.self == CaptureLimit.self || isNested && cause?.exceedsCapture == true
  }

  /// Whether this error can have an underlying error.
  ///
  /// Comparing types takes a hundredth of the time of a cast, and lossy lists call this for each
  /// dropped element.
  private var isNested: Bool {
    Self.self == DecodingError.self || Self.self == PayloadError.self
  }

  private var cause: (any Error)? {
    Self.self == DecodingError.self
      ? (self as? DecodingError)?.context?.underlyingError
      : (self as? PayloadError)?.underlyingError
  }

  /// Whether the error makes the whole document invalid.
  ///
  /// `JSONDecoder` reads a string or a number only when a type asks for it, so it may find this
  /// late. No policy keeps such a document, and no part of it is dropped.
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

/// The types of the internal errors of `JSONDecoder`, which are recognised by name, once per type.
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

extension DecodingError {
  /// Creates an error about invalid data, out of line: each of its 15 callers would have 100 bytes
  /// more.
  @inline(never) static func invalid(
    at path: [any CodingKey],
    _ description: String,
    because cause: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: description, underlyingError: cause))
  }
}
