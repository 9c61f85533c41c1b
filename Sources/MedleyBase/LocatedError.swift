/// An error that may have a place in a document: one with the place, or one around that.
package protocol PlacedError: Error {
  /// This error if it has the place, or the one inside that has it; nil if there is none.
  var located: (any LocatedError)? { get }

  /// Returns the error with a place.
  ///
  /// - Parameter location: The place.
  /// - Returns: The error, and whether its description doesn't have the place; nil if the error takes no
  ///   place.
  func placed(at location: any LocatedError) -> (error: any Error, isSilent: Bool)?
}

/// An error with its place in the document.
///
/// Only MedleyEngine's `JSONError` conforms, which others can't name.
package protocol LocatedError: PlacedError {
  /// The reason, if the text isn't valid, and the line and column: without an excerpt.
  var place: String { get }

  /// Whether the text isn't valid, which the place has the reason for.
  var saysWhy: Bool { get }
}

extension LocatedError {
  package var located: (any LocatedError)? { self }

  package func placed(at location: any LocatedError) -> (error: any Error, isSilent: Bool)? { nil }
}

extension DecodingError {
  /// The context of the error; nil for a future kind of error.
  @inline(never) package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// Returns the error with another context.
  package func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }

  /// Returns the error with another path or description; nil leaves what it has.
  package func with(path: [any CodingKey]? = nil, description: String? = nil) -> DecodingError {
    guard let context else { return self }
    let new = Context(
      codingPath: path ?? context.codingPath,
      debugDescription: description ?? context.debugDescription,
      underlyingError: context.underlyingError
    )
    return with(new)
  }

  /// The place in the document, of the underlying error or of the last key; nil if there is none.
  package var locatedError: (any LocatedError)? {
    context?.underlyingError?.locatedCause ?? locatedKey
  }

  /// Returns the error with its place in the document.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - key: Returns the last key of the path with the place, if only that can have it.
  /// - Returns: The error, with the place as its underlying error if it has no other one.
  package func located(
    _ location: any LocatedError,
    key: (any CodingKey) -> any CodingKey
  ) -> DecodingError {
    guard let context else { return self }
    var path = context.codingPath
    var cause: any Error = location
    var debugDescription = context.debugDescription.bounded()
    if let error = context.underlyingError {
      cause = error
      if let placed = (error as? any PlacedError)?.placed(at: location) {
        cause = placed.error
        if placed.isSilent, !debugDescription.isEmpty {
          let isEnded = debugDescription.hasSuffix("?") || debugDescription.hasSuffix(".")
          debugDescription += (isEnded ? " " : ". ") + location.place.withoutFullStop
        }
      } else if let last = path.last {
        path[path.count - 1] = key(last)
      }
    } else {
      debugDescription = debugDescription.withoutFullStop
    }
    return with(
      Context(codingPath: path, debugDescription: debugDescription, underlyingError: cause)
    )
  }

  /// The path of the error, which leads to the value or, if it is absent, to its object.
  package var errorPath: [any CodingKey] { context?.codingPath ?? [] }
}

extension Error {
  /// The error with the place in the document: this one, or one inside; nil if there is none.
  package var locatedCause: (any LocatedError)? {
    if let error = self as? DecodingError { return error.locatedError }
    // Last, because a failing cast takes longest.
    return (self as? any PlacedError)?.located
  }
}
