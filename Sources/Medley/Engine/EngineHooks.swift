/// What Medley's own JSON engine does better than any `Decoder` can be asked to.
///
/// The core declares it, `MedleyJSON` makes ``Engine`` conform to ``EngineHooks``, and a dynamic cast
/// finds the conformance in every program that links both: nothing has to be set up. Each hook
/// answers nil for the decoders of others.
package protocol EngineHooks: SendableMetatype {
  /// Looks up the tag of an element.
  static func lookUp(_ tags: IndexedTags, in decoder: some Decoder) -> TagLookup

  /// The bytes of the value that a decoder stands at.
  static func text(of decoder: some Decoder) -> ElementText?

  /// The value that a decoder stands at.
  static func value(of decoder: some Decoder) -> PayloadValue?

  /// Whether the value that a decoder stands at is an object or an array; nil if it is neither.
  static func shape(of decoder: some Decoder) -> ElementShape?

  /// Whether a decoder is the engine's own.
  static func owns(_ decoder: some Decoder) -> Bool

  /// The same error with its place in the document.
  static func located(_ error: DecodingError, in decoder: some Decoder) -> DecodingError

  /// The registry that was kept for a base while this document is decoded.
  static func registry(
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  ) -> AnyObject?

  /// Keeps a registry for as long as this document is decoded.
  ///
  /// It is made only where it is kept: the decoders of others would have one made for each element.
  static func keep(
    _ registry: @autoclosure () -> AnyObject,
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  )

  /// The fields of the object that a decoder stands at.
  ///
  /// - Throws: `DecodingError` if it doesn't stand at an object.
  static func fields(in decoder: some Decoder) throws -> (any FieldSource)?
}

/// What the engine finds where the tags of a registry stand.
package enum TagLookup {
  /// The position of the entry that the tag selects.
  case registered(Int)
  /// A string that no entry has for its tag.
  case unregistered(String)
  /// Anything else: the general way finds out what.
  case unclear
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
