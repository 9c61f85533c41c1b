import Synchronization

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
      if let registry = FrozenList.find(base) { return registry as? SharedRegistry<Base> }
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
        FrozenList.append(base, registry)
      }
      return registry
    }
  }
}

/// A list of the frozen registries that is read without a lock.
///
/// `AtomicLazyReference` is set once and then only loaded. Systems without it take the lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum FrozenList {
  private final class Node: Sendable {
    let base: ObjectIdentifier
    let box: any AnyObject & Sendable
    let next = AtomicLazyReference<Node>()

    init(base: ObjectIdentifier, box: any AnyObject & Sendable) {
      self.base = base
      self.box = box
    }
  }

  private static let first = AtomicLazyReference<Node>()

  /// - Complexity: O(*n*), where *n* is the number of bases with an installed registry.
  static func find(_ base: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    var node = first.load()
    while let current = node {
      if current.base == base { return current.box }
      node = current.next.load()
    }
    return nil
  }

  /// Appends a registry.
  ///
  /// Callers hold the lock of the installed registries.
  static func append(_ base: ObjectIdentifier, _ box: any AnyObject & Sendable) {
    let new = Node(base: base, box: box)
    guard var last = first.load() else {
      _ = first.storeIfNil(new)
      return
    }
    while let next = last.next.load() { last = next }
    _ = last.next.storeIfNil(new)
  }
}
