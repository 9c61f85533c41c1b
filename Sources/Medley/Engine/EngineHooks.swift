/// What Medley's own JSON engine does better than any `Decoder` can be asked to.
///
/// The core declares it, `MedleyJSON` makes ``Engine`` conform to ``EngineHooks``, and a dynamic cast
/// finds the conformance in every program that links both: nothing has to be set up. Each hook
/// answers nil for the decoders of others.
package protocol EngineHooks: SendableMetatype {
  /// The position of the entry that the tag of an element selects, if it is registered and stands
  /// where the tags say.
  static func position(of tags: IndexedTags, in decoder: some Decoder) -> Int?

  /// The registry that was kept for a base while this document is decoded.
  static func registry(
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  ) -> AnyObject?

  /// Keeps a registry for as long as this document is decoded.
  static func keep(
    _ registry: AnyObject,
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  )
}

/// Whose registry it is, of those that there may be for one base.
package enum RegistryOrigin {
  /// What the decoder was given, or what is installed.
  case decoder
  /// What an enum declares for itself.
  case base
}

/// Medley's own JSON engine, if it is linked.
package enum Engine {
  static let hooks = (Engine.self as any Any.Type) as? any EngineHooks.Type
}
