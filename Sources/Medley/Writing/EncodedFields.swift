import MedleyBase

/// The fields of an element that is registered by functions.
struct EncodedFields: Encodable {
  let fields: KeyValuePairs<String, (any Encodable)?>
  /// Stands for the registration, whose elements mostly have the same fields.
  let order: ObjectIdentifier

  // The loops have a pattern. A loop over pairs that tests the value copies it twice, which takes 200
  // instructions more for each field.

  func encode(to encoder: any Encoder) throws {
    guard var target = try ObjectEncoders.fields(ordered: order, to: encoder) else {
      var container = encoder.container(keyedBy: WireKey.self)
      _ = try encode(to: &container, until: nil)
      return
    }
    for case (let key, let value?) in fields {
      try target.encode(value, named: key, mayOmit: true)
    }
  }

  /// Encodes the fields, up to one with a reserved key.
  ///
  /// - Returns: Whether there is none.
  func encode(
    to container: inout KeyedEncodingContainer<WireKey>,
    until reserved: ReservedKeys?
  ) throws -> Bool {
    for case (let key, let value?) in fields {
      guard reserved?.contains(key) != true else { return false }
      try encode(value, forKey: WireKey(key), to: &container)
    }
    return true
  }

  private func encode<Value: Encodable>(
    _ value: Value,
    forKey key: WireKey,
    to container: inout KeyedEncodingContainer<WireKey>
  ) throws {
    // Casts of the values take an eighth of the time of an element.
    if Value.self == String.self {
      try container.encode(same(value) as String, forKey: key)
    } else if Value.self == Int.self {
      try container.encode(same(value) as Int, forKey: key)
    } else if Value.self == Bool.self {
      try container.encode(same(value) as Bool, forKey: key)
    } else if Value.self == Double.self {
      try container.encode(same(value) as Double, forKey: key)
    } else if Self.keyed.passes(Value.self), let value = value as? any KeyedEncodable {
      try value.encode(into: &container, forKey: key)
    } else {
      try container.encode(value, forKey: key)
    }
  }

  /// Whether a type decides itself whether it is written.
  private static let keyed = TypeTest { $0 is any KeyedEncodable.Type }
}

extension EncodedFields {
  /// Creates an element of no fields.
  init() {
    fields = [:]
    order = ObjectIdentifier(EncodedFields.self)
  }
}
