import Medley
import TestSupport

/// A base that is a protocol; `Base` is its existential type.
struct ProtocolBase<Base>: CaseBase {
  let name: String

  var element: any Registrable.Type { Polymorphic<Base>.self }

  func wrapper() -> any Codable.Type {
    PolymorphicValue<Base>.self
  }

  func registry(
    described description: RegistryDescription,
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry {
    guard !description.isEnum else {
      throw CaseProblem.invalid("The catalogue has no enum '\(name)'")
    }
    let builder = RegistryBuilder<Base>(resolver: resolver)
    return ProtocolRegistry(registry: try builder.registry(description))
  }
}

/// The registry of a base that is a protocol.
struct ProtocolRegistry<Base>: CaseRegistry {
  var registry: PolymorphicRegistry<Base>

  func register(in userInfo: inout UserInfo) {
    userInfo.register(registry)
  }

  func known(_ payload: Any) throws(CaseProblem) -> any Encodable {
    guard let base = payload as? Base else { throw .invalid("\(payload) is no \(Base.self)") }
    return Polymorphic<Base>.known(base)
  }

  func adding(
    _ registrations: [RegistrationDescription],
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry {
    var copy = self
    try RegistryBuilder(resolver: resolver).register(registrations, in: &copy.registry)
    return copy
  }
}
