/// A position in the issues of a decode call, which tells the issues of one value from earlier ones.
///
/// It belongs to the thread that decodes.
package struct IssueMark {
  private let collector: IssueCollector?
  private var count: Int

  /// Marks the end of what a collector has; nil where nobody listens.
  init(_ collector: IssueCollector?) {
    self.collector = collector
    count = collector?.issueCount ?? 0
  }

  /// The mark for the value that Medley's own decoder is about to decode.
  ///
  /// Such a decoder begins a call for each document, see ``DecodingReport/collectingCall(for:_:)``,
  /// so that no value has to look for listeners again.
  ///
  /// - Returns: Nil where somebody listens and no call has begun: a type collects a report while it
  ///   is decoded.
  package static func inCall(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> IssueMark? {
    if let call = IssueCollector.current, call.role == .call { return IssueMark(call) }
    guard let listener = IssueCollector.listening(userInfo()) else { return IssueMark(nil) }
    return listener.role == .call ? IssueMark(listener) : nil
  }

  /// Whether nobody listens.
  @inline(__always) package var isSilent: Bool { collector == nil }

  /// Whether the value has reported anything.
  package var hasIssues: Bool { collector.map { $0.issueCount > count } ?? false }

  /// Gives the issues of the value its tag.
  func tagIssues(_ tag: TypeTag?) {
    if let tag { collector?.tagIssues(since: count, tag) }
  }

  /// Removes the issues of the value, which failed.
  package func removeIssues() {
    collector?.removeIssues(since: count)
  }

  /// Moves on to the next value.
  package mutating func advance() {
    if let collector { count = collector.issueCount }
  }

  /// Gives the issues of the value its tag, and moves on to the next value.
  package mutating func advance(tagging tag: TypeTag) {
    tagIssues(tag)
    advance()
  }
}
