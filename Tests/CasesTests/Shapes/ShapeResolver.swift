import Medley
import MedleyResilience
import TestSupport

/// Makes Swift types of shapes, by opening metatypes: any composition of what exists is a type.
struct ShapeResolver {
  let bases: CaseBases

  /// What the case says of its own types.
  let described: [TypeDescription]

  var describedEnums: [EnumDescription] = []

  /// The type that `shape` stands for.
  ///
  /// - Throws: ``CaseProblem/invalid(_:)`` if no type is of this shape.
  func type(of shape: CaseShape) throws(CaseProblem) -> any Codable.Type {
    switch shape {
    case .string: return String.self
    case .int: return Int.self
    case .double: return Double.self
    case .bool: return Bool.self
    case .named(let name): return try payload(named: name)
    case .element(let base): return try bases.base(named: base).element
    case .list(let element):
      let element = try type(of: element)
      return list(of: element)
    case .dictionary(.string, let value):
      let value = try type(of: value)
      return dictionary(of: value)
    case .dictionary(.openEnum(let name), let value):
      let value = try type(of: value)
      return dictionary(of: value, by: try openEnum(named: name))
    case .openEnum(let name): return open(try openEnum(named: name))
    case .composed(let parts): return try composition(of: parts)
    case .optional(let wrapped):
      let wrapped = try type(of: wrapped)
      return optional(of: wrapped)
    case .lossy(let wrapped): return try lossy(try type(of: wrapped))
    case .wrapper(.element(let base)): return try bases.base(named: base).wrapper()
    case .lossless(let wrapped): return try lossless(try type(of: wrapped))
    case .flag: return LenientBool.self
    case .field(let value):
      let value = try type(of: value)
      return field(of: value)
    case .defaulted: throw .invalid("A default is part of a struct of the catalogue")
    case .dictionary: throw .invalid("The keys of a dictionary are strings or an open enum")
    case .wrapper: throw .invalid("A wrapper holds an element of a base")
    }
  }

  /// The struct of the catalogue that is called `name`, or the composition.
  func payload(named name: String) throws(CaseProblem) -> any Registrable.Type {
    if let payload = Catalogue.payloads[name] { return payload }
    if let composition = Catalogue.compositions[name] {
      return try part(CaseShape(parsing: composition))
    }
    throw .invalid("The catalogue has no type '\(name)'")
  }

  /// The enum of the catalogue that is called `name`.
  private func openEnum(
    named name: String
  ) throws(CaseProblem) -> any OpenCatalogueEnum.Type {
    guard let type = Catalogue.openEnums[name] else {
      throw .invalid("The catalogue has no enum '\(name)'")
    }
    return type
  }

  /// Makes sure that the case means the catalogue's types by the names that it uses.
  func checkAgreement() throws(CaseProblem) {
    for description in described {
      if let composition = Catalogue.compositions[description.name] {
        guard case .name(try CaseShape(parsing: composition)) = description.form else {
          throw .invalid("The catalogue's '\(description.name)' is composed otherwise")
        }
        continue
      }
      let type = try payload(named: description.name)
      guard let payload = type as? any Payload.Type else { continue }
      var declared: [String: CaseShape] = [:]
      for (name, shape) in payload.fields { declared[name] = try CaseShape(parsing: shape) }
      guard case .fields(declared) = description.form else {
        throw .invalid("The catalogue's '\(description.name)' has other fields")
      }
    }
    for description in describedEnums {
      let type = try openEnum(named: description.name)
      guard let tree = try? JSONTree(parsing: type.declaration),
        try EnumDescription(name: description.name, tree) == description
      else { throw .invalid("The catalogue's enum '\(description.name)' is declared otherwise") }
    }
  }
}
