/// Where the issues of a decode call go, if anybody listens.
///
/// It is a class because a task-local value can't be changed in place, and locked because the tasks
/// that share a report share its collector.
final class IssueCollector: Sendable {
  /// Where the issues end up.
  enum Role: Sendable {
    /// In a report, and with the observers.
    case report
    /// With the observers alone.
    case observers
    /// With this collector until the outermost attempt of a decode call ends well.
    ///
    /// One thread uses it, so that what was recorded since a mark is what an attempt recorded.
    case call
    /// Nowhere: what is decoded is no data of the app's.
    case nobody
  }

  @TaskLocal static var current: IssueCollector?

  private static let observing = IssueCollector(.observers)
  private static let muted = IssueCollector(.nobody)

  let role: Role
  /// Whether the content of what is dropped is kept with the issue.
  let keepsContent: Bool
  /// Whether no observer hears of it: one of them decodes this itself.
  private let isMuted: Bool
  private let state = Lock(DecodingReport())

  /// Creates a collector without any issues.
  ///
  /// - Parameters:
  ///   - role: Where the issues end up.
  ///   - keepingContent: Whether the content of what is dropped is kept with the issue.
  ///   - outer: Inside of what it collects; what is muted there stays so.
  init(_ role: Role, keepingContent: Bool = false, inside outer: IssueCollector? = nil) {
    self.role = role
    keepsContent = keepingContent
    isMuted = role == .nobody || outer?.isMuted == true
  }

  var report: DecodingReport { state.withLock { $0 } }

  /// The report so far, which begins anew.
  func takeReport() -> DecodingReport {
    state.withLock { report in
      defer { report = DecodingReport() }
      return report
    }
  }

  // MARK: - Finding

  /// Who listens to what is decoded now: the task, the decoder, the observers, or nobody.
  ///
  /// Where nobody listens that is a read of a task-local value and of a flag; `userInfo` is asked
  /// for only if some decoder has a collector.
  static func listening(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> IssueCollector? {
    if let current { return current.role == .nobody ? nil : current }
    guard Listeners.exist else { return nil }
    return DecodingReport.Collector.find(in: userInfo())?.collector
      ?? (Listeners.areObserving ? observing : nil)
  }

  /// Whether anybody may listen, whatever the decoder was given.
  static var mayListen: Bool { current != nil || Listeners.exist }

  /// Calls a function whose issues are nobody's business.
  static func muting<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $current.withValue(muted, operation: body)
  }

  // MARK: - Recording

  func record(_ issue: DecodingIssue) {
    guard role != .nobody else { return }
    if role != .observers { state.withLock { $0.issues.append(issue) } }
    notify([issue])
  }

  func count(_ tag: TypeTag) {
    guard role == .call || role == .report else { return }
    state.withLock { $0.unknownTags[tag, default: 0] += 1 }
  }

  func count(_ rawValue: TypeTag, of type: any Any.Type) {
    guard role == .call || role == .report else { return }
    let name = String(reflecting: type).droppingModule
    state.withLock { $0.unknownRawValues[name, default: [:]][rawValue, default: 0] += 1 }
  }

  // MARK: - Attempting

  /// Decodes something that may be dropped as a whole, which its own issues then go with.
  ///
  /// The outermost attempt collects apart from everybody else, so that no other task's issues are
  /// taken back and an observer hears of none that is; those inside mark where they begin.
  ///
  /// - Parameters:
  ///   - tag: The tag of the payload that is decoded, for issues that know of none further inside.
  ///   - userInfo: What the decoder was given.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. Its issues are gone then; the counts of what it met stay.
  static func attempting<Value>(
    in tag: TypeTag? = nil,
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    _ body: () throws -> Value
  ) throws -> Value {
    switch beginning(userInfo()) {
    case .inside(let mark):
      do {
        let value = try body()
        mark.tagIssues(tag)
        return value
      } catch {
        mark.takeBack()
        throw error
      }
    case .outermost(let listener):
      let call = IssueCollector(.call, keepingContent: listener.keepsContent, inside: listener)
      do {
        let value = try $current.withValue(call, operation: body)
        var report = call.report
        if let tag { report.tagIssues(since: 0, tag) }
        listener.adopt(report)
        return value
      } catch {
        var report = call.report
        report.issues = []
        listener.adopt(report)
        throw error
      }
    }
  }

  /// Where an attempt begins.
  enum Beginning {
    /// Inside of another one, or where nobody listens.
    case inside(Mark)
    /// In no other one, with somebody who listens.
    case outermost(IssueCollector)
  }

  /// What was recorded when an attempt began.
  struct Mark {
    private let collector: IssueCollector?
    private let count: Int

    fileprivate init(_ collector: IssueCollector?) {
      self.collector = collector
      count = collector?.issueCount ?? 0
    }

    /// Takes back what the attempt has recorded: it failed, and its issues go with it.
    func takeBack() {
      collector?.removeIssues(since: count)
    }

    /// Whether something was recorded since.
    var isPassed: Bool {
      collector.map { $0.issueCount > count } ?? false
    }

    func tagIssues(_ tag: TypeTag?) {
      if let tag { collector?.tagIssues(since: count, tag) }
    }
  }

  var issueCount: Int { state.withLock { $0.issues.count } }

  func removeIssues(since mark: Int) {
    state.withLock { report in
      guard report.issues.count > mark else { return }
      report.issues.removeSubrange(mark...)
    }
  }

  func tagIssues(since mark: Int, _ tag: TypeTag) {
    state.withLock { $0.tagIssues(since: mark, tag) }
  }

  /// Where an attempt begins that calls ``Mark/takeBack()`` itself if it fails.
  static func beginning(_ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]) -> Beginning {
    guard let listener = listening(userInfo()) else {
      return .inside(Mark(nil))
    }
    guard listener.role == .call else { return .outermost(listener) }
    return .inside(Mark(listener))
  }

  /// Decodes a dictionary, and puts its issues in the order of its keys if they come in none.
  ///
  /// - Parameters:
  ///   - depth: Where in the path of an issue the key is.
  ///   - isUnordered: Whether the decoder hands out the members in no order.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  static func sorting<Value>(
    at depth: Int,
    _ isUnordered: @autoclosure () -> Bool,
    _ body: () throws -> Value
  ) rethrows -> Value {
    guard let collector = current, collector.role == .call else { return try body() }
    let mark = collector.state.withLock { $0.issues.count }
    let value = try body()
    if collector.state.withLock({ $0.issues.count > mark + 1 }), isUnordered() {
      collector.state.withLock { $0.sortIssues(since: mark, at: depth) }
    }
    return value
  }

  private func adopt(_ report: DecodingReport) {
    if role != .observers {
      state.withLock { $0.append(report) }
    }
    notify(report.issues)
  }

  private func notify(_ issues: [DecodingIssue]) {
    guard role != .call, !isMuted, !issues.isEmpty else { return }
    Listeners.notify(issues)
  }
}

extension DecodingReport {
  fileprivate mutating func append(_ other: DecodingReport) {
    issues += other.issues
    unknownTags.merge(other.unknownTags, uniquingKeysWith: +)
    unknownRawValues.merge(other.unknownRawValues) { $0.merging($1, uniquingKeysWith: +) }
  }

  /// Sorts by one key of the path; issues that share it stay in order.
  fileprivate mutating func sortIssues(since mark: Int, at depth: Int) {
    func key(_ issue: DecodingIssue) -> String {
      issue.recoveredPath.count > depth ? issue.recoveredPath[depth].stringValue : ""
    }
    let sorted = issues[mark...].enumerated()
      .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
    issues.replaceSubrange(mark..., with: sorted.map(\.element))
  }

  fileprivate mutating func tagIssues(since mark: Int, _ tag: TypeTag) {
    guard issues.count > mark else { return }
    for index in mark..<issues.count { issues[index] = issues[index].inPayload(tag) }
  }
}

extension String {
  /// The name of a type without that of its module.
  fileprivate var droppingModule: String {
    firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}
