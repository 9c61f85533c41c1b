import Medley

/// What is wrong with a JSON text, or with a value in it, and where.
///
/// It is the `underlyingError` of what ``PolymorphicJSONDecoder`` throws, around the cause that a
/// type gave, or inside of the ``/Medley/PayloadError`` that names the element.
/// `DecodingError.jsonLocation` finds it.
///
/// ```swift
/// } catch DecodingError.dataCorrupted(let context) {
///   if let fault = context.underlyingError as? JSONFault { print(fault) }
/// }
/// ```
public struct JSONFault: Error, Sendable {
  /// Where the fault is.
  public let location: JSONLocation

  /// What the type gave as the cause, if it gave one.
  public let underlyingError: (any Error)?

  /// What is wrong with the text itself; nil if it is JSON.
  let reason: SyntaxFault.Reason?
}

extension JSONFault: LocatedError {
  package var cause: (any Error)? { underlyingError }
}

extension JSONFault: CustomStringConvertible {
  /// What is wrong and where, with an excerpt.
  public var description: String {
    let fault = reason.map { "\($0) " } ?? ""
    let cause = underlyingError.map { "\n\($0)" } ?? ""
    return "\(fault)At \(location):\n\(location.excerpt)\(cause)"
  }
}

extension DecodingError {
  /// Where in the JSON text the fault is; nil if another decoder than Medley's own threw the error.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   log(error.summary, at: error.jsonLocation)
  /// }
  /// ```
  public var jsonLocation: JSONLocation? {
    (locatedError as? JSONFault)?.location
  }
}
