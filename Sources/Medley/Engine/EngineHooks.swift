/// What Medley's own JSON engine does better than any `Decoder` can be asked to.
///
/// The core declares it, `MedleyJSON` makes ``Engine`` conform to ``EngineHooks``, and a dynamic cast
/// finds the conformance in every program that links both: nothing has to be set up. Each hook
/// answers nil for the decoders of others.
package protocol EngineHooks: SendableMetatype {
  /// The position of the entry that the tag of an element selects, if it is registered and stands
  /// where the tags say.
  static func position(of tags: IndexedTags, in decoder: some Decoder) -> Int?

  /// What was kept for a key while this document is decoded.
  static func cached(_ key: ObjectIdentifier, in decoder: some Decoder) -> AnyObject?

  /// Keeps an object for as long as this document is decoded.
  static func cache(_ object: AnyObject, for key: ObjectIdentifier, in decoder: some Decoder)
}

/// Medley's own JSON engine, if it is linked.
package enum Engine {
  static let hooks = (Engine.self as any Any.Type) as? any EngineHooks.Type
}
