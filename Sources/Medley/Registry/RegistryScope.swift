import MedleyBase

/// The registries of one decoder or encoder, by base.
///
/// All of them are under one key of `userInfo`. It is a class, so that ``EncoderRegistries`` can refer to
/// it without keeping it.
package final class RegistryScope: Sendable {
  /// The registries in a list, because there are few: hashing takes more than comparing.
  let registries: [RegistryCore]

  package init(_ registries: [RegistryCore] = []) {
    self.registries = registries
  }

  /// Returns the registries in user information; nil if there are none.
  package static func find(in userInfo: [CodingUserInfoKey: Any]) -> RegistryScope? {
    userInfo.value(of: RegistryScope.self, for: key)
  }

  /// Returns whether both have the same registries, and not only equal ones.
  package func isSame(as other: RegistryScope) -> Bool {
    registries.count == other.registries.count
      && registries.allSatisfy { other.registry($0.base) === $0 }
  }

  package var isEmpty: Bool { registries.isEmpty }

  package static let key = CodingUserInfoKey(own: "Medley.registries")

  package var userInfo: [CodingUserInfoKey: Any] { [Self.key: self] }

  /// Returns the same registries with another one, which replaces that for its base.
  package func inserting<Base>(_ registry: PolymorphicRegistry<Base>) -> RegistryScope {
    inserting(registry.shared.core)
  }

  @inline(never) fileprivate func inserting(_ registry: RegistryCore) -> RegistryScope {
    RegistryScope(registries.filter { $0.base != registry.base } + [registry])
  }

  /// Returns the registry for the base with an identity.
  func registry(_ base: ObjectIdentifier) -> RegistryCore? {
    registries.first { $0.base == base }
  }

  /// Returns the registry for a base.
  package func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    SharedRegistry(registry(ObjectIdentifier(base)))
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
    let scope = self[RegistryScope.key] as? RegistryScope ?? RegistryScope()
    set(scope.inserting(registry), for: RegistryScope.key)
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
    let scope = self[RegistryScope.key] as? RegistryScope ?? RegistryScope()
    set(scope.inserting(registry), for: RegistryScope.key)
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
    guard InstalledRegistries.install(shared.core) else {
      throw RegistrationError(
        .installedTooLate,
        """
        A registry for \(Base.self) is installed and was used already. Install at startup, before \
        the first decoding.
        """
      )
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
  private static let pending = Lock(RegistryScope())
  private static let frozen = TypeCache(limit: .max)

  static func install(_ registry: RegistryCore) -> Bool {
    // The replaced one is released without the lock, because its functions may be all that refers to
    // an object of the app.
    let replaced: RegistryScope? = pending.withLock { pending in
      guard frozen.find(registry.base) == nil else { return nil }
      defer { pending = pending.inserting(registry) }
      return pending
    }
    return replaced != nil
  }

  static func frozen<Base>(for type: Base.Type) -> SharedRegistry<Base>? {
    let base = ObjectIdentifier(type)
    if let known = frozen.find(base, as: RegistryCore.self) {
      return SharedRegistry(core: known.read { $0 })
    }
    // Without the lock: to make a declared registry may ask for others.
    return SharedRegistry(freeze(base, nil) ?? freeze(base, SharedRegistry<Base>.declared?.core))
  }

  /// The registry of a base from now on: the one in use, the installed one, or the declared one.
  private static func freeze(_ base: ObjectIdentifier, _ declared: RegistryCore?) -> RegistryCore? {
    pending.withLock { pending in
      guard let registry = pending.registry(base) ?? declared else { return nil }
      return frozen.insert(registry, for: base)
    }
  }
}

// MARK: - Finding the registry

extension RegistryScope {
  /// Returns the registry in the `userInfo` of a decoder, or otherwise the installed one.
  package static func registry<Base>(
    for base: Base.Type,
    of decoder: any Decoder
  ) -> SharedRegistry<Base>? {
    if let registry = find(in: decoder.userInfo)?.registry(for: base) { return registry }
    // While registries are built, reading the installed one would freeze it.
    return decoder.isSample ? nil : InstalledRegistries.frozen(for: base)
  }
}

/// The registries that have read an unknown element, for elements inside it and for decoding it later.
final class RegistryOrigin: OriginSource {
  /// The discriminator, which finds the payload in the content when it is decoded later.
  let discriminator: Discriminator?
  /// The registries of the decoder.
  let scope: RegistryScope?

  init(_ discriminator: Discriminator?, _ scope: RegistryScope?) {
    self.discriminator = discriminator
    self.scope = scope
  }

  func ownKeys(of tag: TypeTag?) -> [String] {
    guard let form = discriminator?.form else { return [] }
    var keys = form.tagPlace.outermostKeys
    // The key of the content may be the tag.
    if !form.tagPlace.isPayloadWhole, let key = tag?.keyText { keys.append(key) }
    return keys
  }
}

extension UnknownPayload.Origin {
  /// Creates the origin of an element that a decoder with registries has read.
  ///
  /// The discriminator is nil if none has read the element: its tag, if it has one, stands beside it.
  package convenience init(
    _ discriminator: Discriminator?,
    _ reason: UnknownPayload.Reason,
    in scope: RegistryScope?
  ) {
    self.init(reason, RegistryOrigin(discriminator, scope))
  }

  private var registryOrigin: RegistryOrigin? { source as? RegistryOrigin }
  var discriminator: Discriminator? { registryOrigin?.discriminator }
  var scope: RegistryScope? { registryOrigin?.scope }
}
