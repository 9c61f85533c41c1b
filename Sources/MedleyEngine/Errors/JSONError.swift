import MedleyBase

/// An error in a JSON text, or in a value of it, with its place.
///
/// It is the `underlyingError` of the errors of ``DropInJSONDecoder``, and of those of
/// `PolymorphicJSONDecoder` of MedleyJSON, or is inside the `PayloadError` with the tag of the element. If
/// a type provides another underlying error, that error stays. `DecodingError.jsonError` finds it in
/// any case:
///
/// ```swift
/// do {
///   feed = try decoder.decode(Feed.self, from: data)
/// } catch let error as DecodingError {
///   if let place = error.jsonError {
///     print(place.line, place.column)
///   }
/// }
/// ```
public struct JSONError: Error, Sendable {
  /// The place of the error.
  package let location: JSONLocation

  /// The line, beginning with 1.
  public var line: Int { location.line }

  /// The byte of the line in UTF-8, beginning with 1.
  public var column: Int { location.column }

  /// The byte of the text, beginning with 0.
  public var offset: Int { location.offset }

  /// The part of the line around the place, with a caret under the place.
  ///
  /// ```text
  /// {"title": "Heat", "duration": "long"}
  ///                               ^
  /// ```
  ///
  /// It is empty if `includesExcerpts` of the decoder is false.
  public var excerpt: String { location.excerpt }

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
    location.showsText ? "\(place.dropLast()):\n\(excerpt)" : place
  }
}

extension JSONError: CustomReflectable {
  /// A mirror of the line, the column and the offset.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["line": line, "column": column, "offset": offset],
      displayStyle: .struct
    )
  }
}

extension DecodingError {
  /// The error with its place in the JSON text; nil if another decoder threw it.
  ///
  /// It is also nil for an error that the outermost type itself throws, because there is no path.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   log(error.redactedDescription, at: error.jsonError?.line)
  /// }
  /// ```
  public var jsonError: JSONError? { locatedError as? JSONError }
}
