extension DecodingError {
  /// The context, whatever the kind of error; nil for a kind that doesn't exist yet.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The path of the fault: where a key is missing, it leads to the key.
  var path: [any CodingKey] {
    let path = context?.codingPath ?? []
    guard case .keyNotFound(let key, let context) = self else { return path }
    // The path leads to the object, but with TOMLKit and XMLCoder to the key. An object may well
    // have its own key as a member, so those that follow the rule are told by their words.
    let followsTheRule =
      context.underlyingError is DiscriminatorError
      || context.debugDescription.hasPrefix("No value associated with key")
    let leadsToKey = !followsTheRule && path.last?.stringValue == key.stringValue
    return leadsToKey ? path : path + [key]
  }

  /// The tag of the innermost polymorphic element around the fault.
  var nearestTag: TypeTag? {
    switch context?.underlyingError {
    case let error as DiscriminatorError: error.tag
    case let error as PayloadError: error.tag
    default: nil
    }
  }

  /// Whether a payload, or an element without one, has said that the error is its own.
  private var namesItsTag: Bool {
    let cause = context?.underlyingError
    return cause is PayloadError || cause is DiscriminatorError
  }

  /// Whether an element further inside has seen to the tag and the path of the error.
  ///
  /// Elements nest, and most decoders make a path anew whenever they are asked for it: an error from
  /// a depth of 500 would cost 500 paths.
  var isInPayload: Bool {
    namesItsTag && context?.codingPath.isEmpty == false
  }

  /// The same error with another context.
  func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }

  /// The same error, thrown by the payload with a certain tag.
  ///
  /// It says so unless the tag of an element further inside is known. Some decoders leave out the
  /// path of some errors (a number that doesn't fit its type): the element's own path stands in.
  func inPayload(_ tag: TypeTag?, at element: @autoclosure () -> [any CodingKey]) -> DecodingError {
    guard let context, !isInPayload else { return self }
    let element = element()
    let cause = context.underlyingError
    return with(
      Context(
        codingPath: context.codingPath.count < element.count ? element : context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: namesItsTag
          ? cause
          : tag.map { PayloadError(tag: $0, underlyingError: cause) } ?? cause
      )
    )
  }
}

extension DecodingError {
  /// The same error with a path that begins one key later: that of a value that was wrapped.
  package func droppingFirstKey() -> DecodingError {
    guard let context else { return self }
    return with(
      Context(
        codingPath: Array(context.codingPath.dropFirst()),
        debugDescription: context.debugDescription,
        underlyingError: context.underlyingError
      )
    )
  }
}

/// Which payload an error was thrown in.
///
/// It is the `underlyingError` of a `DecodingError` that a registered type threw, around the error
/// that was there before.
///
/// ```swift
/// } catch let DecodingError.keyNotFound(key, context) {
///   if let tag = (context.underlyingError as? PayloadError)?.tag {
///     log("\(key.stringValue) is missing in \(tag)")
///   }
/// }
/// ```
public struct PayloadError: Error, Sendable {
  /// The tag of the innermost polymorphic element around the fault.
  public let tag: TypeTag

  /// What the decoder gave as the cause, if it gave one.
  public let underlyingError: (any Error)?
}

extension PayloadError: CustomStringConvertible {
  /// The tag, and the cause if there is one.
  public var description: String {
    "in the payload \(tag.shortened)" + (underlyingError.map { ": \($0)" } ?? "")
  }
}
