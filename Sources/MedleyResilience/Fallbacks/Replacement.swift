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

/// What was found to show in place of an element.
struct Replacement {
  private let standIn: StandIn?
  /// The error of the element and of its fallback, if that fails.
  let error: DecodingError?

  /// Whether the element doesn't say what to show.
  var isMissing: Bool { standIn == nil }

  /// Finds what is shown in place of an element.
  ///
  /// - Throws: An error that no policy recovers from.
  static func find(
    for element: any Decoder,
    tagged tag: TypeTag?,
    because error: DecodingError,
    _ decode: () throws -> StandIn?
  ) throws -> Replacement {
    let path = element.codingPath
    var place = Place.current
    place.depth += 1
    do {
      guard place.depth <= Place.limit else {
        let fact =
          "It would stand in for one that stands in for another, and so on, \(Place.limit) times."
        throw DecodingError.invalid(at: path, fact)
      }
      let standIn = try Place.$current.withValue(place) {
        try IssueCollector.attempting(in: tag, element.userInfo, decode)
      }
      return Replacement(standIn: standIn, error: nil)
    } catch let second where second.isFinal {
      throw second
    } catch let second {
      let both = error.adding(second.asDecodingError(at: path), "As its fallback")
      return Replacement(standIn: nil, error: both)
    }
  }

  /// Keeps the element, and reports it.
  func keep(
    _ element: any Decoder,
    _ isIssue: Bool,
    because error: DecodingError,
    _ capture: () throws -> UnknownPayload
  ) throws -> UnknownPayload {
    let isShown = standIn?.value != nil
    let kept = try capture()
    if isShown || isIssue || self.error != nil {
      DecodingIssue.report(
        self.error ?? error,
        at: element.codingPath,
        action: isShown ? .replaced(by: standIn?.tag) : .kept,
        in: element,
        content: kept
      )
    }
    return standIn.map { kept.replaced(by: $0) } ?? kept
  }
}

// MARK: - Knowing the elements around

extension Replacement {
  /// Whether an element around this one shows its own fallback if this one has nothing to show.
  static var isInParent: Bool { Place.current.isInParent }

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

    var isInParent = false
    var depth = 0
  }
}
