import Medley
import MedleyResilience
import TestSupport

// MARK: - Describing open enums

extension OpenEnum: CaseDescribable where Known.RawValue: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    switch self {
    case .known(let known): .object(["open": .string("\(known)")])
    case .unknown(let raw): .object(["raw": try raw.described(by: describer)])
    }
  }
}

// MARK: - Describing keys

/// A key of a dictionary that can be described in the words of the cases, which give it raw.
protocol CaseKey: Hashable {
  var describedKey: String { get }
}

extension String: CaseKey {
  var describedKey: String { self }
}

extension OpenEnum: CaseKey where Known.RawValue: Hashable {
  var describedKey: String { "\(rawValue)" }
}
