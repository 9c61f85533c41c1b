import Medley
import TestSupport

// MARK: - Describing elements

extension Polymorphic: Registrable {
  func described(by describer: Describer) throws -> JSONTree {
    switch self {
    case .known(let payload): try describer.describeKnown(payload)
    case .unknown(let payload): try describer.describe(payload, of: Base.self)
    }
  }

  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    try describer.describeHierarchy(self)
  }
}

extension CatalogueEnum {
  func described(by describer: Describer) throws -> JSONTree {
    guard let (name, payload) = Mirror(reflecting: self).children.first, let name else {
      throw CaseProblem.invalid("\(self) holds no payload")
    }
    if let unknown = payload as? UnknownPayload {
      return try describer.describe(unknown, of: Self.self)
    }
    let known = try describer.describeKnown(payload)
    let enumCase = JSONTree.Member(key: "case", value: .string(name))
    return .object((known.members ?? []) + [enumCase])
  }

  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    try describer.describeHierarchy(self)
  }
}

extension UnknownPayload {
  /// The payload as the cases describe what is unknown.
  var described: JSONTree {
    .object(["unknown": tag?.described ?? .null, "reason": .string("\(reason)")])
  }
}
