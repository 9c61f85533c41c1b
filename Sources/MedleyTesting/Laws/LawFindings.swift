/// The violations of a type so far, and the laws that weren't checked.
struct LawFindings {
  private(set) var violations: [LawViolation] = []
  private(set) var unchecked: [String] = []

  /// Adds violations, each law, path and problem once.
  ///
  /// - Parameters:
  ///   - violations: What breaks a law.
  ///   - sample: The sample that shows it; nil if there is none, or if they state it.
  mutating func add(_ violations: [LawViolation], _ sample: SampleDocument? = nil) {
    for var violation in violations {
      if let sample {
        violation.sample = sample.number
        violation.document = sample.document.text
      }
      // The values of a mutant differ from those of the next one.
      let isKnown = self.violations.contains {
        $0.law == violation.law && $0.path == violation.path
          && (violation.seed != nil || $0.problem == violation.problem)
      }
      if !isKnown { self.violations.append(violation) }
    }
  }

  mutating func addUnchecked(_ law: Law, _ reason: String) {
    unchecked.append("\(law): not checked, because \(reason)")
  }
}
