/// Something that was wrong in a payload, and that decoding recovered from.
///
/// ```swift
/// for issue in report.issues {
///   print(issue)  // items[3].director: missing (in MOVIE); dropped
/// }
/// ```
public struct DecodingIssue: Sendable {
  /// The path of the fault itself: of the missing field, the wrong value, the unknown tag.
  public let codingPath: [any CodingKey]

  /// What was wrong: a `DecodingError`, around the error of its own that a type may have thrown.
  ///
  /// In a report that was decoded it is a ``RecordedFault``.
  public let error: any Error

  /// The path of what was dropped, defaulted or kept because of the fault.
  public let recoveredPath: [any CodingKey]

  /// What became of the value at ``recoveredPath``.
  public let action: Action

  /// The tag of the innermost polymorphic element around the fault, if there is one.
  public internal(set) var tag: TypeTag?

  /// The value at ``recoveredPath``, if whoever collects asked for it and there is one.
  ///
  /// ```swift
  /// let (page, report) = try DecodingReport.collecting(keepingContent: true) {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// for issue in report.issues { quarantine(issue.content) }
  /// ```
  public var content: PayloadValue? { kept?.value }

  /// What was kept of the value.
  var kept: UnknownPayload.Content?

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

  init(
    error: any Error,
    at codingPath: [any CodingKey],
    recoveredPath: [any CodingKey],
    action: Action,
    tag: TypeTag?,
    content: UnknownPayload.Content?
  ) {
    self.codingPath = codingPath
    self.error = error
    self.recoveredPath = recoveredPath
    self.action = action
    self.tag = tag
    kept = content
  }
}

// MARK: - Reporting

extension DecodingIssue {
  /// Reports an error that decoding recovers from, if anybody listens.
  ///
  /// - Parameters:
  ///   - error: What was wrong.
  ///   - path: The path of what is dropped, defaulted or kept.
  ///   - action: What becomes of it.
  ///   - userInfo: What the decoder was given.
  ///   - content: The value at the path, which is asked for only if it is kept.
  static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    content: () throws -> UnknownPayload.Content?
  ) {
    guard let collector = IssueCollector.listening(userInfo()) else { return }
    let path = path()
    let error = error.asDecodingError(at: path)
    let fault = error.path
    let kept = collector.keepsContent ? self.content(content, at: path, for: collector) : .none
    collector.record(
      DecodingIssue(
        error: error,
        // Some decoders leave out the path of some errors; the fault isn't outside of what failed.
        at: fault.count < path.count ? path : fault,
        recoveredPath: path,
        action: action,
        tag: error.nearestTag,
        content: kept
      )
    )
  }

  /// The value at a path, if it can be kept.
  ///
  /// Lists in lists may each drop their element: what couldn't be kept further inside isn't tried
  /// again for each of them.
  private static func content(
    _ content: () throws -> UnknownPayload.Content?,
    at path: [any CodingKey],
    for collector: IssueCollector
  ) -> UnknownPayload.Content? {
    guard !collector.isUncapturable(path) else { return .none }
    do {
      return try IssueCollector.muting(content)
    } catch {
      if error.exceedsCapture { collector.noteUncapturable(path) }
      return .none
    }
  }

  /// Reports an error that decoding recovers from, with the value that `decoder` stands at.
  package static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    in decoder: any Decoder
  ) {
    report(error, at: path(), action: action, in: decoder, content: nil)
  }

  /// The same, with the value if it is kept already.
  static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    in decoder: any Decoder,
    content: UnknownPayload.Content?
  ) {
    guard IssueCollector.listening(decoder.userInfo) != nil else { return }
    let path = path()
    let error = error.asDecodingError(at: path)
    report(
      Engine.hooks?.located(error, in: decoder) ?? error,
      at: path,
      action: action,
      decoder.userInfo
    ) {
      try content ?? UnknownPayload.Content(from: decoder)
    }
  }

  /// Reports an error that decoding recovers from, with the member of a container.
  static func report<Key: CodingKey>(
    _ error: any Error,
    action: Action,
    at key: Key,
    of container: KeyedDecodingContainer<Key>
  ) {
    report(error, at: container.codingPath + [key], action: action, container.userInfo) {
      container.contains(key)
        ? try container.decode(UnknownPayload.Content.self, forKey: key) : .none
    }
  }
}

// MARK: - Describing

extension DecodingIssue: CustomStringConvertible {
  /// One line for people: path, fault, tag and action.
  public var description: String {
    "\(codingPath.described): \(error.fault)\(tag.inParentheses); \(action)"
  }
}
