import Medley
import TestSupport

/// A base that is a `PolymorphicEnum`, whose registry is its own.
struct EnumBase<Enum: CatalogueEnum>: CaseBase {
  let name: String

  var element: any Registrable.Type { Enum.self }

  func wrapper() throws(CaseProblem) -> any Codable.Type {
    throw .invalid("A wrapper holds an element of a protocol, and '\(name)' is an enum")
  }

  func registry(
    described description: RegistryDescription,
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry {
    let declaration = try RegistryDescription(
      base: name,
      JSONTree(parsing: Enum.declaration)
    )
    guard description == declaration else {
      throw CaseProblem.invalid("The catalogue's enum '\(name)' is declared otherwise")
    }
    return EnumRegistry<Enum>()
  }
}

/// The registry of an enum, which is found without anyone's help.
struct EnumRegistry<Enum: CatalogueEnum>: CaseRegistry {
  func register(in userInfo: inout UserInfo) {}

  func known(_ payload: Any) throws(CaseProblem) -> any Encodable {
    guard let value = Enum(holding: payload) else {
      throw .invalid("No case of \(Enum.self) holds \(payload)")
    }
    return value
  }

  func adding(
    _ registrations: [RegistrationDescription],
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry {
    throw CaseProblem.invalid("The registry of \(Enum.self) is a constant")
  }
}
