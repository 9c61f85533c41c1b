/// The report of an attempt that isn't over.
///
/// Attempts nest as deep as a payload does, and each gives its tag to the issues in it and puts
/// those of a dictionary in order. So what an attempt inside has settled is never looked at again:
/// an issue gets at most one tag, and issues that were put in order go on as one group.
struct PendingReport: Sendable {
  var report = DecodingReport()
  /// The positions of the issues that take the tag of an element around them.
  private var untagged: [Int] = []
  /// The path of the last value that couldn't be kept; those around it can't be kept either.
  var uncapturable: [any CodingKey]?
  /// Where each group of issues begins.
  private var groups: [Int] = []

  var count: Int { report.issues.count }

  mutating func append(_ issue: DecodingIssue) {
    if issue.takesTag { untagged.append(count) }
    groups.append(count)
    report.issues.append(issue)
  }

  /// Adds the report of a call that is over, whose issues nobody removes, tags or sorts any more.
  mutating func append(_ other: DecodingReport) {
    report.issues += other.issues
    report.unknownTags.merge(other.unknownTags, uniquingKeysWith: +)
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

  /// Sorts by one key of the path; issues that share it stay in order.
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
  /// The same report, whose issues don't keep the document in memory.
  var withContentMade: DecodingReport {
    var report = self
    report.issues = issues.map(\.withContentMade)
    return report
  }
}

extension DecodingIssue {
  /// The same issue, which doesn't keep the document in memory.
  ///
  /// Lists in lists may each drop their element, and all but the outermost are then forgotten: so
  /// values are made of bytes when that is over.
  var withContentMade: DecodingIssue {
    guard let kept else { return self }
    var issue = self
    issue.kept = .made(kept.value)
    return issue
  }
}

extension [Int] {
  /// Removes ascending positions from a certain one on.
  fileprivate mutating func removeAll(since mark: Int) {
    while let position = last, position >= mark { removeLast() }
  }
}

extension DecodingIssue {
  /// Whether this has the tag of the element around it, if there is one.
  ///
  /// An error about a tag is nearer to its own element, even if that has none.
  fileprivate var takesTag: Bool {
    tag == nil && !((error as? DecodingError)?.context?.underlyingError is DiscriminatorError)
  }
}
