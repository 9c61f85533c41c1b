package import MedleyBase

/// What MedleyJSON's encoders do with a payload and its tag, without a writer that checks each member.
package enum TaggedEncoders {
  /// MedleyJSON's conformance, and the types of its encoders; nil if it isn't linked.
  private static let json = ((TaggedEncoders.self as any Any.Type) as? any TaggedEncoding.Type)
    .map { ($0, type: ObjectIdentifier($0.encoderType), tagged: ObjectIdentifier($0.taggedType)) }

  // All of them compare types, which takes a hundredth of a cast. They are generic, so that the type
  // is known: `type(of:)` takes 130 instructions.

  /// Encodes a payload and its tag as one object.
  ///
  /// - Returns: False, with nothing encoded, if the encoder isn't Medley's or something was encoded
  ///   before.
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  static func encode(
    _ payload: some Encodable,
    tagged tag: PlainTag,
    to encoder: some Encoder
  ) throws -> Bool {
    guard let json, isSame(encoder, json.type) else { return false }
    return try json.0.encode(payload, tagged: tag, to: encoder)
  }

  /// Begins the object of a type that writes its fields.
  ///
  /// - Returns: What takes the fields; nil if the encoder isn't Medley's, or they must be checked one by
  ///   one.
  /// - Throws: `EncodingError` if something else was encoded before.
  @inline(__always) static func beginFields(
    of type: any Any.Type,
    in encoder: some Encoder
  ) throws -> (any FieldTarget)? {
    guard let json, isSame(encoder, json.type) || isSame(encoder, json.tagged) else { return nil }
    return try json.0.beginFields(of: type, in: encoder)
  }

  /// Returns the writer behind the encoder of a payload with a tag, or nil for other encoders.
  static func objectWriter(of encoder: some Encoder) -> ObjectWriter? {
    guard let json, isSame(encoder, json.tagged) else { return nil }
    return json.0.objectWriter(of: encoder)
  }

  @inline(__always) private static func isSame<Other: Encoder>(
    _ encoder: Other,
    _ type: ObjectIdentifier
  ) -> Bool {
    ObjectIdentifier(Other.self) == type
  }
}

/// What MedleyJSON's encoders do with a payload and its tag; only `TaggedEncoders` conforms.
package protocol TaggedEncoding: SendableMetatype {
  /// MedleyJSON's encoder.
  static var encoderType: any Encoder.Type { get }

  /// MedleyJSON's encoder of payloads with a tag.
  static var taggedType: any Encoder.Type { get }

  /// Encodes a payload and its tag as one object; see ``TaggedEncoders``.
  static func encode(
    _ payload: some Encodable,
    tagged tag: PlainTag,
    to encoder: some Encoder
  ) throws -> Bool

  /// Begins the object of a type that writes its fields; see ``TaggedEncoders``.
  static func beginFields(
    of type: any Any.Type,
    in encoder: some Encoder
  ) throws -> (any FieldTarget)?

  /// Returns the writer that checks the members of a payload with a tag.
  static func objectWriter(of encoder: some Encoder) -> ObjectWriter?
}
