import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// Laws of `Preserving` where values are kept instead of bytes, on seeded documents of which a type
/// knows a part.
@Suite struct PreservingValueLawTests {
  /// A decoder and an encoder, of which at least one isn't MedleyJSON's.
  struct Coders: Sendable, CustomTestStringConvertible {
    let decoder: Backend
    let encoder: Backend

    var testDescription: String { "\(decoder), \(encoder)" }
  }

  static let coders = [
    Coders(decoder: .json, encoder: .json), Coders(decoder: .json, encoder: .engine),
    Coders(decoder: .engine, encoder: .json),
    Coders(decoder: .dropIn, encoder: .json), Coders(decoder: .json, encoder: .dropIn),
    Coders(decoder: .xmlPropertyList, encoder: .xmlPropertyList),
    Coders(decoder: .binaryPropertyList, encoder: .binaryPropertyList),
  ]

  private struct Trial {
    let coders: Coders
    var random: SeededRandom
    var number = 0
    let document: MergeDocument

    init(_ seed: Int, _ coders: Coders) {
      self.coders = coders
      random = SeededRandom(seed: UInt64(seed), "preserving values")
      document = MergeDocument.random(&random, number: &number)
    }

    /// Decodes the document, and encodes it with the value of a changed one.
    func save(_ changed: MergeDocument) throws -> JSONTree {
      var value = try coders.decoder.decode(Preserving<KnownTree>.self, from: document.text)
      value.value = try Backend.engine.decode(from: changed.written)
      return try coders.encoder.encode(value)
    }
  }

  private static func trials(_ coders: Coders, _ body: (inout Trial) throws -> Void) throws {
    for seed in 0..<Thoroughness.rounds(1_000) {
      var trial = Trial(seed, coders)
      try body(&trial)
    }
  }

  @Test(arguments: coders)
  func `an unchanged value keeps all members`(_ coders: Coders) throws {
    try Self.trials(coders) { (trial: inout Trial) throws in
      #expect(try trial.save(trial.document) == JSONTree(parsing: trial.document.text))
    }
  }

  @Test(arguments: coders)
  func `a changed scalar changes nothing else`(_ coders: Coders) throws {
    try Self.trials(coders) { (trial: inout Trial) throws in
      let scalars = trial.document.paths.filter {
        if case .scalar = trial.document.value(at: $0[...]) { true } else { false }
      }
      guard !scalars.isEmpty else { return }
      let text = "\"new \(trial.number)\""
      let changed = trial.document.changing(trial.random.pick(scalars)[...]) { _ in
        .scalar(spelling: text, written: text)
      }
      #expect(try trial.save(changed) == JSONTree(parsing: changed.text))
    }
  }

  @Test(arguments: coders)
  func `what the type writes always wins`(_ coders: Coders) throws {
    try Self.trials(coders) { (trial: inout Trial) throws in
      var changed = trial.document
      for _ in 0..<3 {
        // Property lists have no scalar at the top level.
        let paths = changed.paths.filter { !$0.isEmpty }
        guard !paths.isEmpty else { continue }
        let path = trial.random.pick(paths)
        let other = MergeDocument.random(&trial.random, depth: 3, number: &trial.number)
        changed = changed.changing(path[...]) { _ in other }
      }
      let saved = try Backend.engine.decode(KnownTree.self, from: trial.save(changed).text)
      #expect(try Backend.engine.encode(saved) == JSONTree(parsing: changed.written))
    }
  }
}
