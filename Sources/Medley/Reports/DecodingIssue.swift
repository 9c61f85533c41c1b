/// An error in the data that decoding recovered from.
///
/// ```swift
/// for issue in report.issues {
///   print(issue)
///   // items[3].director: missing (in MOVIE); dropped
/// }
/// ```
public struct DecodingIssue: Sendable {
  /// The path of the error: of the missing field, the invalid value or the unknown tag.
  public var codingPath: [any CodingKey] { contents.codingPath }

  /// The error: a `DecodingError`, with the error that a type threw inside.
  ///
  /// In a decoded report it is only the description of the error, which printing it shows.
  public var error: any Error { contents.error.withTextMade }

  /// The path of the value that was dropped, defaulted or kept because of the error.
  public var recoveredPath: [any CodingKey] { contents.recoveredPath }

  /// The action that was taken for the value at ``recoveredPath``.
  public var action: Action { contents.action }

  /// The tag of the innermost polymorphic element around the error, if there is one.
  public var tag: TypeTag? { contents.element?.tag }

  /// The tag, if it is registered, so that it isn't text from the payload.
  var shownTag: TypeTag? { contents.element?.isRegistered == true ? tag : nil }

  /// The name of the type that was decoded, or nil if it isn't known.
  ///
  /// ```swift
  /// metrics.add(1, "decoding", issue.rootType, issue.action.description)
  /// ```
  ///
  /// MedleyJSON knows it. With other decoders it is the type whose `CodingKeys` begin the path, or
  /// the type that `collecting` returns.
  public var rootType: String? { contents.root.name(at: recoveredPath) }

  /// The value at ``recoveredPath``, if there is one and the report keeps content.
  ///
  /// ```swift
  /// let (page, report) = try DecodingReport.collecting(
  ///   keepingContent: true
  /// ) {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// for issue in report.issues { quarantine(issue.content) }
  /// ```
  public var content: PayloadValue? { contents.kept?.value }

  /// What an issue has.
  struct Contents: Sendable {
    let codingPath: [any CodingKey]
    /// The error, whose text may not be made yet.
    let error: any Error
    let recoveredPath: [any CodingKey]
    let action: Action
    /// The tag of the element around the error, as an error has it.
    var element: (tag: TypeTag?, isRegistered: Bool)?
    /// The kept content of the value.
    var kept: OriginalJSON?
    let root: RootType
  }

  /// One reference, because the code that copies a struct is compiled for each type.
  private final class Storage: Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  private let storage: Storage

  var contents: Contents { storage.contents }

  init(_ contents: Contents) {
    storage = Storage(contents)
  }

  /// Returns the issue with a change.
  func changing(_ change: (inout Contents) -> Void) -> DecodingIssue {
    var contents = contents
    change(&contents)
    return DecodingIssue(contents)
  }

  /// The way in which decoding continued.
  ///
  /// ```swift
  /// let lost = report.issues.count { $0.action == .dropped }
  /// ```
  public struct Action: Hashable, Sendable, CustomStringConvertible {
    /// The name of the action.
    public let description: String
    /// The tag of what is shown in place of the value, if that is known.
    ///
    /// ```swift
    /// for issue in report.issues where issue.action == .replaced {
    ///   print(issue.tag, "by", issue.action.replacement)
    /// }
    /// ```
    public private(set) var replacement: TypeTag?

    /// The value isn't in the result.
    public static let dropped = Action(description: "dropped")
    /// A default is used instead of the value.
    public static let defaulted = Action(description: "defaulted")
    /// The value is in the result as an ``UnknownPayload``.
    public static let kept = Action(description: "kept")

    /// The value is in the result as an ``UnknownPayload``, and something is shown in its place.
    public static let replaced = replaced(by: nil)

    package static func replaced(by tag: TypeTag?) -> Action {
      Action(description: "replaced", replacement: tag)
    }

    /// Returns whether two actions have the same name.
    public static func == (lhs: Action, rhs: Action) -> Bool { lhs.description == rhs.description }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }
}

// MARK: - Reporting

extension DecodingIssue {
  /// Reports an error that decoding recovers from, with a value of which there is no decoder.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the value that is dropped, defaulted or kept.
  ///   - action: The action for that value.
  ///   - userInfo: The `userInfo` of the decoder.
  ///   - content: Returns the value. It is called only if content is kept.
  package static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    for userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    content: () throws -> OriginalJSON?
  ) {
    guard let collector = IssueCollector.listening(userInfo()) else { return }
    collector.record(error, at: path(), action, content)
  }

  /// Reports an error that decoding recovers from, with the value of a decoder.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the value that is dropped, defaulted or kept.
  ///   - action: The action for that value.
  ///   - decoder: The decoder of the value.
  ///   - element: The value, if it is kept already.
  @inline(never) package static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    in decoder: any Decoder,
    content element: UnknownPayload? = nil
  ) {
    guard let collector = IssueCollector.listening(decoder.userInfo) else { return }
    let path = path()
    let error = error.asDecodingError(at: path)
    let located = MedleyDecoders.cast(decoder)?.locating(error) ?? error
    collector.record(located, at: path, action) {
      try element?.storage.content ?? OriginalJSON(from: decoder)
    }
  }
}

extension IssueCollector {
  /// Records an error that decoding recovers from.
  ///
  /// Apart from the functions that find the receiver, which are compiled for each closure.
  @inline(never) fileprivate func record(
    _ error: any Error,
    at path: [any CodingKey],
    _ action: DecodingIssue.Action,
    _ content: () throws -> OriginalJSON?
  ) {
    let error = error.asDecodingError(at: path)
    let errorPath = error.path
    let contents = DecodingIssue.Contents(
      // Some decoders omit the path of some errors; an error is never outside the failed value.
      codingPath: errorPath.count < path.count ? path : errorPath,
      error: error,
      recoveredPath: path,
      action: action,
      element: error.element,
      kept: self.content(at: path, content),
      root: root
    )
    adopt(DecodingReport(issues: [DecodingIssue(contents)], root: root))
  }
}

// MARK: - Describing

extension DecodingIssue: CustomStringConvertible {
  /// A description in one line: path, problem, tag and action.
  public var description: String {
    let replacement = action.replacement.map { " by \($0.shortened)" } ?? ""
    return describing(
      codingPath.described(),
      error.problem,
      "\(tag.inParentheses); \(action)\(replacement)"
    )
  }
}
