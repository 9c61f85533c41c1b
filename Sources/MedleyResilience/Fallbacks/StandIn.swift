import Medley

/// What is shown in place of an element.
final class StandIn: Sendable {
  /// The value, of the base of the element's registry; nil if the element says to show nothing.
  let value: (any Sendable)?
  /// Its tag; nil if it has none, or one that isn't registered.
  let tag: TypeTag?

  init(_ value: (any Sendable)?, tagged tag: TypeTag?) {
    self.value = value
    self.tag = tag
  }
}

extension StandIn {
  /// Keeps an element with what is shown in its place, and reports it.
  ///
  /// - Parameters:
  ///   - element: The decoder of the element.
  ///   - tag: The tag of the element.
  ///   - error: The error of the element.
  ///   - isIssue: Whether the element is reported also if nothing is shown.
  ///   - ofParent: Whether an element with nothing to show throws for the fallback of one around it.
  ///   - capture: Keeps the element.
  ///   - find: Finds what is shown; nil if the element doesn't say it.
  /// - Returns: The element, with what is shown.
  /// - Throws: An error that no policy recovers from, and that of an element with nothing to show.
  static func keep(
    _ element: any Decoder,
    tagged tag: TypeTag?,
    because error: DecodingError,
    isIssue: Bool,
    ofParent: Bool,
    _ capture: () throws -> UnknownPayload,
    _ find: () throws -> StandIn?
  ) throws -> UnknownPayload {
    let path = element.codingPath
    var place = Place.current
    place.depth += 1
    var standIn: StandIn?
    // The error of the fallback as well, if that fails.
    var both: DecodingError?
    do {
      guard place.depth <= Place.limit else {
        let fact =
          "It would stand in for one that stands in for another, and so on, \(Place.limit) times."
        throw DecodingError.invalid(at: path, fact)
      }
      standIn = try Place.$current.withValue(place) {
        try IssueCollector.attempting(in: tag, element.userInfo, find)
      }
    } catch let second where second.isFinal {
      throw second
    } catch let second {
      both = error.adding(second.asDecodingError(at: path), "As its fallback")
    }
    if ofParent, standIn == nil, Place.current.isInParent { throw both ?? error }
    let isShown = standIn?.value != nil
    let kept = try capture()
    if isShown || isIssue || both != nil {
      DecodingIssue.report(
        both ?? error,
        at: path,
        action: isShown ? .replaced(by: standIn?.tag) : .kept,
        in: element,
        content: kept
      )
    }
    return standIn.map { kept.replaced(by: $0) } ?? kept
  }

  /// Decodes the payload of an element, which may have a fallback for elements inside it.
  static func decode(inParent: Bool, _ body: () throws -> Void) throws {
    var place = Place.current
    place.isInParent = inParent || place.isInParent
    try Place.$current.withValue(place, operation: body)
  }

  /// Where an element is.
  private struct Place {
    /// How often an element may stand in for another that stands in for another, and so on.
    ///
    /// Each one keeps the others inside it, in a time in proportion to their size.
    static let limit = 32

    @TaskLocal static var current = Place()

    /// Whether an element around this one shows its own fallback if this one has nothing to show.
    var isInParent = false
    var depth = 0
  }
}
