import Medley
import TestSupport

/// Describes decoded values in the words of the cases.
struct Describer {
  let bases: CaseBases

  /// The compositions that have a name.
  let compositions: [(name: String, type: any Registrable.Type)]

  /// The registry that unknown payloads are resolved with before they are described.
  var resolving: (any CaseRegistry)?

  func describe(_ value: Any) throws -> JSONTree {
    guard let value = value as? any CaseDescribable else {
      throw CaseProblem.invalid("No description of \(type(of: value))")
    }
    return try value.described(by: self)
  }

  func describeKnown(_ payload: Any) throws -> JSONTree {
    guard let payload = payload as? any CaseDescribable else {
      throw CaseProblem.invalid("No description of \(type(of: payload))")
    }
    return try payload.describedAsKnown(by: self)
  }

  /// The description of a known payload that is an element of another base.
  func describeHierarchy(_ element: some Registrable) throws -> JSONTree {
    let base = bases.name(ofElement: type(of: element))
    return .object(["known": .string("@\(base)"), "value": try describe(element)])
  }

  /// The name by which the case knows a composition; that of the type if it gives it none.
  func name(ofComposition type: any Any.Type) -> String {
    compositions.first { $0.type == type }?.name ?? "\(type)"
  }

  /// The description of an unknown payload of `base`, resolved first if that is asked for.
  func describe<Base>(_ payload: UnknownPayload, of base: Base.Type) throws -> JSONTree {
    guard let resolving = resolving as? ProtocolRegistry<Base> else { return payload.described }
    switch try payload.resolve(with: resolving.registry) {
    case .known(let payload): return try describeKnown(payload)
    case .unknown(let payload): return payload.described
    }
  }

  /// The stored properties of a struct, by name; that of a property wrapper without its underscore.
  func fields(of value: Any) throws -> JSONTree {
    .object(
      try Mirror(reflecting: value).children.compactMap { child in
        guard let label = child.label else { return nil }
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        return JSONTree.Member(key: name, value: try describe(child.value))
      }
    )
  }
}
