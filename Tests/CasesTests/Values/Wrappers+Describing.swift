import Medley
import MedleyResilience
import TestSupport

// MARK: - Describing wrappers

extension Lossy: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try describer.describe(wrappedValue)
  }
}

extension Defaulted: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try describer.describe(wrappedValue)
  }
}

extension Lossless: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try describer.describe(wrappedValue)
  }
}

extension LenientBool: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try describer.describe(wrappedValue)
  }
}

// MARK: - Describing fields

extension FieldValue: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    switch self {
    case .absent: .object(["field": "absent"])
    case .null: .object(["field": "null"])
    case .value(let value): .object(["field": "value", "value": try describer.describe(value)])
    }
  }
}
