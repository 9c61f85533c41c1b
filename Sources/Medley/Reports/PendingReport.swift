import MedleyBase
import Synchronization

/// The observers of the process, and whether any decoder has a collector.
///
/// Decoding reads only ``exist`` and ``haveCollectors``, which are read without a lock. Systems
/// without atomic values use the lock.
@usableFromInline package enum Listeners {
  private struct State {
    var count = 0
    var haveCollectors = false
    var seekMembers = false
    var lastObserver = 0
    var observers: [Observer] = []
  }

  private struct Observer: Sendable {
    let number: Int
    let issue: @Sendable (DecodingIssue) -> Void
    let counts: (@Sendable (DecodingReport) -> Void)?
  }

  private static let state = Lock(State())

  /// Whether there may be a receiver: an observer, a collector, or the report of a task.
  ///
  /// The collectors of decoders count for good, an observer until it is cancelled, and a report as
  /// long as its collector lives, so that a program that has once collected one doesn't read a
  /// task-local value ever after.
  @usableFromInline package static var exist: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.count.load(ordering: .acquiring) > 0
    }
    return state.withLock { $0.count > 0 }
  }

  /// Whether any decoder has a collector of its own.
  static var haveCollectors: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.haveCollectors.load(ordering: .acquiring)
    }
    return state.withLock(\.haveCollectors)
  }

  /// Whether any decoder asks for unknown members.
  static var seekMembers: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.seekMembers.load(ordering: .acquiring)
    }
    return state.withLock(\.seekMembers)
  }

  /// Whether there are observers.
  static var areObserving: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.areObserving.load(ordering: .acquiring)
    }
    return state.withLock { !$0.observers.isEmpty }
  }

  /// Records that some decoder has a collector.
  static func announceCollector() {
    state.withLock { $0.haveCollectors = true }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.haveCollectors.store(true, ordering: .releasing)
    }
    announce()
  }

  /// Records that some decoder asks for unknown members.
  static func announceMembers() {
    state.withLock { $0.seekMembers = true }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.seekMembers.store(true, ordering: .releasing)
    }
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - issue: The function that is called with each issue.
  ///   - counts: The function that is called with counts.
  /// - Returns: The number of the observer.
  static func add(
    _ issue: @escaping @Sendable (DecodingIssue) -> Void,
    counts: (@Sendable (DecodingReport) -> Void)?
  ) -> Int {
    defer { announce() }
    return state.withLock { state in
      state.lastObserver += 1
      state.observers.append(Observer(number: state.lastObserver, issue: issue, counts: counts))
      noteObservers(state)
      return state.lastObserver
    }
  }

  /// Removes an observer, unless it is removed already.
  static func remove(_ number: Int) {
    // Released outside of the lock, because a function may be all that refers to an object of the app.
    let removed = state.withLock { state in
      let place = state.observers.firstIndex { $0.number == number }
      let removed = place.map { state.observers.remove(at: $0) }
      noteObservers(state)
      return removed
    }
    if removed != nil { change(by: -1) }
  }

  private static func noteObservers(_ state: State) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.areObserving.store(!state.observers.isEmpty, ordering: .releasing)
    }
  }

  /// Counts a receiver.
  static func announce() { change(by: 1) }

  /// Stops counting the report of a task, which nothing can read any more.
  static func endReport() { change(by: -1) }

  private static func change(by difference: Int) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.count.add(difference, ordering: .acquiringAndReleasing)
    } else {
      state.withLock { $0.count += difference }
    }
  }

  /// Calls the observers, in order and outside of the lock.
  ///
  /// What an observer itself decodes is muted, so that it doesn't receive its own issues.
  static func notify(_ report: DecodingReport) {
    guard exist else { return }
    let observers = state.withLock(\.observers)
    guard !observers.isEmpty else { return }
    var counts = report
    counts.issues = []
    IssueCollector.muting {
      for issue in report.issues {
        for observer in observers { observer.issue(issue) }
      }
      guard !counts.isEmpty else { return }
      for observer in observers { observer.counts?(counts) }
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum ListenersFlag {
  static let count = Atomic(0)
  static let haveCollectors = Atomic(false)
  static let seekMembers = Atomic(false)
  static let areObserving = Atomic(false)
}

/// The report of an unfinished attempt.
///
/// Attempts nest as deep as a payload. Each sets the tag of its issues and sorts those of
/// dictionaries. To stay linear, an outer attempt doesn't visit what an inner one has finished: an
/// issue gets at most one tag, and sorted issues are one group.
struct PendingReport: Sendable {
  var report = DecodingReport()
  /// The positions of the issues that get the tag of an element around them.
  private var untagged: [Int] = []
  /// The path of the last value that couldn't be kept, and whose enclosing values can't be either.
  var uncapturable: [any CodingKey]?
  /// The positions of the unknown members.
  private var memberPositions: [UnknownMember.Place: Int] = [:]
  /// The first position of each group of issues.
  private var groups: [Int] = []

  var count: Int { report.issues.count }

  mutating func append(_ issue: DecodingIssue) {
    if issue.takesTag { untagged.append(count) }
    groups.append(count)
    report.issues.append(issue)
  }

  /// Adds unknown members to those at the same place.
  mutating func append(_ members: [UnknownMember], at places: [UnknownMember.Place]) {
    for (member, place) in zip(members, places) {
      let next = report.unknownMembers.count
      let position = memberPositions[place, default: next]
      if position == next {
        memberPositions[place] = next
        report.unknownMembers.append(member)
      } else {
        report.unknownMembers[position].count += member.count
      }
    }
  }

  /// Adds the report of a finished call.
  ///
  /// - Parameters:
  ///   - other: The report.
  ///   - places: The places of its unknown members.
  ///   - isCall: Whether this belongs to a call, which may still remove, tag or sort the issues.
  mutating func append(
    _ other: DecodingReport,
    at places: [UnknownMember.Place],
    asCall isCall: Bool
  ) {
    report.root = report.root.joined(by: other.root)
    if isCall {
      for issue in other.issues { append(issue) }
    } else {
      report.issues += other.issues
    }
    report.unknownTags.merge(other.unknownTags, uniquingKeysWith: +)
    append(other.unknownMembers, at: places)
    report.unknownRawValues.merge(other.unknownRawValues) { $0.merging($1, uniquingKeysWith: +) }
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
      report.issues[position].setTag(tag, isRegistered: isRegistered)
      untagged.removeLast()
    }
  }

  /// Returns the path of the first issue of each group.
  func groupPaths(since mark: Int) -> [[any CodingKey]] {
    let first = groups.lastIndex { $0 < mark }.map { $0 + 1 } ?? 0
    return groups[first...].map { start in
      report.issues[start].recoveredPath
    }
  }

  /// Puts groups into an order, and makes them one group.
  mutating func sortIssues(since mark: Int, in order: [Int]) {
    let starts = Array(groups.suffix(order.count))
    guard starts.count == order.count, let first = starts.first, first >= mark else { return }
    groups.removeLast(order.count)
    groups.append(first)
    guard !order.elementsEqual(order.indices) else { return }
    let ends = Array(starts.dropFirst()) + [count]
    var sorted = Array(report.issues[..<first])
    for group in order { sorted += report.issues[starts[group]..<ends[group]] }
    report.issues = sorted
    untagged.removeAll(since: first)
    untagged += (first..<count).filter { report.issues[$0].takesTag }
  }
}

extension DecodingReport {
  /// Whether there are no issues and no counts.
  var isEmpty: Bool {
    issues.isEmpty && unknownTags.isEmpty && unknownRawValues.isEmpty && unknownMembers.isEmpty
  }

  /// Returns the report with issues that don't retain the document.
  var withContentMade: DecodingReport {
    var report = self
    report.issues = issues.map(\.withContentMade)
    return report
  }
}

extension DecodingIssue {
  /// Returns the issue without a reference to the document.
  ///
  /// Nested lists may each drop an element, and only the outermost issue stays, so values are made
  /// from bytes at the end.
  var withContentMade: DecodingIssue {
    guard let kept else { return self }
    var issue = self
    issue.kept = .made(kept.value)
    return issue
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
    return !((pendingError as? DecodingError)?.context?.underlyingError is DiscriminatorError)
  }
}
