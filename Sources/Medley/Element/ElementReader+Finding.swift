// MARK: - Finding the registry

extension ElementReader {
  /// Returns the registry in the decoder's `userInfo`, or otherwise the installed one.
  package func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    if let registry = RegistryScope(decoder.userInfo)?.registry(for: base) { return registry }
    // While registries are built, reading the installed one would freeze it.
    return decoder.isSample ? nil : InstalledRegistries.frozen(for: base)
  }
}

// MARK: - Reading cases of enums

extension PolymorphicDecodable {
  /// Returns whether the enum has a case for an unknown payload; nil if it has one for every
  /// payload.
  package static var payloadTest: ElementReader.PayloadTest? {
    UnknownFailure.self == MissingUnknownCase.self ? { (try? unknown($0)) != nil } : nil
  }

  /// Returns the case for an element.
  package static func enumCase(of element: Polymorphic<Self>) throws -> Self {
    switch element {
    case .known(let value): value
    case .unknown(let payload): try unknown(payload)
    }
  }

  /// The shared contents of the registry.
  package static var sharedRegistry: SharedRegistry<Self> { registry.shared }
}
