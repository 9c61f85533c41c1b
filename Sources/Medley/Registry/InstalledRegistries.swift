// MARK: - Installing

extension PolymorphicRegistry {
  /// Installs this registry for its base in the whole process.
  ///
  /// ```swift
  /// try media.install()  // at startup
  /// let feed = try JSONDecoder().decode(
  ///   [Polymorphic<any Media>].self, from: data)
  /// ```
  ///
  /// A registry in the `userInfo` of a decoder or encoder takes precedence. You can replace the
  /// installed one until it is first used: by decoding, by encoding or by reading ``installed``. It
  /// takes precedence over the registry that a ``PolymorphicBase`` declares.
  ///
  /// - Throws: ``RegistrationError/Code/installedTooLate`` if the installed one was already used.
  public func install() throws {
    guard InstalledRegistries.install(shared) else {
      throw RegistrationError(installedTooLate: Base.self)
    }
  }

  /// The installed registry for this base, or else the one that the base declares as a
  /// ``PolymorphicBase``; nil if there is neither.
  ///
  /// ```swift
  /// PolymorphicRegistry<any Media>.installed?.tags
  /// ```
  ///
  /// Reading it is a use: it can't be replaced from then on.
  public static var installed: Self? {
    InstalledRegistries.frozen(for: Base.self).map { Self($0) }
  }
}

/// The registries of the process.
///
/// A registry is frozen when it is first used, so that decoding needs no lock: frozen registries are
/// in a list that only grows and is read through atomic references. Only the first use of a base
/// takes the lock, and a use without any registry, which is an error.
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
      if let registry = FrozenList.registries.find(base) {
        return registry as? SharedRegistry<Base>
      }
    }
    if let registry = freeze(base, declared: nil) { return registry as? SharedRegistry<Base> }
    // Without the lock: to make a declared registry may ask for others.
    guard let declared = DeclaredRegistry.registry(for: type) else { return nil }
    return freeze(base, declared: declared) as? SharedRegistry<Base>
  }

  /// The registry of a base from now on: the one in use, the installed one, or the declared one.
  private static func freeze(
    _ base: ObjectIdentifier,
    declared: (any AnyObject & Sendable)?
  ) -> (any AnyObject & Sendable)? {
    state.withLock { state in
      if let frozen = state.frozen[base] { return frozen }
      guard let registry = state.pending.removeValue(forKey: base) ?? declared else { return nil }
      state.frozen[base] = registry
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        FrozenList.registries.append(base, registry)
      }
      return registry
    }
  }
}
