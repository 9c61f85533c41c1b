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
    var pending = PendingReport()
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

  var report: DecodingReport { state.withLock { $0.pending.report } }

  /// The report so far, which begins anew.
  func takeReport() -> DecodingReport {
    state.withLock { state in
      defer { state.pending = PendingReport() }
      return state.pending.report
    }
  }

  // MARK: - Keeping content

  /// Notes that a value can't be kept, since something in it is too deep or there is too much of it.
  func noteUncapturable(_ path: [any CodingKey]) {
    if role == .call { _ = add { $0.uncapturable = path } }
  }

  /// Whether the value at a path has one in it that can't be kept, as far as that is known.
  func isUncapturable(_ path: [any CodingKey]) -> Bool {
    state.withLock { state in
      guard let inner = state.pending.uncapturable, inner.count >= path.count else { return false }
      return zip(inner, path).allSatisfy { $0.stringValue == $1.stringValue }
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
    if role == .call, add({ $0.append(issue) }) { return }
    // Only a call makes content later: others keep no document in memory.
    let issue = issue.withContentMade
    if role == .observers || role == .report && add({ $0.report.issues.append(issue) }) {
      notify([issue])
    } else {
      listener?.record(issue)
    }
  }

  func count(_ tag: TypeTag) {
    guard role == .call || role == .report else { return }
    if !add({ $0.report.unknownTags[tag, default: 0] += 1 }) { listener?.count(tag) }
  }

  func count(_ rawValue: TypeTag, of type: any Any.Type) {
    guard role == .call || role == .report else { return }
    let name = String(reflecting: type).droppingModule
    if !add({ $0.report.unknownRawValues[name, default: [:]][rawValue, default: 0] += 1 }) {
      listener?.count(rawValue, of: type)
    }
  }

  /// Changes the report, unless the call has ended: a task that was started in it may go on.
  private func add(_ change: @Sendable (inout PendingReport) -> Void) -> Bool {
    state.withLock { state in
      if !state.hasEnded { change(&state.pending) }
      return !state.hasEnded
    }
  }

  // MARK: - Ending a call

  /// Gives the issues of this call to its listener.
  func end() {
    let report = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.pending.report
    }
    listener?.adopt(keepsContent ? report.withContentMade : report)
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

  var issueCount: Int { state.withLock { $0.pending.count } }

  func removeIssues(since mark: Int) {
    state.withLock { $0.pending.removeIssues(since: mark) }
  }

  func tagIssues(since mark: Int, _ tag: TypeTag) {
    state.withLock { $0.pending.tagIssues(since: mark, tag) }
  }

  /// Sorts issues by one key of their paths.
  func sortIssues(since mark: Int, at depth: Int) {
    state.withLock { $0.pending.sortIssues(since: mark, at: depth) }
  }
}

extension String {
  /// The name of a type without that of its module.
  fileprivate var droppingModule: String {
    firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}
