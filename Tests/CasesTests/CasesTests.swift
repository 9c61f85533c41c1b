import TestSupport
import Testing

/// Runs every case of every file on every backend.
@Suite struct CasesTests {
  @Test(arguments: CaseSource.all, Backend.allCases)
  func `every case has its expected outcome`(
    _ source: CaseSource,
    _ backend: Backend
  ) throws {
    let runner = CaseRunner(backend: backend)
    var summary = RunSummary(title: "\(source) on \(backend)")
    for tree in try source.cases() {
      let verdict = runner.run(tree)
      summary.add(verdict)
      if case .failed(let problems) = verdict {
        let name = tree["name"]?.string ?? "a case without a name"
        let message = "\(source), \(name), on \(backend):\n\(problems.joined(separator: "\n"))"
        Issue.record(Comment(rawValue: message))
      }
    }
    #expect(summary.passed > 0, "\(summary)")
  }
}
