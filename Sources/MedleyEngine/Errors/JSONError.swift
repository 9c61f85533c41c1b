import MedleyBase

/// An error in a JSON text, or in a value of it, with its place.
///
/// It is the `underlyingError` of the errors of ``DropInJSONDecoder``, and of those of
/// `PolymorphicJSONDecoder` of MedleyJSON, or is inside the `PayloadError` with the tag of the element. If a type provides another underlying error, that
/// error stays, and `DecodingError.jsonLocation` has the place.
///
/// ```swift
/// } catch DecodingError.dataCorrupted(let context) {
///   if let error = context.underlyingError as? JSONError {
///     print(error)
///   }
/// }
/// ```
public struct JSONError: Error, Sendable {
  /// The place of the error.
  public let location: JSONLocation

  /// The reason why the text isn't JSON; nil if it is.
  let reason: SyntaxError.Reason?

  /// The place of the element in a feed, which the module for feeds knows; nil for other documents.
  package let feedPlace: (any Sendable)?

  package init(
    location: JSONLocation,
    reason: SyntaxError.Reason?,
    feedPlace: (any Sendable)? = nil
  ) {
    self.location = location
    self.reason = reason
    self.feedPlace = feedPlace
  }
}

extension JSONError: LocatedError {
  package var saysWhy: Bool { reason != nil }
  package var place: String { (reason.map { "\($0) " } ?? "") + "At \(location)." }
}

extension JSONError: CustomStringConvertible {
  /// A description of the error and its place, with an excerpt.
  public var description: String {
    location.showsText ? "\(place.dropLast()):\n\(location.excerpt)" : place
  }
}

extension DecodingError {
  /// The place of the error in the JSON text; nil if another decoder threw it.
  ///
  /// It is also nil for an error that the outermost type itself throws, because there is no path.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   log(error.redactedDescription, at: error.jsonLocation?.line)
  /// }
  /// ```
  public var jsonLocation: JSONLocation? {
    (locatedError as? JSONError)?.location
  }
}
