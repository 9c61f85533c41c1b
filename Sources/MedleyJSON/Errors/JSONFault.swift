import Medley

/// What is wrong with a JSON text, or with a value in it, and where.
///
/// It is the `underlyingError` of what ``PolymorphicJSONDecoder`` throws, or inside of the
/// `PayloadError` that names the element. Where a type gave a cause of its own, that cause stays,
/// and `DecodingError.jsonLocation` knows the place.
///
/// ```swift
/// } catch DecodingError.dataCorrupted(let context) {
///   if let fault = context.underlyingError as? JSONFault { print(fault) }
/// }
/// ```
public struct JSONFault: Error, Sendable {
  /// Where the fault is.
  public let location: JSONLocation

  /// What is wrong with the text itself; nil if it is JSON.
  let reason: SyntaxFault.Reason?
}

extension JSONFault: LocatedError {}

extension JSONFault: CustomStringConvertible {
  /// What is wrong and where, with an excerpt.
  public var description: String {
    let fault = reason.map { "\($0) " } ?? ""
    let place = "\(fault)At \(location)"
    return location.hasExcerpt ? "\(place):\n\(location.excerpt)" : place + "."
  }
}

extension DecodingError {
  /// Where in the JSON text the fault is; nil if another decoder than Medley's own threw the error.
  ///
  /// It is also nil for a cause of its own that the outermost type throws: there is no path then.
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
