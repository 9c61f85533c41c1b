/// What was wrong in one decode call, and didn't make it fail.
///
/// ```swift
/// let (page, report) = try DecodingReport.collecting {
///   try decoder.decode(Page.self, from: data)
/// }
/// for issue in report.issues { print(issue) }  // items[3].director: missing (in MOVIE); dropped
/// ```
///
/// The report reaches the types that are decoded through a task-local value: nothing is changed on
/// the decoder, and decode calls that run side by side don't mix. Where nobody collects, the same
/// decoding costs nothing for the report.
public struct DecodingReport: Sendable {
  /// What was dropped, defaulted or kept, in the order in which it was met.
  ///
  /// That is the order of the document in arrays. Properties are met in the order in which their
  /// type decodes them. The members of lossy dictionaries are met in the order of their keys where
  /// the decoder doesn't show theirs; those of plain ones, with lossy values, then in no order.
  public internal(set) var issues: [DecodingIssue] = []

  /// How often each tag was met that isn't registered, whatever the policy says to do then.
  public internal(set) var unknownTags: [TypeTag: Int] = [:]

  /// How often open enums met each raw value that they don't know, by the name of the enum.
  ///
  /// ```swift
  /// report.unknownRawValues["Genre"]  // ["WESTERN": 3]
  /// ```
  ///
  /// ``OpenEnum``, ``ForwardCompatibleEnum`` and ``ForwardCompatibleCases`` count; raw values that
  /// are neither strings nor integers are counted by their description.
  public internal(set) var unknownRawValues: [String: [TypeTag: Int]] = [:]

  /// Whether the report is encoded with the content of what was dropped.
  ///
  /// Without it, what is encoded has paths, kinds of faults and tags, and nothing else that came
  /// from the payload.
  public var encodesContent = false

  /// Whether nothing was wrong.
  ///
  /// Unknown tags and raw values that were kept don't count: they lose nothing.
  public var isClean: Bool { issues.isEmpty }
}

// MARK: - Limiting losses

extension DecodingReport {
  /// How many values aren't in the result, because they were dropped.
  ///
  /// What a default stands in for isn't counted, and neither is what a policy keeps.
  public var droppedCount: Int {
    issues.count { $0.action == .dropped }
  }

  /// Throws if more was dropped than the app can do without.
  ///
  /// ```swift
  /// let (feed, report) = try DecodingReport.collecting {
  ///   try decoder.decode(Feed.self, from: data)
  /// }
  /// try report.requireDropped(atMost: 5)
  /// ```
  ///
  /// - Throws: ``DroppedTooMuch``, with this report.
  /// - Complexity: O(*n*), where *n* is the number of issues.
  public func requireDropped(atMost limit: Int) throws(DroppedTooMuch) {
    guard droppedCount <= limit else { throw DroppedTooMuch(limit: limit, report: self) }
  }
}

/// The error for a decode call that dropped more than it was allowed to.
///
/// ```swift
/// do {
///   try report.requireDropped(atMost: 5)
/// } catch {
///   print(error)  // 9 values were dropped, and 5 are allowed. The first: items[3].director: ...
/// }
/// ```
public struct DroppedTooMuch: Error, Sendable {
  /// How much may be dropped.
  public let limit: Int

  /// What was wrong.
  public let report: DecodingReport
}

extension DroppedTooMuch: CustomStringConvertible {
  /// How much was dropped, how much may be, and the first issue of them.
  public var description: String {
    let count = report.droppedCount
    let first = report.issues.first { $0.action == .dropped }.map { " The first: \($0)" } ?? ""
    return """
      \(count) \(count == 1 ? "value was" : "values were") dropped, and \(limit) \
      \(limit == 1 ? "is" : "are") allowed.\(first)
      """
  }
}

// MARK: - Describing

extension DecodingReport: CustomStringConvertible {
  /// A line for each issue, each unknown tag and each unknown raw value.
  public var description: String {
    let tags = unknownTags.map { "unknown tag \($0.key.shortened): met \(Self.times($0.value))" }
    let rawValues = unknownRawValues.flatMap { name, counts in
      counts.map { "unknown raw value \($0.key.shortened) of \(name): met \(Self.times($0.value))" }
    }
    return (issues.map(\.description) + tags.sorted() + rawValues.sorted())
      .joined(separator: "\n")
  }

  private static func times(_ count: Int) -> String {
    count == 1 ? "once" : "\(count) times"
  }
}
