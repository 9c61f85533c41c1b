/// Functions for Foundation's scalars, which the core calls without importing Foundation.
///
/// Only `ForeignScalars` conforms. The core declares it, `MedleyScalars` adds the conformance,
/// and a dynamic cast finds that in every program that links both, without a setup call.
package protocol ForeignScalarCoding: SendableMetatype {
  /// Returns the value of the container if only its format has the type.
  static func capture(
    _ container: any SingleValueDecodingContainer
  ) -> (any Codable & Hashable & Sendable)?

  /// Returns a value of a foreign type as a scalar, or nil for other types.
  static func opaque(_ value: Any) -> (any Codable & Hashable & Sendable)?

  /// Decodes a foreign type from a value, as the format's own decoder would; nil for other types.
  static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value?

  /// Encodes a number with all its digits, or returns false if the encoder can't.
  static func encode(number: String, to encoder: any Encoder) throws -> Bool

  /// Returns a placeholder of a foreign type, or nil for other types.
  static func placeholder<Value>(for type: Value.Type) -> Value?

  /// Returns whether decoders and encoders handle a type differently from its own `Codable`.
  static func isSpecial(_ type: any Any.Type) -> Bool
}

/// The types that decoders handle specially, if `MedleyScalars` is linked.
package enum ForeignScalars {
  /// The conformance; nil if it isn't linked.
  static let coding = (ForeignScalars.self as any Any.Type) as? any ForeignScalarCoding.Type
}
