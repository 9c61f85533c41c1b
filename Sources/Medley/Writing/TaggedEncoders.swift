import MedleyBase

/// What MedleyJSON's encoders do with a payload and its tag, without a writer that checks each member.
package enum TaggedEncoders {
  private static let registered = Lock<(any TaggedEncoding.Type)?>(nil)
  /// MedleyJSON's conformance, read when an encoder is MedleyJSON's, so after it was registered.
  private static let json = registered.withLock { $0 }

  /// Registers what MedleyJSON does, before it registers its encoders.
  package static func register(_ encoding: any TaggedEncoding.Type) {
    registered.withLock { $0 = encoding }
  }

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
    guard MedleyEncoders.isPlain(encoder) else { return false }
    return try json?.encode(payload, tagged: tag, to: encoder) ?? false
  }

  /// Returns the writer behind the encoder of a payload with a tag, or nil for other encoders.
  static func objectWriter(of encoder: some Encoder) -> ObjectWriter? {
    MedleyEncoders.isTagged(encoder) ? json?.objectWriter(of: encoder) : nil
  }
}

/// What MedleyJSON's encoders do with a payload and its tag; only `TaggedEncoders` conforms.
package protocol TaggedEncoding: SendableMetatype {
  /// Encodes a payload and its tag as one object; see ``TaggedEncoders``.
  static func encode(
    _ payload: some Encodable,
    tagged tag: PlainTag,
    to encoder: some Encoder
  ) throws -> Bool

  /// Returns the writer that checks the members of a payload with a tag.
  static func objectWriter(of encoder: some Encoder) -> ObjectWriter?
}
