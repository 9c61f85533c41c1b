import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// Laws of merging, on seeded documents of which a type knows a part.
@Suite struct JSONMergeLawTests {
  private struct Trial {
    var random: SeededRandom
    var number = 0
    let document: MergeDocument

    init(_ seed: Int) {
      random = SeededRandom(seed: UInt64(seed))
      document = MergeDocument.random(&random, number: &number)
    }

    /// A value that the document doesn't have.
    mutating func newScalar() -> MergeDocument {
      number += 1
      return .scalar(spelling: "\(number)", written: "\(number)")
    }

    func merge(_ changed: MergeDocument) throws -> String {
      let merged = try JSONMerge.merged(
        original: Array(document.text.utf8),
        baseline: Array(document.written.utf8),
        new: Array(changed.written.utf8),
        matching: ElementMatching.matches
      )
      return String(decoding: merged, as: UTF8.self)
    }
  }

  private static func trials(_ body: (inout Trial) throws -> Void) throws {
    for seed in 0..<Thoroughness.rounds(20_000) {
      var trial = Trial(seed)
      try body(&trial)
    }
  }

  @Test func `an unchanged document keeps its bytes`() throws {
    try Self.trials { (trial: inout Trial) throws in
      #expect(try trial.merge(trial.document) == trial.document.text)
    }
  }

  @Test func `a changed scalar changes only its bytes`() throws {
    var changes = 0
    try Self.trials { (trial: inout Trial) throws in
      let scalars = trial.document.paths.filter {
        if case .scalar = trial.document.value(at: $0[...]) { true } else { false }
      }
      guard !scalars.isEmpty else { return }
      let path = trial.random.pick(scalars)
      let scalar = trial.newScalar()
      let changed = trial.document.changing(path[...]) { _ in scalar }
      #expect(try trial.merge(changed) == changed.text)
      changes += 1
    }
    #expect(changes > 100)
  }

  @Test func `an added, removed or moved element or member leaves the others as they came`() throws
  {
    var changes = 0
    try Self.trials { (trial: inout Trial) throws in
      var random = trial.random
      let scalar = trial.newScalar()
      let path = random.pick(trial.document.paths)
      let changed = trial.document.changing(path[...]) { value in
        switch value {
        case .scalar: return value
        case .array(var elements):
          var element = scalar
          if !elements.isEmpty, !random.once(in: 3) {
            let removed = elements.remove(at: random.number(below: elements.count))
            guard random.once(in: 2) else { return .array(elements) }
            element = removed
          }
          elements.insert(element, at: random.number(below: elements.count + 1))
          return .array(elements)
        case .object(var members):
          let known = members.indices.filter { !members[$0].key.hasPrefix("x") }
          if known.isEmpty || random.once(in: 2) {
            members.append(("knew", scalar))
          } else {
            members.remove(at: random.pick(known))
          }
          return .object(members)
        }
      }
      let merged = try trial.merge(changed)
      #expect(try JSONTree(parsing: merged) == JSONTree(parsing: changed.text))
      if changed.written != trial.document.written { changes += 1 }
    }
    #expect(changes > 100)
  }

  @Test func `what the type writes always wins`() throws {
    try Self.trials { (trial: inout Trial) throws in
      var changed = trial.document
      for _ in 0..<4 {
        // A change may lose the places that the next one could have.
        let path = trial.random.pick(changed.paths)
        let other = MergeDocument.random(&trial.random, depth: 3, number: &trial.number)
        changed = changed.changing(path[...]) { _ in other }
      }
      let merged = try JSONTree(parsing: trial.merge(changed))
      #expect(try merged.known == JSONTree(parsing: changed.written))
    }
  }
}

extension JSONTree {
  /// The tree without members that the type doesn't know.
  fileprivate var known: JSONTree {
    switch self {
    case .array(let elements): .array(elements.map(\.known))
    case .object(let members):
      .object(
        members.filter { !$0.key.hasPrefix("x") }
          .map { Member(key: $0.key, value: $0.value.known) }
      )
    default: self
    }
  }
}
