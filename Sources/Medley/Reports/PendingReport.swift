import MedleyBase

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
  /// The first position of each group of issues.
  private var groups: [Int] = []

  var count: Int { report.issues.count }

  mutating func append(_ issue: DecodingIssue) {
    if issue.takesTag { untagged.append(count) }
    groups.append(count)
    report.issues.append(issue)
  }

  /// Adds the report of a finished call.
  ///
  /// - Parameters:
  ///   - other: The report.
  ///   - isCall: Whether this belongs to a call, which may still remove, tag or sort the issues.
  mutating func append(
    _ other: DecodingReport,
    asCall isCall: Bool
  ) {
    report.root = report.root.joined(by: other.root)
    if isCall {
      for issue in other.issues { append(issue) }
    } else {
      report.issues += other.issues
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
      let issue = report.issues[position]
      report.issues[position] = issue.with(
        tag,
        isRegistered: isRegistered,
        keeping: issue.contents.kept
      )
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
  mutating func makeContent() {
    issues = issues.map(\.withContentMade)
  }
}

extension DecodingIssue {
  /// Returns the issue without a reference to the document.
  ///
  /// Nested lists may each drop an element, and only the outermost issue stays, so values are made
  /// from bytes at the end.
  var withContentMade: DecodingIssue {
    guard let kept = contents.kept else { return self }
    return with(tag, isRegistered: contents.showsTag, keeping: .value(kept.value))
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
