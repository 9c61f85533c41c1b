import MedleyBase

/// The issues of one decode call that succeeded.
///
/// ```swift
/// let (page, report) = try DecodingReport.collecting {
///   try decoder.decode(Page.self, from: data)
/// }
/// for issue in report.issues {
///   print(issue)
///   // items[3].director: missing (in MOVIE); dropped
/// }
/// ```
///
/// The report is passed to the decoded types in a task-local value. Decoders stay unchanged, and
/// decode calls that run at the same time don't mix.
public struct DecodingReport: Sendable {
  /// The values that were dropped, defaulted or kept, in the order in which decoding met them.
  ///
  /// That is the order of the document in arrays, and the order of decoding among the properties of
  /// a type. If the decoder provides no order, the members of lossy dictionaries are sorted by key,
  /// and those of plain dictionaries with lossy values have no order.
  public internal(set) var issues: [DecodingIssue] = []

  /// The number of elements with each unknown tag, whatever the policy.
  public internal(set) var unknownTags: [TypeTag: Int] = [:]

  /// The number of each unknown raw value in open enums, by the name of the enum.
  ///
  /// ```swift
  /// report.unknownRawValues["Genre"]  // ["WESTERN": 3]
  /// ```
  ///
  /// It includes `OpenEnum`, `ForwardCompatibleEnum` and `ForwardCompatibleCases`. Raw values
  /// that aren't strings or integers are counted by their description.
  public internal(set) var unknownRawValues: [String: [TypeTag: Int]] = [:]

  /// The members that `Preserving` values of MedleyComposition keep because their types don't write them.
  ///
  /// They are listed if the decoder asks for it, in the order in which decoding met them:
  ///
  /// ```swift
  /// decoder.userInfo.reportUnknownMembers()
  /// ```
  public internal(set) var unknownMembers: [UnknownMember] = []

  /// The name of the type that was decoded, or nil if it isn't known or there are several.
  ///
  /// ```swift
  /// DecodingReport.observe { issue in
  ///   log(issue.redactedDescription)
  /// } counts: { report in
  ///   log(report.rootType, report.redactedDescription)
  /// }
  /// ```
  ///
  /// MedleyJSON knows it; with other decoders it is the type that `collecting` returns, if that is
  /// `Decodable`.
  public var rootType: String? { root.name }

  /// The type that was decoded.
  var root = RootType.unknown

  /// Whether the report is encoded with the content of dropped values.
  ///
  /// Otherwise, the encoded form has paths, kinds of errors and tags, and no other text from the
  /// payload. ``redactedDescription`` has neither keys of dictionaries nor unknown tags.
  public var encodesContent = false

  /// Whether there are no issues.
  ///
  /// Unknown tags, raw values and members that were kept aren't issues.
  public var isClean: Bool { issues.isEmpty }
}

extension DecodingReport {
  /// Creates an empty report of a call.
  init(of root: RootType) {
    self.root = root
  }
}

// MARK: - Limiting drops

extension DecodingReport {
  /// The number of dropped values.
  ///
  /// Values that were defaulted or kept aren't counted.
  public var droppedCount: Int {
    issues.count { $0.action == .dropped }
  }

  /// Throws if more values were dropped than a limit.
  ///
  /// ```swift
  /// let (feed, report) = try DecodingReport.collecting {
  ///   try decoder.decode(Feed.self, from: data)
  /// }
  /// try report.requireDropped(atMost: 5)
  /// ```
  ///
  /// - Throws: ``DropLimitExceeded``, with this report.
  /// - Complexity: O(*n*), where *n* is the number of issues.
  public func requireDropped(atMost limit: Int) throws(DropLimitExceeded) {
    guard droppedCount <= limit else { throw DropLimitExceeded(limit: limit, report: self) }
  }
}

/// The error of a decode call that dropped more values than a limit.
///
/// ```swift
/// do {
///   try report.requireDropped(atMost: 5)
/// } catch {
///   print(error)
///   // 9 values were dropped, and 5 are allowed. The first: ...
/// }
/// ```
public struct DropLimitExceeded: Error, Sendable {
  /// The number of values that may be dropped.
  public let limit: Int

  /// The report of the decode call.
  public let report: DecodingReport
}

extension DropLimitExceeded: CustomStringConvertible {
  /// The number of dropped values, the limit, and the first issue.
  public var description: String { describing(\.description) }

  func describing(_ issue: (DecodingIssue) -> String) -> String {
    let count = report.droppedCount
    let dropped = report.issues.first { $0.action == .dropped }
    let first = dropped.map { " The first: \(issue($0))" } ?? ""
    return """
      \(count) \(count == 1 ? "value was" : "values were") dropped, and \(limit) \
      \(limit == 1 ? "is" : "are") allowed.\(first)
      """.bounded()
  }
}

// MARK: - Describing

extension DecodingReport: CustomStringConvertible {
  /// A line for each issue, unknown tag, unknown raw value and unknown member.
  public var description: String {
    let tags = unknownTags.map { "unknown tag \($0.key.shortened): met \(Self.times($0.value))" }
    let rawValues = unknownRawValues.flatMap { name, counts in
      counts.map { "unknown raw value \($0.key.shortened) of \(name): met \(Self.times($0.value))" }
    }
    let members = unknownMembers.map { "unknown member \($0)" }
    return (issues.map(\.description) + tags.inOrder + rawValues.inOrder + members)
      .joined(separator: "\n")
  }

  static func times(_ count: Int) -> String {
    count == 1 ? "once" : "\(count) times"
  }
}
