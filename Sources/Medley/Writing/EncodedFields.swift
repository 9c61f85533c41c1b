import MedleyBase

/// The fields of an element that is registered by functions, or none.
struct EncodedFields: Encodable {
  var fields: KeyValuePairs<String, (any Encodable)?> = [:]
  /// Stands for the registration, whose elements mostly have the same fields.
  var order = ObjectIdentifier(EncodedFields.self)

  func encode(to encoder: any Encoder) throws {
    var target = try MedleyEncoders.fieldTarget(ordered: order, of: encoder)
    // A loop over pairs that tests the value copies it twice, 200 instructions for each field.
    for case (let key, let value?) in fields {
      try target.encode(value, named: key, mayOmit: true)
    }
  }
}

extension MedleyEncoders {
  /// Returns the target for the fields of an object.
  ///
  /// - Parameters:
  ///   - order: Stands for the order of the fields; see ``MedleyEncoder``.
  ///   - encoder: The encoder of the object.
  /// - Returns: A target without a container, where the encoder is Medley's and the members needn't
  ///   be checked, or one that writes to a container.
  /// - Throws: `EncodingError` if something else was encoded before.
  @inline(__always) static func fieldTarget(
    ordered order: ObjectIdentifier,
    of encoder: some Encoder
  ) throws -> any FieldTarget {
    // Returned at once: an optional target that is kept is copied, a tenth of an object's time.
    if let target = try fields(ordered: order, to: encoder) { return target }
    return ContainerFieldTarget(encoder)
  }
}

/// Writes fields with any encoder, through a container with their names as keys.
///
/// It is a class, because the size of a container is only known at run time.
private final class ContainerFieldTarget: FieldTarget {
  let encoder: any Encoder
  private var container: KeyedEncodingContainer<WireKey>

  // Never inlined: a function with the container looks up its metadata.
  @inline(never) init(_ encoder: any Encoder) {
    self.encoder = encoder
    container = encoder.container(keyedBy: WireKey.self)
  }

  func encode(_ value: String, _ key: FieldKey) throws { try encode(value: value, key) }
  func encode(_ value: Bool, _ key: FieldKey) throws { try encode(value: value, key) }
  func encode(_ value: Int, _ key: FieldKey) throws { try encode(value: value, key) }
  func encode(_ value: Double, _ key: FieldKey) throws { try encode(value: value, key) }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    try encode(value, named: key.string, mayOmit: true)
  }

  func encode<Value: Encodable>(_ value: Value, named name: String, mayOmit: Bool) throws {
    try container.encodeField(value, forKey: WireKey(name), mayOmit: mayOmit)
  }
}

extension KeyedEncodingContainer<WireKey> {
  /// Encodes a field as synthesised `Codable` does.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key of the field.
  ///   - mayOmit: Whether a value may decide that it isn't written.
  /// - Throws: What the value throws.
  mutating func encodeField<Value: Encodable>(
    _ value: Value,
    forKey key: WireKey,
    mayOmit: Bool
  ) throws {
    // Without the generic function, for which encoders make another encoder.
    if Value.self == String.self { return try encode(same(value) as String, forKey: key) }
    if Value.self == Int.self { return try encode(same(value) as Int, forKey: key) }
    if Value.self == Int64.self { return try encode(same(value) as Int64, forKey: key) }
    if Value.self == Bool.self { return try encode(same(value) as Bool, forKey: key) }
    if Value.self == Double.self { return try encode(same(value) as Double, forKey: key) }
    guard mayOmit, !plainMembers.passes(Value.self), let value = value as? any KeyedEncodable else {
      return try encode(value, forKey: key)
    }
    try value.encode(into: &self, forKey: key)
  }
}
