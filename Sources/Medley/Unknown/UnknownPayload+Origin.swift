import MedleyBase

extension UnknownPayload {
  /// What is known of an unknown element besides its tag and its content.
  ///
  /// It is a class, because most elements of a feed share it: they have one word in place of four.
  package final class Origin: Sendable {
    let reason: Reason
    /// The discriminator, which finds the payload in the content when it is decoded later.
    let discriminator: Discriminator?
    /// The registries of the decoder, for elements inside this one.
    ///
    /// Not their list, which refers to this object.
    private let registries: RegistryScope.Registries?

    init(_ reason: Reason, _ discriminator: Discriminator?, _ scope: RegistryScope?) {
      self.reason = reason
      self.discriminator = discriminator
      registries = scope?.list.registries
    }

    var scope: RegistryScope? { registries.map { RegistryScope(RegistryScope.List($0)) } }

    /// The origin of an element that no registry has read.
    static let untagged = Origin(.untagged, nil, nil)
    /// The origin of an element with a tag that no registry has read.
    static let unregistered = Origin(.unregistered, nil, nil)
  }

  /// The origins that elements share.
  struct Origins: Sendable {
    private let known = Lock<[Origin]>([])
    /// A bound, because applications may make registries without end.
    private static let limit = 16

    /// Returns the origin of an element.
    func origin(
      of discriminator: Discriminator?,
      _ reason: Reason,
      _ scope: RegistryScope?
    ) -> Origin {
      // It has an error of its own.
      if case .malformed = reason { return Origin(reason, discriminator, scope) }
      return known.withLock { known in
        for origin in known
        where origin.discriminator?.form === discriminator?.form && origin.reason == reason {
          return origin
        }
        let origin = Origin(reason, discriminator, scope)
        if known.count < Self.limit { known.append(origin) }
        return origin
      }
    }
  }
}

extension RegistryScope {
  /// Returns the origin of the unregistered elements of a registry.
  package func originOfUnregistered<Base>(
    in registry: SharedRegistry<Base>
  ) -> UnknownPayload.Origin {
    origin(of: registry.contents.discriminator, .unregistered)
  }

  /// Returns the origin of an element that a decoder with these registries has read.
  func origin(
    of discriminator: Discriminator?,
    _ reason: UnknownPayload.Reason
  ) -> UnknownPayload.Origin {
    list.origins.origin(of: discriminator, reason, self)
  }
}
