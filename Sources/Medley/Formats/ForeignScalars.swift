/// What the core must know of Foundation's scalars without importing Foundation.
///
/// The core declares `ForeignScalars`, `MedleyFoundation` makes it conform to this protocol, and a
/// dynamic cast finds the conformance in every program that links both: nothing has to be set up.
package protocol ForeignScalarCoding: SendableMetatype {
  /// The value in the container, if its format has a type of its own for it.
  static func capture(_ container: any SingleValueDecodingContainer) -> PayloadValue.OpaqueScalar?

  /// A value of a foreign type, as a scalar; nil for other types.
  static func opaque(_ value: Any) -> PayloadValue.OpaqueScalar?

  /// Decodes a foreign type from a value, as the format's own decoder would; nil for other types.
  static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value?

  /// Encodes a number with all its digits; false if the encoder has no way to.
  static func encode(_ number: PayloadValue.NumberText, to encoder: any Encoder) throws -> Bool

  /// Some value of a foreign type; nil for other types.
  static func placeholder<Value>(for type: Value.Type) -> Value?

  /// Whether decoders and encoders give a type a form that its own `Codable` doesn't know.
  static func isSpecial(_ type: any Any.Type) -> Bool
}

/// The types that decoders treat in a way of their own, if `MedleyFoundation` is linked.
package enum ForeignScalars {
  private static let coding =
    (ForeignScalars.self as any Any.Type) as? any ForeignScalarCoding.Type

  static func capture(_ container: any SingleValueDecodingContainer) -> PayloadValue.OpaqueScalar? {
    coding?.capture(container)
  }

  static func opaque(_ value: Any) -> PayloadValue.OpaqueScalar? {
    coding?.opaque(value)
  }

  static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value? {
    try coding?.decode(type, from: value, at: path)
  }

  static func encode(_ number: PayloadValue.NumberText, to encoder: any Encoder) throws -> Bool {
    try coding?.encode(number, to: encoder) ?? false
  }

  static func placeholder<Value>(for type: Value.Type) -> Value? {
    coding?.placeholder(for: type)
  }

  static func isSpecial(_ type: any Any.Type) -> Bool {
    coding?.isSpecial(type) ?? false
  }
}
