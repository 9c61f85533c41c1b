/// A position in the issues of a decode call, from which the issues of a value begin.
///
/// Only the decoding thread uses it.
@usableFromInline package struct IssueMark {
  @usableFromInline let collector: IssueCollector?
  private var count: Int

  /// Creates a mark at the end of the issues of a collector.
  init(_ collector: IssueCollector?) {
    self.collector = collector
    count = collector?.issueCount ?? 0
  }

  /// Returns the mark for the next value of Medley's own decoder.
  ///
  /// Such a decoder begins a call for each document, see ``DecodingReport/collectingCall(for:_:)``,
  /// so values don't look for receivers again.
  ///
  /// - Returns: The mark, or nil if there is a receiver and no call, as in a type that collects a
  ///   report while it is decoded.
  package static func inCall(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> IssueMark? {
    if let call = IssueCollector.current, call.role == .call { return IssueMark(call) }
    guard let listener = IssueCollector.listening(userInfo()) else { return IssueMark(nil) }
    return listener.role == .call ? IssueMark(listener) : nil
  }

  /// Whether there is no receiver.
  @inlinable @inline(__always) package var isSilent: Bool { collector == nil }

  /// Whether the value has reported an issue.
  package var hasIssues: Bool { collector.map { $0.issueCount > count } ?? false }

  /// Sets the tag of the value's issues.
  func tagIssues(_ tag: TypeTag?) {
    if let tag { collector?.tagIssues(since: count, tag) }
  }

  /// Removes the issues of a value that failed.
  package func removeIssues() {
    collector?.removeIssues(since: count)
  }

  /// Moves on to the next value.
  package mutating func advance() {
    if let collector { count = collector.issueCount }
  }

  /// Sets the tag of the value's issues and moves on to the next value.
  package mutating func advance(tagging tag: TypeTag) {
    tagIssues(tag)
    advance()
  }
}
