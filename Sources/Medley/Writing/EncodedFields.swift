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

  /// Whether a value of a type may decide that it isn't written, or be of a type that containers have a
  /// function for; an optional may.
  fileprivate static let special = TypeTest {
    $0 is any KeyedEncodable.Type || $0 is any FixedWidthInteger.Type || $0 == Float.self
      || $0 is any ExpressibleByNilLiteral.Type
  }
}

extension KeyedEncodingContainer<WireKey> {
  /// Encodes a field by the function that synthesised `Codable` calls for its type.
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
    // Casts of the values take an eighth of the time of an element.
    if Value.self == String.self { return try encode(same(value) as String, forKey: key) }
    if Value.self == Int.self { return try encode(same(value) as Int, forKey: key) }
    if Value.self == Bool.self { return try encode(same(value) as Bool, forKey: key) }
    if Value.self == Double.self { return try encode(same(value) as Double, forKey: key) }
    guard EncodedFields.special.passes(Value.self) else { return try encode(value, forKey: key) }
    switch value {
    case let value as any KeyedEncodable where mayOmit: try value.encode(into: &self, forKey: key)
    case let value as Float: try encode(value, forKey: key)
    case let value as Int8: try encode(value, forKey: key)
    case let value as Int16: try encode(value, forKey: key)
    case let value as Int32: try encode(value, forKey: key)
    case let value as Int64: try encode(value, forKey: key)
    case let value as UInt: try encode(value, forKey: key)
    case let value as UInt8: try encode(value, forKey: key)
    case let value as UInt16: try encode(value, forKey: key)
    case let value as UInt32: try encode(value, forKey: key)
    case let value as UInt64: try encode(value, forKey: key)
    default: try encode(value, forKey: key)
    }
  }
}
