import Foundation

// MARK: - Checking changed documents

extension LawChecker {
  /// Returns the violations of changed documents in the order of their seeds, checked on all processors.
  func violations(of samples: [SampleDocument], from seed: UInt64, count: Int) -> [LawViolation] {
    let threads = min(count, ProcessInfo.processInfo.activeProcessorCount)
    let found = Threads.run(threads) { [settings] thread in
      let checker = Self(settings)
      return stride(from: thread, to: count, by: threads)
        .flatMap { checker.violations(of: samples, seed &+ UInt64($0)) }
    }
    return found.joined().sorted { ($0.seed ?? 0) &- seed < ($1.seed ?? 0) &- seed }
  }

  /// Returns the violations of one changed document.
  private func violations(of samples: [SampleDocument], _ seed: UInt64) -> [LawViolation] {
    let (sample, mutations) = samples.mutations(seed)
    guard let mutant = sample.document.applying(mutations) else { return [] }
    return violations(in: mutant, isSample: false).map { violation in
      var (smallest, mutant, violation) = (mutations, mutant, violation)
      // The fewest of the changes that break the same law.
      for choice in mutations.choices {
        guard let other = sample.document.applying(choice),
          let found = violations(in: other, isSample: false)
            .first(where: { $0.law == violation.law })
        else { continue }
        (smallest, mutant, violation) = (choice, other, found)
        break
      }
      violation.sample = sample.number
      violation.mutation = smallest.map(\.description).joined(separator: ", ")
      violation.seed = seed
      violation.document = mutant.text
      return violation
    }
  }
}

extension JSONNode {
  /// Returns a copy with changes of which each has a place; nil if none has.
  fileprivate func applying(_ mutations: [Mutation]) -> JSONNode? {
    let node = mutations.reduce(into: self) { $1.apply(to: &$0) }
    return mutations.isEmpty || node != self ? node : nil
  }
}

extension [Mutation] {
  /// All selections of fewer changes, the smallest first: each bit of a number selects a change.
  fileprivate var choices: [[Mutation]] {
    (0..<(1 << count) - 1).sorted { $0.nonzeroBitCount < $1.nonzeroBitCount }
      .map { bits in indices.filter { bits & 1 << $0 != 0 }.map { self[$0] } }
  }
}
