extension DecodingError {
  /// The context of the error; nil for a future kind of error.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The path of the error, which includes a missing key.
  var path: [any CodingKey] {
    let path = context?.codingPath ?? []
    guard case .keyNotFound(let key, let context) = self else { return path }
    // The path leads to the object, but with TOMLKit and XMLCoder to the key. An object may have a
    // member with its own key, so decoders that follow the rule are recognised by their text.
    let followsTheRule =
      context.underlyingError is DiscriminatorError
      || context.debugDescription.hasPrefix("No value associated with key")
    let leadsToKey = !followsTheRule && path.last?.stringValue == key.stringValue
    return leadsToKey ? path : path + [key]
  }

  /// The tag of the innermost polymorphic element around the error.
  var nearestTag: TypeTag? {
    switch context?.underlyingError {
    case let error as DiscriminatorError: error.tag
    case let error as PayloadError: error.tag
    default: nil
    }
  }

  /// Whether the error already has the tag of an element, or is about its tag.
  private var namesItsTag: Bool {
    let cause = context?.underlyingError
    return cause is PayloadError || cause is DiscriminatorError
  }

  /// Whether an inner element has set the tag and the path of the error.
  ///
  /// Most decoders make a path each time it is read, so an error at a depth of 500 would need 500
  /// paths.
  var isInPayload: Bool {
    namesItsTag && context?.codingPath.isEmpty == false
  }

  /// Returns the error with another context.
  func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }

  /// Returns the error with the tag of the payload that threw it.
  ///
  /// An error that already has the tag of an inner element keeps it. Some decoders omit the path of
  /// some errors, such as a number that doesn't fit its type: the path of the element is used then.
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
  /// Returns the error of a wrapped value with the first key of its path removed.
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

/// An error with the tag of the payload that threw it.
///
/// It is the `underlyingError` of a `DecodingError` that a registered type threw, and contains the
/// original underlying error.
///
/// ```swift
/// } catch let DecodingError.keyNotFound(key, context) {
///   let error = context.underlyingError as? PayloadError
///   if let tag = error?.tag {
///     log("\(key.stringValue) is missing in \(tag)")
///   }
/// }
/// ```
public struct PayloadError: Error, Sendable {
  /// The tag of the innermost polymorphic element around the error.
  public let tag: TypeTag

  /// The original underlying error, if there was one.
  public let underlyingError: (any Error)?
}

extension PayloadError: CustomStringConvertible {
  /// The tag, and the cause if there is one.
  public var description: String {
    "in the payload \(tag.shortened)" + (underlyingError.map { ": \($0)" } ?? "")
  }
}
