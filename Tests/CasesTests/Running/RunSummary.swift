/// How many cases of a file passed on a backend, and what became of the others.
struct RunSummary: CustomStringConvertible {
  let title: String
  private var passed = 0
  private var failed = 0
  private var pending: [String: Int] = [:]
  private var skipped: [String: Int] = [:]

  init(title: String) {
    self.title = title
  }

  mutating func add(_ verdict: Verdict) {
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .pending(let reason): pending[reason, default: 0] += 1
    case .skipped(let reason): skipped[reason, default: 0] += 1
    }
  }

  var description: String {
    let pendingCount = pending.values.reduce(0, +)
    let skippedCount = skipped.values.reduce(0, +)
    let total = passed + failed + pendingCount + skippedCount
    let counts = """
      \(title): \(total) cases, \(passed) passed, \(failed) failed, \(pendingCount) pending, \
      \(skippedCount) skipped
      """
    return ([counts] + lines("pending", pending) + lines("skipped", skipped))
      .joined(separator: "\n")
  }

  private func lines(_ word: String, _ reasons: [String: Int]) -> [String] {
    reasons.sorted { $0.key < $1.key }.map { "  \(word) \($0.value): \($0.key)" }
  }
}
