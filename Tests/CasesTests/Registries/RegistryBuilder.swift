import Medley
import TestSupport

/// Builds the registries that a case describes, as an app would: with the public API.
struct RegistryBuilder<Base> {
  let resolver: ShapeResolver

  func registry(_ description: RegistryDescription) throws -> PolymorphicRegistry<Base> {
    let discriminator = try description.discriminator.discriminator
    var registry = PolymorphicRegistry<Base>(
      discriminator,
      policies: try policies(description.policies)
    )
    try register(description.registrations, in: &registry)
    if let registrations = description.merging {
      registry = try registry.merging(second(of: discriminator, registrations))
    }
    if let registrations = description.overriding {
      registry = try registry.overriding(with: second(of: discriminator, registrations))
    }
    return registry
  }

  func register(
    _ registrations: [RegistrationDescription],
    in registry: inout PolymorphicRegistry<Base>
  ) throws {
    for registration in registrations { try register(registration, in: &registry) }
  }

  private func second(
    of discriminator: Discriminator,
    _ registrations: [RegistrationDescription]
  ) throws -> PolymorphicRegistry<Base> {
    var registry = PolymorphicRegistry<Base>(discriminator)
    try register(registrations, in: &registry)
    return registry
  }
}

// MARK: - Registering

extension RegistryBuilder {
  private func register(
    _ registration: RegistrationDescription,
    in registry: inout PolymorphicRegistry<Base>
  ) throws {
    let type = try type(of: registration.type)
    let tags = try registration.tags.map(TypeTag.init(describedBy:))
    switch (registration.conversion, registration.isDecodeOnly) {
    case (nil, false): try register(type, for: tags, in: &registry)
    case (nil, true): try registerDecodeOnly(type, for: tags, in: &registry)
    case ("Person", false) where type == PersonV1.self:
      for tag in tags {
        try registry.register(PersonV1.self, for: tag, as: { try Self.upgrade($0) })
      }
    case (let conversion, _):
      throw CaseProblem.invalid("No conversion of \(type) as '\(conversion ?? "decode-only")'")
    }
  }

  /// A tag at a time: how many there are is known at run time only.
  private func register<Payload: Registrable>(
    _ type: Payload.Type,
    for tags: [TypeTag],
    in registry: inout PolymorphicRegistry<Base>
  ) throws {
    for tag in tags { try registry.register(type, for: tag) }
  }

  private func registerDecodeOnly<Payload: Registrable>(
    _ type: Payload.Type,
    for tags: [TypeTag],
    in registry: inout PolymorphicRegistry<Base>
  ) throws {
    for tag in tags { try registry.register(DecodeOnly<Payload>.self, for: tag) }
  }

  private static func upgrade(_ old: PersonV1) throws -> Base {
    guard let person = Person(upgrading: old) as? Base else {
      throw CaseProblem.invalid("Person is no \(Base.self)")
    }
    return person
  }

  private func type(of shape: CaseShape) throws(CaseProblem) -> any Registrable.Type {
    switch shape {
    case .named(let name): try resolver.payload(named: name)
    case .element(let base): try resolver.bases.base(named: base).element
    default: throw .invalid("Neither a type nor a registry: \(shape)")
    }
  }
}

// MARK: - Setting policies

extension RegistryBuilder {
  private func policies(
    _ description: PoliciesDescription
  ) throws -> PolymorphicRegistry<Base>.Policies {
    var policies = PolymorphicRegistry<Base>.Policies()
    switch description.unknown {
    case .keep: policies.unknown = .keep
    case .raise: policies.unknown = .throw
    case .decodeAs(let type): try decodeUnknown(as: self.type(of: type), in: &policies)
    case .asMissing, .assume: throw CaseProblem.invalid("No policy for unknown tags")
    }
    switch description.missing {
    case .keep: policies.missing = .keep
    case .raise: policies.missing = .throw
    case .assume(let tag): policies.missing = .assume(try TypeTag(describedBy: tag))
    case .asMissing, .decodeAs: throw CaseProblem.invalid("No policy for missing tags")
    }
    switch description.null {
    case .keep: policies.null = .keep
    case .raise: policies.null = .throw
    case .asMissing: policies.null = nil
    case .assume(let tag): policies.null = .assume(try TypeTag(describedBy: tag))
    case .decodeAs: throw CaseProblem.invalid("No policy for null tags")
    }
    switch description.wrongKind {
    case .keep: policies.wrongKind = .keep
    case .raise: policies.wrongKind = .throw
    default: throw CaseProblem.invalid("No policy for tags of a wrong kind")
    }
    switch description.malformed {
    case .keep: policies.malformed = .keep
    case .raise: policies.malformed = .throw
    default: throw CaseProblem.invalid("No policy for malformed payloads")
    }
    return policies
  }

  private func decodeUnknown<Payload: Registrable>(
    as type: Payload.Type,
    in policies: inout PolymorphicRegistry<Base>.Policies
  ) {
    policies.unknown = .decode(as: type)
  }
}
