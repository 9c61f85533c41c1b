import Foundation
import MedleyBase

/// The laws that hold for changed documents, checked on all processors.
struct MutantLaws<Value: Decodable & SendableMetatype>: Sendable {
  let settings: LawSettings
  /// Whether values of the type can be compared.
  let comparesValues: Bool
  let source: MutationSource

  /// Returns the violations in the order of their seeds.
  func violations(from seed: UInt64, count: Int) -> [LawViolation] {
    let found = Lock<[LawViolation]>([])
    // More parts than processors, because some take longer.
    let size = max(1, min(100, count / 8))
    let parts = (count + size - 1) / size
    Threads.perform(parts) { part in
      let checker = LawChecker<Value>(settings.makeCoders(), comparesValues: comparesValues)
      var violations: [LawViolation] = []
      for number in part * size..<min(count, (part + 1) * size) {
        violations += self.violations(seed &+ UInt64(number), checker)
      }
      let all = violations
      found.withLock { $0 += all }
    }
    return found.withLock(\.self).sorted { ($0.seed ?? 0) &- seed < ($1.seed ?? 0) &- seed }
  }

  /// Returns the violations of one changed document.
  private func violations(_ seed: UInt64, _ checker: LawChecker<Value>) -> [LawViolation] {
    let (sample, mutations) = source.mutations(seed)
    let document = source.samples[sample]
    guard let mutant = document.document.applying(mutations) else { return [] }
    var laws: Set<Law> = []
    return checker.findings(in: mutant, isSample: false).compactMap { finding in
      guard laws.insert(finding.law).inserted else { return nil }
      let smallest = smallest(mutations, of: document, breaking: finding, checker)
      return LawViolation(
        law: finding.law,
        sample: document.number,
        path: smallest.finding.path,
        mutation: smallest.mutations.map(\.description).joined(separator: ", "),
        seed: seed,
        document: smallest.mutant.text,
        problem: smallest.finding.problem
      )
    }
  }

  /// Returns the fewest of some changes that break the same law.
  private func smallest(
    _ mutations: [Mutation],
    of sample: SampleDocument,
    breaking finding: LawFinding,
    _ checker: LawChecker<Value>
  ) -> (mutations: [Mutation], mutant: JSONNode, finding: LawFinding) {
    for count in 0..<mutations.count {
      for choice in mutations.choices(of: count) {
        guard let mutant = sample.document.applying(choice),
          let found = checker.findings(in: mutant, isSample: false)
            .first(where: { $0.law == finding.law })
        else { continue }
        return (choice, mutant, found)
      }
    }
    return (mutations, sample.document.applying(mutations) ?? sample.document, finding)
  }
}

extension JSONNode {
  /// Returns a copy with changes of which each has a place; nil if none has.
  fileprivate func applying(_ mutations: [Mutation]) -> JSONNode? {
    var node = self
    for mutation in mutations { node = mutation.applied(to: node) ?? node }
    return mutations.isEmpty || node != self ? node : nil
  }
}

extension [Mutation] {
  /// All selections of a number of changes, in their order.
  fileprivate func choices(of count: Int) -> [[Mutation]] {
    guard count > 0 else { return [[]] }
    return indices.flatMap { index in
      Array(self[(index + 1)...]).choices(of: count - 1).map { [self[index]] + $0 }
    }
  }
}
