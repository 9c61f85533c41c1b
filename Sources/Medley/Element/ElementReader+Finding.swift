// MARK: - Finding the registry

extension ElementReader {
  /// The registry for a base that the decoder was given, or else the installed one.
  package func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    if let registry = RegistryScope(decoder.userInfo)?.registry(for: base) { return registry }
    // While registries are built, asking for the installed one would freeze it.
    return decoder.isSample ? nil : InstalledRegistries.frozen(for: base)
  }
}

// MARK: - Reading cases of enums

extension PolymorphicEnum {
  /// Tells whether the enum has a case for an unknown payload; nil if it has one for all of them.
  package static var payloadTest: ElementReader.PayloadTest? {
    UnknownFailure.self == MissingUnknownCase.self ? { (try? unknown($0)) != nil } : nil
  }

  /// The case that an element is.
  package static func enumCase(of element: Polymorphic<Self>) throws -> Self {
    switch element {
    case .known(let value): value
    case .unknown(let payload): try unknown(payload)
    }
  }

  /// The registry, which copies share.
  package static var sharedRegistry: SharedRegistry<Self> { registry.shared }
}
