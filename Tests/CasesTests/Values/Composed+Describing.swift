import Medley
import MedleyComposition
import TestSupport

// MARK: - Describing compositions

extension Composed: EveryBase {}

extension Composed: CaseDescribable where Base: CaseDescribable, Extension: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    .object(["parts": .array(try describedParts(by: describer))])
  }

  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    .object([
      "known": .string(describer.name(ofComposition: Self.self)),
      "value": try described(by: describer),
    ])
  }
}

extension Composed: Registrable where Base: Registrable, Extension: Registrable {}

/// A composition, whatever its parts: of three parts it is one inside another.
protocol CaseComposition {
  func describedParts(by describer: Describer) throws -> [JSONTree]
}

extension Composed: CaseComposition {
  func describedParts(by describer: Describer) throws -> [JSONTree] {
    let first = try (base as? any CaseComposition)?.describedParts(by: describer)
    return try (first ?? [describer.describe(base)]) + [describer.describe(`extension`)]
  }
}
