/// What breaks a law in one document.
struct LawFinding: Hashable {
  let law: Law
  let path: String
  let problem: String
}

/// The violations of a type so far, each law, path and problem once.
struct LawFindings {
  private(set) var violations: [LawViolation] = []
  private(set) var unchecked: [String] = []
  private var seen: Set<LawFinding> = []

  /// Adds what a sample itself shows.
  mutating func add(_ findings: [LawFinding], _ sample: SampleDocument?) {
    for finding in findings {
      add(
        LawViolation(
          law: finding.law,
          sample: sample?.number,
          path: finding.path,
          mutation: "",
          seed: nil,
          document: sample?.document.text ?? "",
          problem: finding.problem
        )
      )
    }
  }

  /// Adds what changes of samples show, where the samples themselves don't show it.
  mutating func add(_ violations: [LawViolation]) {
    for violation in violations { add(violation) }
  }

  mutating func addUnchecked(_ law: Law, _ reason: String) {
    unchecked.append("\(law): not checked, because \(reason)")
  }

  private mutating func add(_ violation: LawViolation) {
    // The values of a mutant differ from those of the next one.
    let problem = violation.seed == nil ? violation.problem : ""
    let finding = LawFinding(law: violation.law, path: violation.path, problem: problem)
    let isKnown = violations.contains { $0.law == violation.law && $0.path == violation.path }
    guard seen.insert(finding).inserted, violation.seed == nil || !isKnown else { return }
    violations.append(violation)
  }
}
