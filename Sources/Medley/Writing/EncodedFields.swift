import MedleyBase

/// The fields of an element that is registered by functions, or none.
struct EncodedFields: Encodable {
  var fields: KeyValuePairs<String, (any Encodable)?> = [:]
  /// Stands for the registration, whose elements mostly have the same fields.
  var order = ObjectIdentifier(EncodedFields.self)

  // The loops have a pattern. A loop over pairs that tests the value copies it twice, which takes 200
  // instructions more for each field.

  func encode(to encoder: any Encoder) throws {
    guard var target = try MedleyEncoders.fields(ordered: order, to: encoder) else {
      var container = encoder.container(keyedBy: WireKey.self)
      for case (let key, let value?) in fields {
        try container.encodeField(value, forKey: WireKey(key), mayOmit: true)
      }
      return
    }
    for case (let key, let value?) in fields {
      try target.encode(value, named: key, mayOmit: true)
    }
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
    // For the commonest types without the generic function, for which encoders make another encoder.
    if Value.self == String.self { return try encode(same(value) as String, forKey: key) }
    if Value.self == Int.self { return try encode(same(value) as Int, forKey: key) }
    if Value.self == Bool.self { return try encode(same(value) as Bool, forKey: key) }
    if Value.self == Double.self { return try encode(same(value) as Double, forKey: key) }
    guard mayOmit, !plainMembers.passes(Value.self), let value = value as? any KeyedEncodable else {
      return try encode(value, forKey: key)
    }
    try value.encode(into: &self, forKey: key)
  }
}
