/// An error that says where in a document the fault is: the engine's.
package protocol LocatedError: Error {
  /// What was the cause before the place was added.
  var cause: (any Error)? { get }
}

extension DecodingError {
  /// The error inside that says where in a document the fault is.
  package var locatedError: (any LocatedError)? {
    var cause = context?.underlyingError
    while let error = cause {
      switch error {
      case let error as any LocatedError: return error
      case let error as PayloadError: cause = error.underlyingError
      case let error as DiscriminatorError: cause = error.location
      default: return nil
      }
    }
    return nil
  }

  /// The same error with the place of the fault.
  package func located(_ locate: (_ cause: (any Error)?) -> any LocatedError) -> DecodingError {
    guard let context else { return self }
    let cause: (any Error)? =
      switch context.underlyingError {
      case var error as DiscriminatorError:
        { error.location = locate(nil); return error }()
      case let error as PayloadError:
        PayloadError(tag: error.tag, underlyingError: locate(error.underlyingError))
      case let error: locate(error)
      }
    return with(
      Context(
        codingPath: context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: cause
      )
    )
  }

  /// The path of the fault, which leads to the value or, if there is none, to its object.
  package var faultPath: [any CodingKey] { context?.codingPath ?? [] }
}
