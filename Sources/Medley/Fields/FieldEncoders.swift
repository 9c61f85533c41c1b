import MedleyBase

/// What MedleyJSON's encoders do with a type that writes its fields.
package enum FieldEncoders {
  private static let registered = Lock<(any FieldEncoding.Type)?>(nil)
  /// MedleyJSON's conformance, read when there is an encoder of it, so after it was registered.
  private static let json = registered.withLock { $0 }

  /// Registers what MedleyJSON does, before it registers its encoders.
  package static func register(_ encoding: any FieldEncoding.Type) {
    registered.withLock { $0 = encoding }
  }

  /// Encodes the object of a type that writes its fields.
  ///
  /// - Returns: False, with nothing encoded, if the encoder isn't Medley's, or the members must be
  ///   checked one by one.
  /// - Throws: What the value throws, and `EncodingError` if something else was encoded before.
  @inline(__always) static func encode(
    fieldsOf value: some FieldEncodable,
    to encoder: some Encoder
  ) throws -> Bool {
    // It compares the types itself.
    guard MedleyEncoders.exist, let json else { return false }
    return try json.encode(fieldsOf: value, to: encoder)
  }
}

/// What MedleyJSON's encoders do with a type that writes its fields; only `FieldEncoders` conforms.
package protocol FieldEncoding: SendableMetatype {
  /// Encodes the object of a type that writes its fields; see ``FieldEncoders``.
  static func encode(fieldsOf value: some FieldEncodable, to encoder: some Encoder) throws -> Bool
}
