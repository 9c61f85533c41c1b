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
    guard InstalledRegistries.install(shared) else {
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
    InstalledRegistries.frozen(for: Base.self).map { Self($0) }
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

  static func install<Base>(_ registry: SharedRegistry<Base>) -> Bool {
    let base = ObjectIdentifier(Base.self)
    return state.withLock { state in
      guard state.frozen[base] == nil else { return false }
      state.pending[base] = registry
      return true
    }
  }

  static func frozen<Base>(for type: Base.Type) -> SharedRegistry<Base>? {
    let base = ObjectIdentifier(type)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let registry = FrozenList.find(base) { return registry as? SharedRegistry<Base> }
    }
    let registry: (any AnyObject & Sendable)? = state.withLock { state in
      if let frozen = state.frozen[base] { return frozen }
      guard let registry = state.pending.removeValue(forKey: base) else { return nil }
      state.frozen[base] = registry
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        FrozenList.append(base, registry)
      }
      return registry
    }
    return registry as? SharedRegistry<Base>
  }
}
