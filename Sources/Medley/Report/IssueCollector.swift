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
  /// - Throws: What `body` throws. Its issues are gone then; the unknown tags that it met stay.
  static func attempting<Value>(_ body: () throws -> Value) throws -> Value {
    guard let collector = current else { return try body() }
    let attempt = IssueCollector()
    do {
      let value = try $current.withValue(attempt, operation: body)
      collector.adopt(attempt.report, withIssues: true)
      return value
    } catch {
      collector.adopt(attempt.report, withIssues: false)
      throw error
    }
  }

  private func adopt(_ report: DecodingReport, withIssues: Bool) {
    guard !report.issues.isEmpty || !report.unknownTags.isEmpty else { return }
    state.withLock {
      if withIssues { $0.issues += report.issues }
      $0.unknownTags.merge(report.unknownTags, uniquingKeysWith: +)
    }
  }
}
