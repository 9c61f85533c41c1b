/// Something that was wrong in a payload, and that decoding recovered from.
///
/// ```swift
/// for issue in report.issues {
///   print(issue)  // items[3].director: missing (in "MOVIE"); dropped
/// }
/// ```
public struct DecodingIssue: Sendable {
  /// The path of the fault itself: of the missing field, the wrong value, the unknown tag.
  public let codingPath: [any CodingKey]

  /// What was wrong: a `DecodingError`, around the error of its own that a type may have thrown.
  public let error: any Error

  /// The path of what was dropped, defaulted or kept because of the fault.
  public let recoveredPath: [any CodingKey]

  /// What became of the value at ``recoveredPath``.
  public let action: Action

  /// The tag of the innermost polymorphic element around the fault, if there is one.
  public private(set) var tag: TypeTag?

  /// How decoding went on.
  ///
  /// ```swift
  /// let lost = report.issues.count { $0.action == .dropped }
  /// ```
  public struct Action: Hashable, Sendable, CustomStringConvertible {
    /// The name of the action.
    public let description: String

    /// The value isn't in the result.
    public static let dropped = Action(description: "dropped")
    /// A default stands in for the value.
    public static let defaulted = Action(description: "defaulted")
    /// The value is in the result as an ``UnknownPayload``.
    public static let kept = Action(description: "kept")
  }

  /// Creates the issue for an error that was caught while `recoveredPath` was decoded.
  init(error: any Error, recoveredPath: [any CodingKey], action: Action) {
    let path = (error as? DecodingError)?.path ?? []
    self.init(
      error: error,
      // Some decoders leave out the path of some errors; the fault isn't outside of what failed.
      at: path.count < recoveredPath.count ? recoveredPath : path,
      recoveredPath: recoveredPath,
      action: action
    )
  }

  init(
    error: any Error,
    at codingPath: [any CodingKey],
    recoveredPath: [any CodingKey],
    action: Action
  ) {
    self.codingPath = codingPath
    self.error = error
    self.recoveredPath = recoveredPath
    self.action = action
    tag = (error as? DecodingError)?.nearestTag
  }

  /// The same issue, met in the payload with a certain tag.
  func inPayload(_ outerTag: TypeTag?) -> DecodingIssue {
    // An error about a tag is nearer to its own element, even if that has none.
    let isAboutTag = (error as? DecodingError)?.context?.underlyingError is DiscriminatorError
    guard tag == nil, let outerTag, !isAboutTag else { return self }
    var issue = self
    issue.tag = outerTag
    return issue
  }
}

// MARK: - Describing

extension DecodingIssue: CustomStringConvertible {
  /// One line for people: path, fault, tag and action.
  public var description: String {
    let fault = (error as? DecodingError)?.fault ?? "\(error)"
    let tag = tag.map { " (in \($0.shortened))" } ?? ""
    return "\(codingPath.described): \(fault)\(tag); \(action)"
  }
}
