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
    let (next, found) = (Lock(0), Lock<[LawViolation]>([]))
    Threads.run(min(count, ProcessInfo.processInfo.activeProcessorCount)) { _ in
      let checker = LawChecker<Value>(
        coders: settings.makeCoders(),
        comparesValues: comparesValues
      )
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < count else { return }
        let violations = violations(seed &+ UInt64(number), checker)
        found.withLock { $0 += violations }
      }
    }
    return found.withLock(\.self).sorted { ($0.seed ?? 0) &- seed < ($1.seed ?? 0) &- seed }
  }

  /// Returns the violations of one changed document.
  private func violations(_ seed: UInt64, _ checker: LawChecker<Value>) -> [LawViolation] {
    let (sample, mutations) = source.mutations(seed)
    let document = source.samples[sample]
    guard let mutant = document.document.applying(mutations) else { return [] }
    var laws: Set<Law> = []
    return checker.violations(in: mutant, isSample: false).compactMap { violation in
      guard laws.insert(violation.law).inserted else { return nil }
      var (smallest, mutant, violation) = (mutations, mutant, violation)
      // The fewest of the changes that break the same law.
      for choice in (0..<mutations.count).lazy.flatMap(mutations.choices) {
        guard let other = document.document.applying(choice),
          let found = checker.violations(in: other, isSample: false)
            .first(where: { $0.law == violation.law })
        else { continue }
        (smallest, mutant, violation) = (choice, other, found)
        break
      }
      violation.sample = document.number
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
