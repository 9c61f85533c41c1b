/// Who hears of the issues in values that the engine decodes without a decoder.
///
/// It is found out once for an array: it doesn't change while the elements are decoded.
package struct Hearing {
  private let collector: IssueCollector?
  /// How many issues there were when the current value began.
  private var count: Int

  /// - Returns: Nil where the value is the outermost of a call that somebody listens to, which the
  ///   general way knows to begin.
  package static func now(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> Hearing? {
    guard IssueCollector.mayListen, let listener = IssueCollector.listening(userInfo()) else {
      return Hearing(collector: nil, count: 0)
    }
    guard listener.role == .call else { return nil }
    return Hearing(collector: listener, count: listener.issueCount)
  }

  @inline(__always) var isNobody: Bool { collector == nil }

  /// Whether the current value has reported anything.
  var hasIssues: Bool { collector.map { $0.issueCount > count } ?? false }

  /// Gives what the current value has reported its tag, and goes on to the next value.
  mutating func goOn(tagging tag: TypeTag?) {
    if let tag { collector?.tagIssues(since: count, tag) }
    goOn()
  }

  /// Takes back what the current value has reported: it failed, and its issues go with it.
  func fail() {
    collector?.removeIssues(since: count)
  }

  /// Begins the next value after one that was reported itself.
  mutating func goOn() {
    if let collector { count = collector.issueCount }
  }
}
