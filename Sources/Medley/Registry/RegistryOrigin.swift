import MedleyBase

/// The registries that have read an unknown element, for elements inside it and for decoding it later.
final class RegistryOrigin: OriginSource {
  /// The discriminator, which finds the payload in the content when it is decoded later.
  let discriminator: Discriminator?
  /// The registries of the decoder.
  ///
  /// Not their scope, which refers to this object.
  private let registries: [RegistryCore]?

  init(_ discriminator: Discriminator?, _ scope: RegistryScope?) {
    self.discriminator = discriminator
    registries = scope?.registries
  }

  var scope: RegistryScope? { registries.map { RegistryScope($0) } }

  func ownKeys(of tag: TypeTag?) -> [String] {
    guard let form = discriminator?.form else { return [] }
    var keys = form.tagPlace.outermostKeys
    // The key of the content may be the tag.
    if !form.tagPlace.isPayloadWhole, let key = tag?.keyText { keys.append(key) }
    return keys
  }
}

extension UnknownPayload.Origin {
  private var registryOrigin: RegistryOrigin? { source as? RegistryOrigin }
  var discriminator: Discriminator? { registryOrigin?.discriminator }
  var scope: RegistryScope? { registryOrigin?.scope }
}

extension UnknownPayload {
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
      known.withLock { known in
        for origin in known
        where origin.discriminator?.form === discriminator?.form && origin.reason == reason {
          return origin
        }
        let origin = Origin(reason, RegistryOrigin(discriminator, scope))
        // A malformed element has an error of its own.
        if case .malformed = reason { return origin }
        if known.count < Self.limit { known.append(origin) }
        return origin
      }
    }
  }
}

extension RegistryScope {
  /// Returns the origin of an element that a decoder with these registries has read.
  package func origin(
    of discriminator: Discriminator?,
    _ reason: UnknownPayload.Reason
  ) -> UnknownPayload.Origin {
    origins.origin(of: discriminator, reason, self)
  }
}
