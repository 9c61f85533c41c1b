import MedleyBase

/// The receiver of the issues of a decode call.
///
/// It is a class, because a task-local value can't be changed in place. It has a lock, because
/// tasks that share a report share its collector.
///
/// It is `Sendable`, because the state is only accessed while the lock is held, and the rest is only
/// changed while one reference to the collector is left. A ``Lock`` would be a second object to make
/// and free for each call.
@usableFromInline package final class IssueCollector: @unchecked Sendable {
  /// The destination of the issues.
  enum Role: Sendable {
    /// A report and the observers.
    case report
    /// Only the observers.
    case observers
    /// This collector until the decode call or its outermost attempt ends, then its listener.
    ///
    /// Only one thread uses it, so the issues since a mark are those of one attempt.
    case call
    /// None, because the decoded value isn't data of the app.
    case nobody
  }

  @TaskLocal static var current: IssueCollector?

  static let observing = IssueCollector(.observers, yielding: true)
  private static let muted = IssueCollector(.nobody)

  let role: Role

  // The conditions of a report, or of a call: then they are those of its listener. They are changed
  // between two calls, never while one is under way.

  /// The receiver of the issues of a call when it ends.
  var listener: IssueCollector?
  /// Whether issues have the content of dropped values.
  private(set) var keepsContent: Bool
  /// Whether observers don't receive the issues, because an observer decodes the value.
  private var isMuted: Bool
  /// Whether a decoder inside may have its own collector.
  ///
  /// It may, unless the issues go to a report of the task, which takes precedence.
  private(set) var yields: Bool
  /// The type that is decoded, as far as it is known.
  private(set) var root: RootType

  private let lock = SystemLock()
  private var state = State()

  private struct State {
    /// What was collected; nil before there is anything, since most elements of a feed have no issue.
    var pending: PendingReport?
    var hasEnded = false
  }

  /// Creates a collector without issues.
  ///
  /// - Parameters:
  ///   - role: The destination of the issues.
  ///   - keepingContent: Whether issues have the content of dropped values.
  ///   - outer: The collector around it. If that is muted, so is this one.
  ///   - yields: Whether a decoder inside it may have its own collector.
  ///   - root: The type that is decoded, as far as it is known.
  init(
    _ role: Role,
    keepingContent: Bool = false,
    inside outer: IssueCollector? = nil,
    yielding yields: Bool = false,
    root: RootType = .unknown
  ) {
    self.role = role
    keepsContent = keepingContent
    isMuted = role == .nobody || outer?.isMuted == true
    self.yields = yields
    self.root = root
    if role == .report { Listeners.announce(receivers: 1) }
  }

  deinit {
    if role == .report { Listeners.announce(receivers: -1) }
  }

  /// Creates the collector of a call.
  ///
  /// - Parameters:
  ///   - listener: The receiver of the issues when the call ends.
  ///   - root: The type that is decoded; nil if it is that of the listener.
  convenience init(callFor listener: IssueCollector, root: (any Any.Type)? = nil) {
    self.init(.call)
    begin(for: listener, root: root)
  }

  /// Calls a function with the state, under the lock: it must not call code of the app, such as keys
  /// that are asked for their names or errors that are released.
  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  var report: DecodingReport { named(withState { $0.pending?.report }) }

  /// Returns the report so far and begins a new one.
  func takeReport() -> DecodingReport {
    named(withState { $0.pending.take() }?.report)
  }

  private func named(_ report: DecodingReport?) -> DecodingReport {
    var report = report ?? DecodingReport()
    if case .unknown = report.root { report.root = root }
    return report
  }

  // MARK: - Keeping content

  /// Records that a value can't be kept, because it is too deep or too large.
  func noteUncapturable(_ path: [any CodingKey]) {
    guard role == .call else { return }
    // The old path is released without the lock.
    _ = withState { state in
      guard !state.hasEnded else { return [any CodingKey]?.none }
      var pending = state.pending.take() ?? PendingReport()
      defer { state.pending = pending }
      defer { pending.uncapturable = path }
      return pending.uncapturable
    }
  }

  /// Returns whether the value at a path contains one that is known not to be kept.
  func isUncapturable(_ path: [any CodingKey]) -> Bool {
    guard let inner = withState({ $0.pending?.uncapturable }), inner.count >= path.count else {
      return false
    }
    return zip(inner, path).allSatisfy { $0.stringValue == $1.stringValue }
  }

  // MARK: - Muting

  /// Calls a function and discards its issues.
  package static func muting<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $current.withValue(muted, operation: body)
  }

  // MARK: - Recording

  @inline(never) func record(_ issue: DecodingIssue) {
    var report = DecodingReport()
    (report.root, report.issues) = (root, [issue])
    adopt(report)
  }

  @inline(never) func count(_ tag: TypeTag) {
    count { $0.report.unknownTags[tag, default: 0] += 1 }
  }

  package func count(_ rawValue: TypeTag, of type: any Any.Type) {
    let name = QualifiedName.of(type)
    count { $0.report.unknownRawValues[name, default: [:]][rawValue, default: 0] += 1 }
  }

  package func count(_ members: [String: Int], of type: any Any.Type) {
    let name = QualifiedName.of(type)
    count { $0.report.unknownMembers[name, default: [:]].merge(members, uniquingKeysWith: +) }
  }

  /// Counts, in the call until it ends, and else in the report and for the observers.
  private func count(_ change: @Sendable (inout PendingReport) -> Void) {
    guard role != .call || !add(change) else { return }
    var pending = PendingReport()
    pending.report.root = root
    change(&pending)
    adopt(pending.report)
  }

  /// Changes the report, unless the call has ended, since a task of it may still run.
  @inline(never) private func add(_ change: @Sendable (inout PendingReport) -> Void) -> Bool {
    withState { state in
      guard !state.hasEnded else { return false }
      var pending = state.pending.take() ?? PendingReport()
      change(&pending)
      state.pending = pending
      return true
    }
  }

  // MARK: - Ending a call

  /// Begins the next call, while nothing else refers to this collector.
  func begin(for listener: IssueCollector, root: (any Any.Type)?) {
    self.listener = listener
    (keepsContent, isMuted, yields) = (listener.keepsContent, listener.isMuted, listener.yields)
    self.root = root.map { .decoded($0) } ?? listener.root
    withState { $0.hasEnded = false }
  }

  /// Passes the issues of this call to its listener.
  func end() { ending()?() }

  /// Ends this call.
  ///
  /// - Returns: A function that passes its issues to its listener; nil if there are none.
  func ending() -> (@Sendable () -> Void)? {
    let pending = withState { state in
      state.hasEnded = true
      return state.pending.take()
    }
    guard var report = pending?.report, !report.isEmpty, let listener else { return nil }
    report.root = root
    let made = keepsContent ? report.withContentMade : report
    return { listener.adopt(made) }
  }

  /// Adds a report to that of the call until it ends, and else to the report, and tells the observers.
  func adopt(_ report: DecodingReport) {
    guard !report.isEmpty else { return }
    // Only a call makes content later, because others don't retain the document.
    let report = role != .call && keepsContent ? report.withContentMade : report
    guard role == .observers || add({ $0.append(report, asCall: role == .call) }) else {
      listener?.adopt(report)
      return
    }
    if role != .call, !isMuted { Listeners.notify(report) }
  }

  // MARK: - Marking

  var issueCount: Int { withState { $0.pending?.count } ?? 0 }

  @inline(never) func removeIssues(since mark: Int) {
    // Errors of the app are released without the lock.
    _ = withState { $0.pending?.removeIssues(since: mark) }
  }

  @inline(never) func tagIssues(since mark: Int, _ tag: TypeTag, isRegistered: Bool = true) {
    withState { $0.pending?.tagIssues(since: mark, tag, isRegistered: isRegistered) }
  }

  /// Sorts issues by one key of their paths.
  func sortIssues(since mark: Int, at depth: Int) {
    let paths = withState { $0.pending?.groupPaths(since: mark) } ?? []
    guard paths.count > 1 else { return }
    let order = paths.map { $0.count > depth ? $0[depth].stringValue : "" }.sortedOrder
    withState { $0.pending?.sortIssues(since: mark, in: order) }
  }
}
