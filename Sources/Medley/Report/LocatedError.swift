/// An error that says where in a document the fault is: the engine's.
package protocol LocatedError: Error {}

/// A key of a path that says where in a document the value is.
///
/// It carries the place of an error whose `underlyingError` is the cause that a type gave, which
/// stays what it is.
package protocol LocatedKey: CodingKey {
  /// Where the value is, if the key knows.
  var location: (any LocatedError)? { get }
}

extension DecodingError {
  /// The error inside that says where in a document the fault is.
  package var locatedError: (any LocatedError)? {
    var cause = context?.underlyingError
    while let error = cause {
      switch error {
      case let error as PayloadError: cause = error.underlyingError
      case let error as DiscriminatorError:
        cause = error.location
        if cause == nil { return locatedKey }
      case let error as DecodingError: return error.locatedError ?? locatedKey
      // Last, since it takes longest to find out what isn't.
      case let error as any LocatedError: return error
      default: return locatedKey
      }
    }
    return locatedKey
  }

  private var locatedKey: (any LocatedError)? {
    (context?.codingPath.last as? any LocatedKey)?.location
  }

  /// The same error with the place of the fault.
  ///
  /// - Parameters:
  ///   - location: Says where the fault is.
  ///   - key: Makes the last key of the path, where the place can be nowhere else.
  /// - Returns: The error, with the place as its cause if it has no other one.
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

  /// The path of the fault, which leads to the value or, if there is none, to its object.
  package var faultPath: [any CodingKey] { context?.codingPath ?? [] }
}
