/// What was wrong in one decode call, and didn't make it fail.
///
/// ```swift
/// let (page, report) = try DecodingReport.collecting {
///   try decoder.decode(Page.self, from: data)
/// }
/// for issue in report.issues { print(issue) }
/// ```
///
/// The report reaches the types that are decoded through a task-local value: nothing is changed on
/// the decoder, and decode calls that run side by side don't mix. Where nobody collects, the same
/// decoding costs nothing for the report.
public struct DecodingReport: Sendable {
  /// What was dropped, defaulted or kept, in the order in which it was met.
  public internal(set) var issues: [DecodingIssue] = []

  /// How often each tag was met that isn't registered, whatever the policy says to do then.
  public internal(set) var unknownTags: [TypeTag: Int] = [:]

  /// Whether nothing was wrong.
  ///
  /// Unknown tags that were kept don't count: they lose nothing.
  public var isClean: Bool { issues.isEmpty }
}

// MARK: - Collecting

extension DecodingReport {
  /// Calls a function and returns its result with the report of everything that it decodes.
  ///
  /// ```swift
  /// let (feed, report) = try DecodingReport.collecting {
  ///   try decoder.decode(Lossy<[Polymorphic<any Media>]>.self, from: data)
  /// }
  /// ```
  ///
  /// What an inner call collects isn't in the report of the outer one.
  ///
  /// - Throws: What `body` throws. Its issues are lost then; see ``collectingResult(_:)``.
  public static func collecting<Value>(
    _ body: () throws -> Value
  ) rethrows -> (value: Value, report: DecodingReport) {
    let collector = IssueCollector()
    let value = try IssueCollector.$current.withValue(collector, operation: body)
    return (value, collector.report)
  }

  /// Calls a function and returns what it returned or threw, with the report in both cases.
  ///
  /// ```swift
  /// let (result, report) = DecodingReport.collectingResult {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// telemetry.send(report.unknownTags)
  /// let page = try result.get()
  /// ```
  public static func collectingResult<Value>(
    _ body: () throws -> Value
  ) -> (result: Result<Value, any Error>, report: DecodingReport) {
    let collector = IssueCollector()
    let result = IssueCollector.$current.withValue(collector) { Result { try body() } }
    return (result, collector.report)
  }
}

// MARK: - Describing

extension DecodingReport: CustomStringConvertible {
  /// A line for each issue and each unknown tag.
  public var description: String {
    let tags = unknownTags.sorted { "\($0.key)" < "\($1.key)" }
      .map {
        "unknown tag \($0.key.shortened): met \($0.value == 1 ? "once" : "\($0.value) times")"
      }
    return (issues.map(\.description) + tags).joined(separator: "\n")
  }
}
