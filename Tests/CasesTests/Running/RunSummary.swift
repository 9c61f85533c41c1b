/// How many cases of a file passed on a backend, and what became of the others.
struct RunSummary: CustomStringConvertible {
  let title: String
  private(set) var passed = 0
  private var failed = 0
  private var skipped: [String: Int] = [:]

  init(title: String) {
    self.title = title
  }

  mutating func add(_ verdict: Verdict) {
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped(let reason): skipped[reason, default: 0] += 1
    }
  }

  var description: String {
    let skippedCount = skipped.values.reduce(0, +)
    let total = passed + failed + skippedCount
    let counts = """
      \(title): \(total) cases, \(passed) passed, \(failed) failed, \(skippedCount) skipped
      """
    let lines = skipped.sorted { $0.key < $1.key }.map { "  skipped \($0.value): \($0.key)" }
    return ([counts] + lines).joined(separator: "\n")
  }
}
