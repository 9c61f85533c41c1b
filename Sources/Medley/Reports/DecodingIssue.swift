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
  public var tag: TypeTag? { contents.tag }

  /// Whether the tag is registered, so that it isn't text from the payload.
  var showsTag: Bool { contents.showsTag }

  /// Sets the tag.
  ///
  /// - Parameters:
  ///   - tag: The tag of the element around the error.
  ///   - isRegistered: Whether it is registered.
  mutating func setTag(_ tag: TypeTag, isRegistered: Bool) {
    var contents = contents
    (contents.tag, contents.showsTag) = (tag, isRegistered)
    self.contents = contents
  }

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

  struct Contents: Sendable {
    let codingPath: [any CodingKey]
    /// The error, whose text may not be made yet.
    let error: any Error
    let recoveredPath: [any CodingKey]
    let action: Action
    var tag: TypeTag?
    var showsTag: Bool
    /// The kept content of the value.
    var kept: OriginalJSON?
    let root: RootType
  }

  private final class Storage: Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  /// One reference, because sorting moves issues, and because the code that copies a value is
  /// compiled for each type.
  private var storage: Storage

  var contents: Contents {
    get { storage.contents }
    set { storage = Storage(newValue) }
  }

  @inline(never) init(_ contents: Contents) {
    storage = Storage(contents)
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
  /// Reports an error that decoding recovers from, if there is a receiver.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the value that is dropped, defaulted or kept.
  ///   - action: The action for that value.
  ///   - userInfo: The `userInfo` of the decoder.
  ///   - content: Returns the value at the path. It is called only if content is kept.
  @inline(never) static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    content: () throws -> OriginalJSON?
  ) {
    guard let collector = IssueCollector.listening(userInfo()) else { return }
    let path = path()
    let error = error.asDecodingError(at: path)
    let errorPath = error.path
    let kept = collector.keepsContent ? self.content(content, at: path, for: collector) : .none
    collector.record(
      DecodingIssue(
        Contents(
          // Some decoders omit the path of some errors; an error is never outside the failed value.
          codingPath: errorPath.count < path.count ? path : errorPath,
          error: error,
          recoveredPath: path,
          action: action,
          tag: error.element?.tag,
          showsTag: error.element?.isRegistered == true,
          kept: kept,
          root: collector.root
        )
      )
    )
  }

  /// Returns the value at a path, if it can be kept.
  ///
  /// Nested lists may each drop an element. An inner value that couldn't be kept isn't tried again
  /// for each of them.
  @inline(never) private static func content(
    _ content: () throws -> OriginalJSON?,
    at path: [any CodingKey],
    for collector: IssueCollector
  ) -> OriginalJSON? {
    guard !collector.isUncapturable(path) else { return .none }
    do {
      return try IssueCollector.muting(content)
    } catch {
      if error.exceedsCapture { collector.noteUncapturable(path) }
      return .none
    }
  }

  /// Reports an error that decoding recovers from, with a value that no decoder has.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the value.
  ///   - action: The action for that value.
  ///   - userInfo: The `userInfo` of the decoder.
  ///   - value: Returns the value. It is called only if content is kept.
  package static func report(
    _ error: any Error,
    at path: @autoclosure () -> [any CodingKey],
    action: Action,
    for userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    value: () -> PayloadValue?
  ) {
    report(error, at: path(), action: action, userInfo()) {
      value().map(OriginalJSON.value)
    }
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
    guard IssueCollector.listening(decoder.userInfo) != nil else { return }
    let path = path()
    let error = error.asDecodingError(at: path)
    report(
      MedleyDecoders.cast(decoder)?.locating(error) ?? error,
      at: path,
      action: action,
      decoder.userInfo
    ) {
      try element?.storage.content ?? OriginalJSON(from: decoder)
    }
  }

  /// Reports an error that decoding recovers from, with the member of a container.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - action: The action for the member.
  ///   - key: The key of the member.
  ///   - container: The container.
  ///   - userInfo: The `userInfo` of the decoder.
  package static func report<Key: CodingKey>(
    _ error: any Error,
    action: Action,
    at key: Key,
    of container: KeyedDecodingContainer<Key>,
    for userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) {
    report(error, at: container.codingPath + [key], action: action, userInfo()) {
      container.contains(key)
        ? try container.decode(OriginalJSON.self, forKey: key) : .none
    }
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
