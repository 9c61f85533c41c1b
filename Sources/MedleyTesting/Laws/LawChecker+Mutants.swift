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
      for choice in (0..<mutations.count).lazy.flatMap(mutations.choices) {
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
  /// All selections of a number of changes, in their order.
  fileprivate func choices(of count: Int) -> [[Mutation]] {
    guard count > 0 else { return [[]] }
    return indices.flatMap { index in
      Array(self[(index + 1)...]).choices(of: count - 1).map { [self[index]] + $0 }
    }
  }
}
