/// The registries of one decoder or encoder, by base.
///
/// All of them are under one key of `userInfo`.
package struct RegistryScope: Sendable, Equatable {
  /// The registries in a list, because there are few: hashing takes more than comparing.
  ///
  /// It is a class, so that ``EncoderScopes`` can refer to it without keeping it.
  final class List: Sendable {
    fileprivate let registries: [(base: ObjectIdentifier, registry: any AnyObject & Sendable)]

    fileprivate init(_ registries: [(base: ObjectIdentifier, registry: any AnyObject & Sendable)]) {
      self.registries = registries
    }
  }

  private(set) var list: List

  package init() {
    list = List([])
  }

  init(_ list: List) {
    self.list = list
  }

  package init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard let key = Self.key, let scope = userInfo[key] as? RegistryScope else { return nil }
    self = scope
  }

  /// Returns the registries of an encoder.
  init?(of encoder: any Encoder) {
    // Looking in the user information takes 3,000 instructions for each element.
    let scope =
      if let own = MedleyEncoders.cast(encoder) {
        own.registries
      } else {
        EncoderScopes.scope(of: encoder)
      }
    guard let scope else { return nil }
    self = scope
  }

  /// Returns whether both have the same registries, and not only equal ones.
  package static func == (lhs: RegistryScope, rhs: RegistryScope) -> Bool {
    lhs.list.registries.count == rhs.list.registries.count
      && lhs.list.registries.allSatisfy { rhs.registry($0.base) === $0.registry }
  }

  package var isEmpty: Bool { list.registries.isEmpty }

  package static let key = CodingUserInfoKey(rawValue: "Medley.registries")

  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  package mutating func insert<Base>(_ registry: PolymorphicRegistry<Base>) {
    let base = ObjectIdentifier(Base.self)
    list = List(list.registries.filter { $0.base != base } + [(base, registry.shared)])
  }

  private func registry(_ base: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    for (other, registry) in list.registries where other == base { return registry }
    return nil
  }

  /// Returns the registry for a base.
  func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    guard let registry = registry(ObjectIdentifier(base)) else { return nil }
    // Sound: `insert` stores it under this base.
    return unsafe unsafeDowncast(registry, to: SharedRegistry<Base>.self)
  }
}

// MARK: - Adding registries to decoders and encoders

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Adds a registry for the decoding or encoding of elements with its base.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo.register(media)
  /// ```
  ///
  /// It takes precedence over an installed registry for the same base, and replaces one that was
  /// added before.
  public mutating func register<Base>(_ registry: PolymorphicRegistry<Base>) {
    guard let key = RegistryScope.key else { return }
    var scope = self[key] as? RegistryScope ?? RegistryScope()
    scope.insert(registry)
    self[key] = scope
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Adds a registry for the decoding or encoding of elements with its base.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.register(media)
  /// let feed = try YAMLDecoder().decode(
  ///   Feed.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// It takes precedence over an installed registry for the same base, and replaces one that was
  /// added before.
  public mutating func register<Base>(_ registry: PolymorphicRegistry<Base>) {
    guard let key = RegistryScope.key else { return }
    var scope = self[key] as? RegistryScope ?? RegistryScope()
    scope.insert(registry)
    self[key] = scope
  }
}

// MARK: - Finding the registry

extension ElementReader {
  /// Returns the registry in the decoder's `userInfo`, or otherwise the installed one.
  package func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    if let registry = RegistryScope(decoder.userInfo)?.registry(for: base) { return registry }
    // While registries are built, reading the installed one would freeze it.
    return decoder.isSample ? nil : InstalledRegistries.frozen(for: base)
  }
}

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
/// A registry is frozen when it is first used, so that decoding needs no lock. Only the first use of
/// a base takes it, and a use without any registry, which is an error.
enum InstalledRegistries {
  private static let pending = Lock(TypeTable<any AnyObject & Sendable>())
  private static let frozen = TypeCache(limit: .max)

  static func install<Base>(_ registry: SharedRegistry<Base>) -> Bool {
    let base = ObjectIdentifier(Base.self)
    return pending.withLock { pending in
      guard unsafe frozen.find(base) == nil else { return false }
      pending.insert(registry, for: base)
      return true
    }
  }

  static func frozen<Base>(for type: Base.Type) -> SharedRegistry<Base>? {
    let base = ObjectIdentifier(type)
    if let known = unsafe frozen.find(base) {
      // Sound: a base has no other registries, and they are kept.
      return unsafe unsafeDowncast(known.takeUnretainedValue(), to: SharedRegistry<Base>.self)
    }
    if let registry = freeze(base, nil) { return registry as? SharedRegistry<Base> }
    // Without the lock: to make a declared registry may ask for others.
    guard let declared = DeclaredRegistry.registry(for: type) else { return nil }
    return freeze(base, declared) as? SharedRegistry<Base>
  }

  /// The registry of a base from now on: the one in use, the installed one, or the declared one.
  private static func freeze(
    _ base: ObjectIdentifier,
    _ declared: (any AnyObject & Sendable)?
  ) -> (any AnyObject & Sendable)? {
    pending.withLock { pending in
      guard let registry = pending[base] ?? declared else { return nil }
      return frozen.insert(registry, for: base)
    }
  }
}
