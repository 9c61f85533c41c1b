/// The registries of one decoder or encoder, by base.
///
/// All of them are under one key of `userInfo`.
package struct RegistryScope: Sendable, Equatable {
  /// The registries in a list, because there are few: hashing takes more than comparing.
  private var registries: [(base: ObjectIdentifier, registry: any AnyObject & Sendable)] = []

  package init() {}

  package init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard let key = Self.key, let scope = userInfo[key] as? RegistryScope else { return nil }
    self = scope
  }

  /// Returns the registries of an encoder.
  init?(of encoder: any Encoder) {
    // Looking in the user information takes 700 instructions for each element.
    guard let own = MedleyEncoders.cast(encoder) else {
      self.init(encoder.userInfo)
      return
    }
    guard let scope = own.registries else { return nil }
    self = scope
  }

  /// Returns whether both have the same registries, and not only equal ones.
  package static func == (lhs: RegistryScope, rhs: RegistryScope) -> Bool {
    lhs.registries.count == rhs.registries.count
      && lhs.registries.allSatisfy { rhs.registry($0.base) === $0.registry }
  }

  package var isEmpty: Bool { registries.isEmpty }

  package static let key = CodingUserInfoKey(rawValue: "Medley.registries")

  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  package mutating func insert<Base>(_ registry: PolymorphicRegistry<Base>) {
    let base = ObjectIdentifier(Base.self)
    registries.removeAll { $0.base == base }
    registries.append((base, registry.shared))
  }

  private func registry(_ base: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    for (other, registry) in registries where other == base { return registry }
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
