/// The registries of one decoder or encoder, by base.
///
/// All of them are under one key of `userInfo`.
package struct RegistryScope: Sendable, Equatable {
  private var registries: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  package init() {}

  package init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard let key = Self.key, let scope = userInfo[key] as? RegistryScope else { return nil }
    self = scope
  }

  /// Returns whether both have the same registries, and not only equal ones.
  package static func == (lhs: RegistryScope, rhs: RegistryScope) -> Bool {
    lhs.registries.count == rhs.registries.count
      && lhs.registries.allSatisfy { base, registry in rhs.registries[base] === registry }
  }

  static let key = CodingUserInfoKey(rawValue: "Medley.registries")

  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  mutating func insert<Base>(_ registry: PolymorphicRegistry<Base>) {
    registries[ObjectIdentifier(Base.self)] = registry.shared
  }

  /// Returns the registry for a base.
  func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    guard let registry = registries[ObjectIdentifier(base)] else { return nil }
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
