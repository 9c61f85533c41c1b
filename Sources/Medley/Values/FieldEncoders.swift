package import MedleyBase

/// What MedleyJSON's encoders do with the fields of an object.
package enum FieldEncoders {
  private static let registered = Lock<(any FieldEncoding.Type)?>(nil)
  /// MedleyJSON's conformance, read when there is an encoder of it, so after it was registered.
  private static let json = registered.withLock { $0 }

  /// Registers what MedleyJSON does, before it registers its encoders.
  package static func register(_ encoding: any FieldEncoding.Type) {
    registered.withLock { $0 = encoding }
  }

  /// Begins the fields of an object.
  ///
  /// - Parameters:
  ///   - order: Stands for the order of the fields, as a type or a registration does: objects with
  ///     the same one mostly have the same fields.
  ///   - encoder: The encoder of the object.
  /// - Returns: A target of fields; nil, with nothing encoded, if the encoder isn't Medley's, or the
  ///   members must be checked one by one.
  /// - Throws: `EncodingError` if something else was encoded before.
  @inline(__always) static func fields(
    ordered order: ObjectIdentifier,
    to encoder: some Encoder
  ) throws -> (any FieldTarget)? {
    // It compares the types itself.
    guard MedleyEncoders.exist, let json else { return nil }
    return try json.fields(ordered: order, to: encoder)
  }
}

/// What MedleyJSON's encoders do with the fields of an object; only `FieldEncoders` conforms.
package protocol FieldEncoding: SendableMetatype {
  /// Begins the fields of an object; see ``FieldEncoders``.
  static func fields(
    ordered order: ObjectIdentifier,
    to encoder: some Encoder
  ) throws -> (any FieldTarget)?
}

extension FieldTarget {
  /// Encodes a tag as a field.
  mutating func encodeTag(_ tag: TypeTag, named name: String) throws {
    switch tag {
    case .string(let string): try encode(string, named: name, mayOmit: false)
    case .integer(let integer): try encode(integer, named: name, mayOmit: false)
    case .boolean(let boolean): try encode(boolean, named: name, mayOmit: false)
    case .compound: try encode(tag, named: name, mayOmit: false)
    }
  }
}
