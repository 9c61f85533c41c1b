/// A registry behind a reference, so that finding it for each element copies nothing.
final class RegistryBox<Base>: Sendable {
  let registry: PolymorphicRegistry<Base>
  private let tags: IndexedTags
  private let decoders: [AnyEntryDecoder]

  init(_ registry: PolymorphicRegistry<Base>) {
    self.registry = registry
    tags = registry.table.indexed
    decoders = registry.entries.map(\.decoder)
  }

  /// Decodes an element whose tag the engine knows, where nobody collects issues.
  ///
  /// - Returns: The element; nil if it takes the general way, where what fails is treated, too.
  @inline(__always) func decodeQuickly(
    _ hooks: any EngineHooks.Type,
    from decoder: any Decoder
  ) -> Base? {
    guard let position = hooks.position(of: tags, in: decoder),
      IssueCollector.listening(decoder.userInfo) == nil
    else { return nil }
    // Sound: they were made for this base.
    let entry = unsafe unsafeDowncast(decoders[position], to: EntryDecoder<Base>.self)
    return try? entry.decode(from: decoder)
  }
}

/// The registries of one decoder or encoder, by base.
///
/// All of them are under one key of `userInfo`.
struct RegistryScope: Sendable {
  private var boxes: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  init() {}

  init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard let key = Self.key, let scope = userInfo[key] as? RegistryScope else { return nil }
    self = scope
  }

  static let key = CodingUserInfoKey(rawValue: "Medley.registries")

  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  mutating func insert<Base>(_ registry: PolymorphicRegistry<Base>) {
    boxes[ObjectIdentifier(Base.self)] = RegistryBox(registry)
  }

  /// The registry for a base that a decoder was given, or else the installed one.
  static func registry<Base>(for base: Base.Type, in decoder: any Decoder) -> RegistryBox<Base>? {
    let key = ObjectIdentifier(base)
    if let kept = Engine.hooks?.registry(for: key, .decoder, in: decoder) {
      // Sound: what is kept for a base is its registry.
      return unsafe unsafeDowncast(kept, to: RegistryBox<Base>.self)
    }
    let box =
      registry(for: base, in: decoder.userInfo)
      ?? (decoder is SpecimenDecoder ? nil : InstalledRegistries.frozen(for: base))
    if let box { Engine.hooks?.keep(box, for: key, .decoder, in: decoder) }
    return box
  }

  /// The registry for a base that the coder was given.
  static func registry<Base>(
    for base: Base.Type,
    in userInfo: [CodingUserInfoKey: Any]
  ) -> RegistryBox<Base>? {
    guard let key, let scope = userInfo[key] as? RegistryScope else { return nil }
    return scope.boxes[ObjectIdentifier(base)] as? RegistryBox<Base>
  }
}

// MARK: - Giving registries to decoders and encoders

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Adds a registry for the decoding or encoding of elements with its base.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo.register(media)
  /// ```
  ///
  /// It comes before an installed registry for the same base, and replaces one that was added
  /// before.
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
  /// let feed = try YAMLDecoder().decode(Feed.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// It comes before an installed registry for the same base, and replaces one that was added
  /// before.
  public mutating func register<Base>(_ registry: PolymorphicRegistry<Base>) {
    guard let key = RegistryScope.key else { return }
    var scope = self[key] as? RegistryScope ?? RegistryScope()
    scope.insert(registry)
    self[key] = scope
  }
}
