/// An error with its place in the document.
///
/// Only MedleyJSON's `JSONError` conforms, which the core can't name.
package protocol LocatedError: Error {}

/// A key of a path with the place of the value in the document.
///
/// Only MedleyJSON's `PathKey` conforms, which the core can't name.
///
/// It has the place of an error whose `underlyingError` is provided by a type and must be kept.
package protocol LocatedKey: CodingKey {
  /// The place of the value, if the key has one.
  var location: (any LocatedError)? { get }
}

extension DecodingError {
  /// The underlying error with the place in the document, if there is one.
  package var locatedError: (any LocatedError)? {
    var cause = context?.underlyingError
    while let error = cause {
      switch error {
      case let error as PayloadError: cause = error.underlyingError
      case let error as DiscriminatorError:
        cause = error.location
        if cause == nil { return locatedKey }
      case let error as DecodingError: return error.locatedError ?? locatedKey
      // Last, because a failing cast takes longest.
      case let error as any LocatedError: return error
      default: return locatedKey
      }
    }
    return locatedKey
  }

  private var locatedKey: (any LocatedError)? {
    (context?.codingPath.last as? any LocatedKey)?.location
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
    var cause = context.underlyingError
    var debugDescription = context.debugDescription
    switch cause {
    case nil:
      cause = location
    case var error as DiscriminatorError:
      error.location = location
      cause = error
      debugDescription += " \(location)"
    case let error as PayloadError where error.underlyingError == nil:
      cause = PayloadError(tag: error.tag, underlyingError: location)
    default:
      guard let last = path.popLast() else { return self }
      path.append(key(last))
    }
    return with(
      Context(
        codingPath: path,
        debugDescription: debugDescription,
        underlyingError: cause
      )
    )
  }

  /// The path of the error, which leads to the value or, if it is absent, to its object.
  package var errorPath: [any CodingKey] { context?.codingPath ?? [] }
}
