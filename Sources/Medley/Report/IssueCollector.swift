/// Where the issues of a decode call go, if anybody collects them.
///
/// It is a class because a task-local value can't be changed in place, and locked because the tasks
/// of one call may share it.
final class IssueCollector: Sendable {
  @TaskLocal static var current: IssueCollector?

  private let state = Lock(DecodingReport())

  var report: DecodingReport { state.withLock { $0 } }

  func record(_ issue: DecodingIssue) {
    state.withLock { $0.issues.append(issue) }
  }

  func count(_ tag: TypeTag) {
    state.withLock { $0.unknownTags[tag, default: 0] += 1 }
  }

  // MARK: - Taking back

  /// Decodes something that may be dropped as a whole, which its own issues then go with.
  ///
  /// They are collected apart while it is decoded: other tasks may record into this collector at
  /// the same time, so that a mark in its list wouldn't tell them apart.
  ///
  /// - Parameters:
  ///   - tag: The tag of the payload that is decoded, for issues that know of none further inside.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. Its issues are gone then; the unknown tags that it met stay.
  static func attempting<Value>(
    in tag: TypeTag? = nil,
    _ body: () throws -> Value
  ) throws -> Value {
    guard let collector = current else { return try body() }
    let attempt = IssueCollector()
    do {
      let value = try $current.withValue(attempt, operation: body)
      let report = attempt.report
      collector.adopt(report.issues.map { $0.inPayload(tag) }, report.unknownTags)
      return value
    } catch {
      collector.adopt([], attempt.report.unknownTags)
      throw error
    }
  }

  private func adopt(_ issues: [DecodingIssue], _ unknownTags: [TypeTag: Int]) {
    guard !issues.isEmpty || !unknownTags.isEmpty else { return }
    state.withLock {
      $0.issues += issues
      $0.unknownTags.merge(unknownTags, uniquingKeysWith: +)
    }
  }
}
