// MARK: - Installing

extension PolymorphicRegistry {
  /// Makes this the registry of the whole process for its base.
  ///
  /// ```swift
  /// try media.install()  // at startup
  /// let feed = try JSONDecoder().decode([Polymorphic<any Media>].self, from: data)
  /// ```
  ///
  /// Decoders and encoders that were given a registry for the base use that one. The installed one
  /// can be replaced until it is first used, by decoding, by encoding or by reading ``installed``.
  ///
  /// - Throws: ``RegistrationError/Code/installedTooLate`` if it was used already.
  public func install() throws {
    guard InstalledRegistries.install(RegistryBox(self)) else {
      throw RegistrationError(installedTooLate: Base.self)
    }
  }

  /// The registry of the whole process for this base, or nil if none is installed.
  ///
  /// ```swift
  /// PolymorphicRegistry<any Media>.installed?.tags
  /// ```
  ///
  /// Reading it counts as using it: it can't be replaced from then on.
  public static var installed: Self? {
    InstalledRegistries.frozen(for: Base.self)?.registry
  }
}

/// The registries of the process.
///
/// What is used is frozen, so that decoding needs no lock: a frozen registry stands in a list that
/// only grows, and is found there through atomic references alone. Only the first use of a base
/// takes the lock, and uses without any registry, which are errors.
enum InstalledRegistries {
  private struct State {
    var pending: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    var frozen: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  }

  private static let state = Lock(State())

  static func install<Base>(_ box: RegistryBox<Base>) -> Bool {
    let base = ObjectIdentifier(Base.self)
    return state.withLock { state in
      guard state.frozen[base] == nil else { return false }
      state.pending[base] = box
      return true
    }
  }

  static func frozen<Base>(for type: Base.Type) -> RegistryBox<Base>? {
    let base = ObjectIdentifier(type)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let box = FrozenList.find(base) { return box as? RegistryBox<Base> }
    }
    let box: (any AnyObject & Sendable)? = state.withLock { state in
      if let frozen = state.frozen[base] { return frozen }
      guard let box = state.pending.removeValue(forKey: base) else { return nil }
      state.frozen[base] = box
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        FrozenList.append(base, box)
      }
      return box
    }
    return box as? RegistryBox<Base>
  }
}
