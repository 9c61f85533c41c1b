import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// Laws of `Preserving`, on seeded documents of which a type knows a part.
@Suite(.onEachEngine) struct PreservingLawTests {
  private struct Trial {
    var random: SeededRandom
    var number = 0
    let document: MergeDocument

    init(_ seed: Int) {
      random = SeededRandom(seed: UInt64(seed), "preserving")
      document = MergeDocument.random(&random, number: &number)
    }

    /// Decodes the document, and encodes it with the value of a changed one.
    func save(_ changed: MergeDocument) throws -> String {
      let decoder = Engine.current.decoder()
      var value = try decoder.decode(Preserving<KnownTree>.self, from: document.text)
      value.value = try decoder.decode(KnownTree.self, from: changed.written)
      return String(decoding: try Engine.current.encoder().encode(value), as: UTF8.self)
    }
  }

  private static func trials(_ body: (inout Trial) throws -> Void) throws {
    for seed in 0..<Thoroughness.rounds(5_000) {
      var trial = Trial(seed)
      try body(&trial)
    }
  }

  @Test func `an unchanged value keeps all bytes`() throws {
    try Self.trials { (trial: inout Trial) throws in
      #expect(try trial.save(trial.document) == trial.document.text)
    }
  }

  @Test func `a changed scalar changes only its bytes`() throws {
    try Self.trials { (trial: inout Trial) throws in
      let scalars = trial.document.paths.filter {
        if case .scalar = trial.document.value(at: $0[...]) { true } else { false }
      }
      guard !scalars.isEmpty else { return }
      let path = trial.random.pick(scalars)
      let text = "\"new \(trial.number)\""
      let changed = trial.document.changing(path[...]) { _ in
        .scalar(spelling: text, written: text)
      }
      #expect(try trial.save(changed) == changed.text)
    }
  }

  @Test func `what the type writes always wins`() throws {
    try Self.trials { (trial: inout Trial) throws in
      var changed = trial.document
      for _ in 0..<3 {
        let path = trial.random.pick(changed.paths)
        let other = MergeDocument.random(&trial.random, depth: 3, number: &trial.number)
        changed = changed.changing(path[...]) { _ in other }
      }
      let decoder = Engine.current.decoder()
      let saved = try decoder.decode(KnownTree.self, from: trial.save(changed))
      let expected = try decoder.decode(KnownTree.self, from: changed.written)
      let encoder = Engine.current.encoder()
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encode(saved) == encoder.encode(expected))
    }
  }
}
