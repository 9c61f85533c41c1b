import MedleyBase

/// Reads fields with any decoder, through a container with their names as keys.
extension SharedObjectDecoder: FieldSource {
  /// Returns the fields of an object, whose members may be open already.
  static func fields(of decoder: any Decoder) throws -> SharedObjectDecoder {
    try cast(decoder)
      ?? SharedObjectDecoder(decoder, decoder.container(keyedBy: WireKey.self))
  }

  /// The decoder itself where it can stand for the other one: its type tells the format.
  var decoder: any Decoder { DecoderTraits.copiesMembers(base) ? self : base }

  // MARK: Reading scalars

  func string(_ key: FieldKey) throws -> String {
    try members.decode(String.self, forKey: WireKey(key.string))
  }

  func stringIfPresent(_ key: FieldKey) throws -> String? {
    try members.decodeIfPresent(String.self, forKey: WireKey(key.string))
  }

  func boolean(_ key: FieldKey) throws -> Bool {
    try members.decode(Bool.self, forKey: WireKey(key.string))
  }

  func booleanIfPresent(_ key: FieldKey) throws -> Bool? {
    try members.decodeIfPresent(Bool.self, forKey: WireKey(key.string))
  }

  func double(_ key: FieldKey) throws -> Double {
    try members.decode(Double.self, forKey: WireKey(key.string))
  }

  func doubleIfPresent(_ key: FieldKey) throws -> Double? {
    try members.decodeIfPresent(Double.self, forKey: WireKey(key.string))
  }

  func integer(_ key: FieldKey) -> Int? { nil }

  // MARK: Reading values

  func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value {
    let key = WireKey(key.string)
    if isScalar(type) { return try scalar(type, key) }
    guard type == Value.self, plainMembers.passes(type) else { return try otherValue(type, key) }
    return try members.decode(type, forKey: key)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func otherValue<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey
  ) throws -> Value {
    guard type == Value.self else { return try members.decodeDynamically(type, forKey: key) }
    return try members.decode(key)
  }

  func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value? {
    let key = WireKey(key.string)
    if isScalar(type) { return try scalarIfPresent(type, key) }
    guard type == Value.self else {
      return try members.contains(key) && !members.decodeNil(forKey: key)
        ? members.decodeDynamically(type, forKey: key) : nil
    }
    if type is any KeyedDecodable.Type { return try members.decodeIfPresent(key) }
    return try members.decodeIfPresent(type, forKey: key)
  }

  // The functions of containers for numbers, which synthesised `Codable` calls: decoders may decode numbers
  // differently from other types. Comparisons need a tenth of the code of a conformance for each type.

  @inline(never) private func scalar<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey
  ) throws -> Value {
    if Value.self == Float.self { return same(try members.decode(Float.self, forKey: key)) }
    if Value.self == Int8.self { return same(try members.decode(Int8.self, forKey: key)) }
    if Value.self == Int16.self { return same(try members.decode(Int16.self, forKey: key)) }
    if Value.self == Int32.self { return same(try members.decode(Int32.self, forKey: key)) }
    if Value.self == Int64.self { return same(try members.decode(Int64.self, forKey: key)) }
    if Value.self == UInt.self { return same(try members.decode(UInt.self, forKey: key)) }
    if Value.self == UInt8.self { return same(try members.decode(UInt8.self, forKey: key)) }
    if Value.self == UInt16.self { return same(try members.decode(UInt16.self, forKey: key)) }
    if Value.self == UInt32.self { return same(try members.decode(UInt32.self, forKey: key)) }
    if Value.self == UInt64.self { return same(try members.decode(UInt64.self, forKey: key)) }
    return try members.decodeMember(type, forKey: key)
  }

  @inline(never) private func scalarIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey
  ) throws -> Value? {
    switch type {
    case is Float.Type: same(try members.decodeIfPresent(Float.self, forKey: key))
    case is Int8.Type: same(try members.decodeIfPresent(Int8.self, forKey: key))
    case is Int16.Type: same(try members.decodeIfPresent(Int16.self, forKey: key))
    case is Int32.Type: same(try members.decodeIfPresent(Int32.self, forKey: key))
    case is Int64.Type: same(try members.decodeIfPresent(Int64.self, forKey: key))
    case is UInt.Type: same(try members.decodeIfPresent(UInt.self, forKey: key))
    case is UInt8.Type: same(try members.decodeIfPresent(UInt8.self, forKey: key))
    case is UInt16.Type: same(try members.decodeIfPresent(UInt16.self, forKey: key))
    case is UInt32.Type: same(try members.decodeIfPresent(UInt32.self, forKey: key))
    case is UInt64.Type: same(try members.decodeIfPresent(UInt64.self, forKey: key))
    default: try members.decodeMemberIfPresent(type, forKey: key)
    }
  }

  func object(_ key: FieldKey) -> (any FieldSource)? { nil }

  func contains(_ key: FieldKey) -> Bool {
    members.contains(WireKey(key.string))
  }
}

/// Returns whether containers have functions of their own for a type.
private func isScalar(_ type: any Any.Type) -> Bool {
  type == String.self || type == Bool.self || type == Double.self || type == Float.self
    || type == Int.self
    || type == Int8.self || type == Int16.self || type == Int32.self || type == Int64.self
    || type == UInt.self || type == UInt8.self || type == UInt16.self || type == UInt32.self
    || type == UInt64.self
}
