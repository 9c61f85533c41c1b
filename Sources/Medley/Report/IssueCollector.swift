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
    /// With this collector until the decode call ends, or the outermost attempt in it; then with
    /// its listener.
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
  /// Where the issues of a call go when it ends.
  private let listener: IssueCollector?
  /// Whether a decoder inside of this call may bring a collector of its own: no report of the task,
  /// which would be nearer, is the listener.
  private let yields: Bool
  private let state = Lock(State())

  private struct State {
    var report = DecodingReport()
    var hasEnded = false
  }

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
    listener = nil
    yields = false
  }

  /// Creates the collector of a call.
  ///
  /// - Parameter listener: Where the issues go when the call ends.
  init(callFor listener: IssueCollector) {
    role = .call
    keepsContent = listener.keepsContent
    isMuted = listener.isMuted
    self.listener = listener
    yields = Self.current?.yields ?? true
  }

  var report: DecodingReport { state.withLock { $0.report } }

  /// The report so far, which begins anew.
  func takeReport() -> DecodingReport {
    state.withLock { state in
      defer { state.report = DecodingReport() }
      return state.report
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
    if let current {
      guard current.yields, Listeners.haveCollectors,
        let own = DecodingReport.Collector.find(in: userInfo())?.collector,
        own !== current.listener
      else { return current.role == .nobody ? nil : current }
      return own
    }
    guard Listeners.exist else { return nil }
    return DecodingReport.Collector.find(in: userInfo())?.collector
      ?? (Listeners.areObserving ? observing : nil)
  }

  /// Calls a function whose issues are nobody's business.
  static func muting<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $current.withValue(muted, operation: body)
  }

  // MARK: - Recording

  func record(_ issue: DecodingIssue) {
    guard role != .nobody else { return }
    if role == .observers || add({ $0.issues.append(issue) }) {
      notify([issue])
    } else {
      listener?.record(issue)
    }
  }

  func count(_ tag: TypeTag) {
    guard role == .call || role == .report else { return }
    if !add({ $0.unknownTags[tag, default: 0] += 1 }) { listener?.count(tag) }
  }

  func count(_ rawValue: TypeTag, of type: any Any.Type) {
    guard role == .call || role == .report else { return }
    let name = String(reflecting: type).droppingModule
    if !add({ $0.unknownRawValues[name, default: [:]][rawValue, default: 0] += 1 }) {
      listener?.count(rawValue, of: type)
    }
  }

  /// Changes the report, unless the call has ended: a task that was started in it may go on.
  private func add(_ change: @Sendable (inout DecodingReport) -> Void) -> Bool {
    state.withLock { state in
      if !state.hasEnded { change(&state.report) }
      return !state.hasEnded
    }
  }

  // MARK: - Ending a call

  /// Gives the issues of this call to its listener.
  func end() {
    let report = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.report
    }
    listener?.adopt(report)
  }

  private func adopt(_ report: DecodingReport) {
    guard !report.isClean || !report.unknownTags.isEmpty || !report.unknownRawValues.isEmpty
    else { return }
    if role == .observers || add({ $0.append(report) }) {
      notify(report.issues)
    } else {
      listener?.adopt(report)
    }
  }

  private func notify(_ issues: [DecodingIssue]) {
    guard role != .call, !isMuted, !issues.isEmpty else { return }
    Listeners.notify(issues)
  }

  // MARK: - Marking

  var issueCount: Int { state.withLock { $0.report.issues.count } }

  func removeIssues(since mark: Int) {
    state.withLock { state in
      guard state.report.issues.count > mark else { return }
      state.report.issues.removeSubrange(mark...)
    }
  }

  func tagIssues(since mark: Int, _ tag: TypeTag) {
    state.withLock { $0.report.tagIssues(since: mark, tag) }
  }

  /// Sorts issues by one key of their paths.
  func sortIssues(since mark: Int, at depth: Int) {
    state.withLock { $0.report.sortIssues(since: mark, at: depth) }
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
