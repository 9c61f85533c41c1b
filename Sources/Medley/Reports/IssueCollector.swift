import MedleyBase

/// The receiver of the issues of a decode call, also without a ``DecodingReport/Collector`` of the
/// app.
@usableFromInline package typealias IssueCollector = DecodingReport.Collector

extension DecodingReport {
  /// An object that collects the issues of a decoder on any thread.
  ///
  /// Use it with a networking library that decodes on its own queue, which a task-local value
  /// doesn't reach:
  ///
  /// ```swift
  /// let collector = DecodingReport.Collector()
  /// let decoder = JSONDecoder()
  /// decoder.userInfo.report(to: collector)
  /// client.decoder = decoder
  /// // after the request:
  /// let report = collector.takeReport()
  /// ```
  ///
  /// It receives the issues of all decoders that have it, except calls inside
  /// ``DecodingReport/collecting(keepingContent:_:)-2j4uf``, which go to that report. It is a
  /// class, because several decoders add to one report, on any thread.
  public final class Collector: @unchecked Sendable {
    // `@unchecked`: the state is only accessed while the lock is held. A ``Lock`` would be a second
    // object to make and free for each call.

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

    /// The receiver of the issues of a call when it ends.
    let listener: IssueCollector?
    /// Whether issues have the content of dropped values.
    let keepsContent: Bool
    /// Whether observers don't receive the issues, because an observer decodes the value.
    private let isMuted: Bool
    /// Whether a decoder inside may have its own collector.
    ///
    /// It may, unless the issues go to a report of the task, which takes precedence.
    let yields: Bool
    /// The type that is decoded, as far as it is known.
    let root: RootType

    private let lock = SystemLock()
    // Under the lock, which must not call code of the app, such as keys that are asked for their names or
    // errors that are released.
    private var pending: PendingReport
    private var hasEnded = false

    /// Creates a collector without issues.
    ///
    /// - Parameters:
    ///   - role: The destination of the issues.
    ///   - keepingContent: Whether issues have the content of dropped values.
    ///   - outer: The collector around it, which is the listener of a call. If that is muted, so is
    ///     this one.
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
      listener = role == .call ? outer : nil
      keepsContent = keepingContent
      isMuted = role == .nobody || outer?.isMuted == true
      self.yields = yields
      self.root = root
      pending = PendingReport(root)
      if role == .report { Listeners.announce(receivers: 1) }
    }

    deinit {
      if role == .report { Listeners.announce(receivers: -1) }
    }

    /// Creates a collector without any issues.
    ///
    /// - Parameter keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped
    ///   values.
    public convenience init(keepingContent: Bool = false) {
      self.init(.report, keepingContent: keepingContent, yielding: true)
    }

    /// Creates the collector of a call.
    ///
    /// - Parameters:
    ///   - listener: The receiver of the issues when the call ends.
    ///   - root: The type that is decoded; nil if it is that of the listener.
    convenience init(callFor listener: IssueCollector, root: (any Any.Type)? = nil) {
      self.init(
        .call,
        keepingContent: listener.keepsContent,
        inside: listener,
        yielding: listener.yields,
        root: root.map { .decoded($0) } ?? listener.root
      )
    }

    /// The report so far.
    @inline(never) public var report: DecodingReport { lock.withLock { pending.report } }

    /// Returns the report so far and begins a new one.
    ///
    /// ```swift
    /// // Once an hour:
    /// telemetry.send(collector.takeReport().redactedDescription)
    /// ```
    public func takeReport() -> DecodingReport { takeReport(ending: false) }

    @inline(never) private func takeReport(ending isEnding: Bool) -> DecodingReport {
      var taken = PendingReport(root)
      lock.withLock {
        if isEnding { hasEnded = true }
        swap(&pending, &taken)
      }
      return taken.report
    }

    // MARK: - Keeping content

    /// Returns the value at a path, if content is kept and the value can be.
    ///
    /// Nested lists may each drop an element. An inner value that couldn't be kept, because it is too
    /// deep or too large, isn't tried again for each of them.
    func content(
      at path: [any CodingKey],
      _ content: () throws -> OriginalJSON?
    ) -> OriginalJSON? {
      guard keepsContent else { return .none }
      if let inner = lock.withLock({ pending.uncapturable }), inner.count >= path.count,
        path.indices.allSatisfy({ inner[$0].stringValue == path[$0].stringValue })
      {
        return .none
      }
      do {
        return try Self.muting(content)
      } catch {
        guard role == .call, error.exceedsCapture else { return .none }
        // The old path is released without the lock.
        var path: [any CodingKey]? = path
        lock.withLock { if !hasEnded { swap(&pending.uncapturable, &path) } }
        return .none
      }
    }

    // MARK: - Muting

    /// Calls a function and discards its issues.
    package static func muting<Value>(_ body: () throws -> Value) rethrows -> Value {
      try $current.withValue(muted, operation: body)
    }

    // MARK: - Counting

    /// Counts a tag, or a raw value of a type: in the call until it ends, and else in the report and
    /// for the observers.
    @inline(never) package func count(_ value: TypeTag, of type: (any Any.Type)? = nil) {
      let counted = type == nil ? Counted.tag : .rawValue
      let count = Count(type: type.map(QualifiedName.of), value: value, count: 1)
      let isAdded = lock.withLock {
        // A task of a call that has ended may still run.
        guard role == .call, !hasEnded else { return false }
        pending.report.add(count, to: counted)
        return true
      }
      guard !isAdded else { return }
      var report = DecodingReport(root: root)
      report.add(count, to: counted)
      adopt(report)
    }

    package func count(_ members: [String: Int], of type: any Any.Type) {
      adopt(DecodingReport(unknownMembers: [QualifiedName.of(type): members], root: root))
    }

    // MARK: - Ending a call

    /// Ends this call.
    ///
    /// - Returns: A function that passes its issues to its listener; nil if there are none.
    func ending() -> (@Sendable () -> Void)? {
      var report = takeReport(ending: true)
      guard !report.isEmpty, let listener else { return nil }
      report.root = root
      if keepsContent { report.makeContent() }
      return { [report] in listener.adopt(report) }
    }

    /// Adds a report to that of the call until it ends, and else to the report, and tells the observers.
    func adopt(_ report: DecodingReport) {
      guard !report.isEmpty else { return }
      // Only a call makes content later, because others don't retain the document.
      var report = report
      if role != .call, keepsContent { report.makeContent() }
      let isAdded = lock.withLock {
        guard role != .observers else { return true }
        guard !hasEnded else { return false }
        pending.append(report)
        return true
      }
      guard isAdded else {
        listener?.adopt(report)
        return
      }
      if role != .call, !isMuted { Listeners.notify(report) }
    }

    // MARK: - Marking

    @inline(never) var issueCount: Int { lock.withLock { pending.count } }

    @inline(never) func removeIssues(since mark: Int) {
      // Errors of the app are released without the lock.
      _ = lock.withLock { pending.removeIssues(since: mark) }
    }

    @inline(never) func tagIssues(since mark: Int, _ tag: TypeTag, isRegistered: Bool = true) {
      lock.withLock { pending.tagIssues(since: mark, tag, isRegistered: isRegistered) }
    }

    /// Sorts issues by one key of their paths.
    func sortIssues(since mark: Int, at depth: Int) {
      let paths = lock.withLock { pending.groupPaths(since: mark) }
      guard paths.count > 1 else { return }
      let order = paths.map { $0.count > depth ? $0[depth].stringValue : "" }.sortedOrder
      lock.withLock { pending.sortIssues(since: mark, in: order) }
    }
  }
}

/// The report of an unfinished attempt.
///
/// Attempts nest as deep as a payload. Each sets the tag of its issues and sorts those of
/// dictionaries. To stay linear, an outer attempt doesn't visit what an inner one has finished: an
/// issue gets at most one tag, and sorted issues are one group.
struct PendingReport: Sendable {
  var report: DecodingReport
  /// The positions of the issues that get the tag of an element around them.
  private var untagged: [Int] = []
  /// The path of the last value that couldn't be kept, and whose enclosing values can't be either.
  var uncapturable: [any CodingKey]?
  /// The first position of each group of issues.
  private var groups: [Int] = []

  /// Creates an empty report of a call that decodes a type.
  init(_ root: RootType) { report = DecodingReport(root: root) }

  var count: Int { report.issues.count }

  /// Adds the report of a finished call.
  mutating func append(_ other: DecodingReport) {
    report.root = report.root.joined(by: other.root)
    for issue in other.issues {
      if issue.takesTag { untagged.append(count) }
      groups.append(count)
      report.issues.append(issue)
    }
    for counted in DecodingReport.Counted.allCases {
      for count in other.counts(of: counted) { report.add(count, to: counted) }
    }
  }

  /// Removes issues and returns them.
  mutating func removeIssues(since mark: Int) -> [DecodingIssue] {
    guard count > mark else { return [] }
    let removed = Array(report.issues[mark...])
    report.issues.removeSubrange(mark...)
    untagged.removeAll(since: mark)
    groups.removeAll(since: mark)
    return removed
  }

  mutating func tagIssues(since mark: Int, _ tag: TypeTag, isRegistered: Bool) {
    while let position = untagged.last, position >= mark {
      StepCount.add()
      report.issues[position] = report.issues[position].changing {
        $0.element = (tag, isRegistered)
      }
      untagged.removeLast()
    }
  }

  /// Returns the path of the first issue of each group.
  func groupPaths(since mark: Int) -> [[any CodingKey]] {
    let first = groups.lastIndex { $0 < mark }.map { $0 + 1 } ?? 0
    return groups[first...].map { start in
      StepCount.add()
      return report.issues[start].recoveredPath
    }
  }

  /// Puts groups into an order, and makes them one group.
  mutating func sortIssues(since mark: Int, in order: [Int]) {
    let starts = Array(groups.suffix(order.count))
    guard starts.count == order.count, let first = starts.first, first >= mark else { return }
    groups.removeLast(order.count)
    groups.append(first)
    guard !order.elementsEqual(order.indices) else { return }
    let issues = report.issues
    report.issues.removeSubrange(first...)
    for group in order {
      let end = group + 1 < starts.count ? starts[group + 1] : issues.count
      report.issues += issues[starts[group]..<end]
    }
    untagged.removeAll(since: first)
    untagged += (first..<count).filter { report.issues[$0].takesTag }
  }
}

extension DecodingReport {
  /// Whether there are no issues and no counts.
  var isEmpty: Bool {
    issues.isEmpty && unknownTags.isEmpty && unknownRawValues.isEmpty && unknownMembers.isEmpty
  }

  /// Makes the content of the issues, which don't retain the document then.
  ///
  /// Nested lists may each drop an element, and only the outermost issue stays, so values are made
  /// from bytes at the end.
  mutating func makeContent() {
    issues = issues.map { issue in
      guard let kept = issue.contents.kept else { return issue }
      return issue.changing { $0.kept = .value(kept.value) }
    }
  }
}

extension [Int] {
  /// Removes ascending positions beginning with one.
  fileprivate mutating func removeAll(since mark: Int) {
    while let position = last, position >= mark { removeLast() }
  }
}

extension DecodingIssue {
  /// Whether the issue gets the tag of the element around it, if there is one.
  ///
  /// An error about a tag belongs to its own element, even if that has no tag.
  @inline(never) fileprivate var takesTag: Bool {
    guard tag == nil else { return false }
    return !((contents.error as? DecodingError)?.context?.underlyingError is DiscriminatorError)
  }
}
