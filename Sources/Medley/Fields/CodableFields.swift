/// Fields of an object that any decoder decodes, through a container with their names as keys.
struct CodableFields: FieldSource {
  let decoder: any Decoder
  private let container: KeyedDecodingContainer<WireKey>

  init(_ decoder: any Decoder) throws {
    self.decoder = decoder
    container = try decoder.container(keyedBy: WireKey.self)
  }

  // MARK: Reading scalars

  func string(_ key: FieldKey) throws -> String {
    try container.decode(String.self, forKey: WireKey(key.string))
  }

  func stringIfPresent(_ key: FieldKey) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: WireKey(key.string))
  }

  func boolean(_ key: FieldKey) throws -> Bool {
    try container.decode(Bool.self, forKey: WireKey(key.string))
  }

  func booleanIfPresent(_ key: FieldKey) throws -> Bool? {
    try container.decodeIfPresent(Bool.self, forKey: WireKey(key.string))
  }

  func double(_ key: FieldKey) throws -> Double {
    try container.decode(Double.self, forKey: WireKey(key.string))
  }

  func doubleIfPresent(_ key: FieldKey) throws -> Double? {
    try container.decodeIfPresent(Double.self, forKey: WireKey(key.string))
  }

  func float(_ key: FieldKey) throws -> Float {
    try container.decode(Float.self, forKey: WireKey(key.string))
  }

  func floatIfPresent(_ key: FieldKey) throws -> Float? {
    try container.decodeIfPresent(Float.self, forKey: WireKey(key.string))
  }

  func integer(_ key: FieldKey) -> Int? { nil }

  // MARK: Reading values

  func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value {
    let key = WireKey(key.string)
    if let type = type as? any ContainedInteger.Type {
      return try cast(type.decode(from: container, forKey: key))
    }
    guard type == Value.self else { return try container.decodeDynamically(type, forKey: key) }
    return try container.decode(key)
  }

  func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value? {
    let key = WireKey(key.string)
    if let type = type as? any ContainedInteger.Type {
      return try type.decodeIfPresent(from: container, forKey: key).map(cast)
    }
    guard type == Value.self else {
      return try container.contains(key) && !container.decodeNil(forKey: key)
        ? container.decodeDynamically(type, forKey: key) : nil
    }
    if type is any KeyedDecodable.Type { return try container.decodeIfPresent(key) }
    return try container.decodeIfPresent(type, forKey: key)
  }

  func object(_ key: FieldKey) -> (any FieldSource)? { nil }

  func contains(_ key: FieldKey) -> Bool {
    container.contains(WireKey(key.string))
  }

  // MARK: Reading in other ways

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try decoder.container(keyedBy: type)
  }

  private func cast<Value, Same>(_ value: Value) -> Same {
    // The callers compare the types first: no data gets here.
    guard let same = value as? Same else { preconditionFailure("The types are the same.") }
    return same
  }
}

/// An integer that containers have a function of their own for, which synthesised `Codable` calls.
///
/// Decoders may treat it otherwise than a value of any type.
private protocol ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self?
}

extension Int: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int {
    try container.decode(Int.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int? {
    try container.decodeIfPresent(Int.self, forKey: key)
  }
}

extension Int8: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int8 {
    try container.decode(Int8.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int8? {
    try container.decodeIfPresent(Int8.self, forKey: key)
  }
}

extension Int16: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int16 {
    try container.decode(Int16.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int16? {
    try container.decodeIfPresent(Int16.self, forKey: key)
  }
}

extension Int32: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int32 {
    try container.decode(Int32.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int32? {
    try container.decodeIfPresent(Int32.self, forKey: key)
  }
}

extension Int64: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int64 {
    try container.decode(Int64.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Int64? {
    try container.decodeIfPresent(Int64.self, forKey: key)
  }
}

extension UInt: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt {
    try container.decode(UInt.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt? {
    try container.decodeIfPresent(UInt.self, forKey: key)
  }
}

extension UInt8: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt8 {
    try container.decode(UInt8.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt8? {
    try container.decodeIfPresent(UInt8.self, forKey: key)
  }
}

extension UInt16: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt16 {
    try container.decode(UInt16.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt16? {
    try container.decodeIfPresent(UInt16.self, forKey: key)
  }
}

extension UInt32: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt32 {
    try container.decode(UInt32.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt32? {
    try container.decodeIfPresent(UInt32.self, forKey: key)
  }
}

extension UInt64: ContainedInteger {
  static func decode<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt64 {
    try container.decode(UInt64.self, forKey: key)
  }

  static func decodeIfPresent<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> UInt64? {
    try container.decodeIfPresent(UInt64.self, forKey: key)
  }
}
