import Medley
import TestSupport

/// A value that can be described in the words of the cases.
protocol CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree

  /// The description of the value as a known payload.
  func describedAsKnown(by describer: Describer) throws -> JSONTree
}

extension CaseDescribable {
  /// That of a payload which isn't a struct: its type's name, and what it holds.
  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    .object(["known": .string("\(Self.self)"), "value": try described(by: describer)])
  }
}

// MARK: - Describing values

extension String: CaseDescribable {
  func described(by describer: Describer) -> JSONTree { .string(self) }
}

extension Int: CaseDescribable {
  func described(by describer: Describer) -> JSONTree { .number(JSONNumber(self)) }
}

extension Bool: CaseDescribable {
  func described(by describer: Describer) -> JSONTree { .boolean(self) }
}

extension Double: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    guard let number = JSONNumber(self) else {
      throw CaseProblem.invalid("No description of \(self)")
    }
    return .number(number)
  }
}

extension Optional: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try map { try describer.describe($0) } ?? .null
  }
}

extension Array: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    .array(try map { try describer.describe($0) })
  }
}

extension Dictionary: CaseDescribable where Key: CaseKey {
  func described(by describer: Describer) throws -> JSONTree {
    let members = try map { key, value in
      JSONTree.Member(key: key.describedKey, value: try describer.describe(value))
    }
    return .object(["dictionary": .object(members)])
  }
}

extension PolymorphicValue: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try projectedValue.described(by: describer)
  }
}
