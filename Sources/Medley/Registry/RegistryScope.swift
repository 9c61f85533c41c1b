/// A registry behind a reference, so that finding it for each element copies nothing.
final class RegistryBox<Base>: Sendable {
  let registry: PolymorphicRegistry<Base>
  let tags: IndexedTags
  let decoders: [AnyEntryDecoder]
  /// Whether an element that fails fails as a whole, so that there is nothing to keep of it.
  let throwsMalformed: Bool
  /// The form of the tag, if it is the usual one.
  private let form: PathForm?

  init(_ registry: PolymorphicRegistry<Base>) {
    self.registry = registry
    registry.table.buildIndex()
    tags = registry.table.indexed
    decoders = registry.entries.map(\.decoder)
    throwsMalformed = !registry.policies.malformed.keeps
    form = registry.discriminator.form as? PathForm
  }

  /// The entry for the tag of an element, where that is a registered string under a key.
  @inline(__always) private func position(
    _ hooks: (any EngineHooks.Type)?,
    in decoder: any Decoder
  ) -> Int? {
    switch hooks?.lookUp(tags, in: decoder) {
    case .registered(let position): position
    case .unregistered: nil
    case .unclear, nil: form?.quickly(locate: decoder, among: registry.table)?.position
    }
  }

  /// Decodes an element whose tag is a registered string under a key.
  ///
  /// - Returns: The element; nil if it takes the general way, and nothing is decoded yet.
  /// - Throws: What the general way would throw.
  @inline(__always) func decodeKnown(
    _ hooks: (any EngineHooks.Type)?,
    from decoder: any Decoder
  ) throws -> Base? {
    guard throwsMalformed, let position = position(hooks, in: decoder) else { return nil }
    // Sound: they were made for this base.
    let entry = unsafe unsafeDowncast(decoders[position], to: EntryDecoder<Base>.self)
    switch IssueCollector.beginning(decoder.userInfo) {
    case .inside(let mark):
      return try decode(entry, from: decoder, mark)
    case .outermost(let listener):
      return try listener.calling { try decode(entry, from: decoder, $0) }
    }
  }

  @inline(__always) private func decode(
    _ entry: EntryDecoder<Base>,
    from decoder: any Decoder,
    _ mark: IssueMark
  ) throws -> Base {
    do {
      let base = try entry.decode(from: decoder)
      if mark.hasIssues { mark.tagIssues(try registry.tag(in: decoder)) }
      return base
    } catch {
      mark.removeIssues()
      throw try registry.fault(error, in: decoder)
    }
  }

  /// Decodes an element whose tag is known to be registered nowhere.
  func decodeUnknown(_ tag: TypeTag, from decoder: any Decoder) throws -> Polymorphic<Base> {
    try registry.decodeUnknown(tag, from: decoder)
  }

  /// Decodes any element.
  ///
  /// - Throws: What the registry's policies say.
  func decode(from decoder: any Decoder) throws -> Polymorphic<Base> {
    let hooks = Engine.hooks
    if let base = try decodeKnown(hooks, from: decoder) { return .known(base) }
    if case .unregistered(let tag)? = hooks?.lookUp(tags, in: decoder) {
      return try registry.decodeUnknown(.string(tag), from: decoder)
    }
    return try registry.decode(from: decoder)
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

  /// The registries that a decoder was given.
  static func scope(of decoder: any Decoder) -> RegistryScope? {
    let key = ObjectIdentifier(ScopeBox.self)
    if let kept = Engine.hooks?.registry(for: key, .decoder, in: decoder) {
      // Sound: nothing else is kept under this type.
      return unsafe unsafeDowncast(kept, to: ScopeBox.self).scope
    }
    let scope = RegistryScope(decoder.userInfo)
    Engine.hooks?.keep(ScopeBox(scope), for: key, .decoder, in: decoder)
    return scope
  }

  /// A class, for what keeps it with a document.
  private final class ScopeBox {
    let scope: RegistryScope?

    init(_ scope: RegistryScope?) {
      self.scope = scope
    }
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
      ?? (decoder.isSample ? nil : InstalledRegistries.frozen(for: base))
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
