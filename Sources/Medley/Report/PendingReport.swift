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
    var observers: [@Sendable (DecodingIssue) -> Void] = []
  }

  private static let state = Lock(State())

  /// Whether there may be a receiver: an observer, a collector, or the report of a task.
  ///
  /// Observers and the collectors of decoders count for good, and a report as long as its collector
  /// lives, so that a program that has once collected one doesn't read a task-local value ever after.
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

  static func add(_ observer: @escaping @Sendable (DecodingIssue) -> Void) {
    state.withLock { $0.observers.append(observer) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.areObserving.store(true, ordering: .releasing)
    }
    announce()
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
  static func notify(_ issues: [DecodingIssue]) {
    guard exist else { return }
    let observers = state.withLock(\.observers)
    guard !observers.isEmpty else { return }
    IssueCollector.muting {
      for issue in issues {
        for observer in observers { observer(issue) }
      }
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
  mutating func append(_ members: [UnknownMember]) {
    for member in members {
      let next = report.unknownMembers.count
      let position = memberPositions[UnknownMember.Place(member), default: next]
      if position == next {
        memberPositions[UnknownMember.Place(member)] = next
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
  ///   - isCall: Whether this belongs to a call, which may still remove, tag or sort the issues.
  mutating func append(_ other: DecodingReport, asCall isCall: Bool) {
    if isCall {
      for issue in other.issues { append(issue) }
    } else {
      report.issues += other.issues
    }
    report.unknownTags.merge(other.unknownTags, uniquingKeysWith: +)
    append(other.unknownMembers)
    report.unknownRawValues.merge(other.unknownRawValues) { $0.merging($1, uniquingKeysWith: +) }
  }

  mutating func removeIssues(since mark: Int) {
    guard count > mark else { return }
    report.issues.removeSubrange(mark...)
    untagged.removeAll(since: mark)
    groups.removeAll(since: mark)
  }

  mutating func tagIssues(since mark: Int, _ tag: TypeTag) {
    while let position = untagged.last, position >= mark {
      StepCount.add(1)
      report.issues[position].tag = tag
      untagged.removeLast()
    }
  }

  /// Sorts stably by one key of the path.
  mutating func sortIssues(since mark: Int, at depth: Int) {
    var starts: [Int] = []
    while let start = groups.last, start >= mark {
      StepCount.add(1)
      starts.append(start)
      groups.removeLast()
    }
    starts.reverse()
    guard let first = starts.first else { return }
    groups.append(first)
    let keys = starts.map { start in
      let path = report.issues[start].recoveredPath
      return path.count > depth ? path[depth].stringValue : ""
    }
    let order = keys.sortedOrder
    guard !order.elementsEqual(keys.indices) else { return }
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
    isClean && unknownTags.isEmpty && unknownRawValues.isEmpty && unknownMembers.isEmpty
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
