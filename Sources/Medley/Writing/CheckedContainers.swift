import MedleyBase

/// A container of an ``ObjectWriter``, which checks each member and writes it.
struct CheckedContainer<Key: CodingKey>: GenericKeyedEncoding {
  let writer: ObjectWriter
  /// Records whether the keys can be made from their names, if that isn't known yet.
  let lesson: KeyLesson?

  var codingPath: [any CodingKey] { writer.codingPath }

  private func write(
    _ value: RecordedValue,
    _ key: Key,
    _ encode: (inout KeyedEncodingContainer<WireKey>, WireKey) throws -> Void
  ) throws {
    let key = note(key)
    guard try writer.admits(value, under: key) else { return }
    var container = writer.container
    do {
      try encode(&container, key)
    } catch {
      writer.removeMember(under: key)
      throw error
    }
  }

  private func note(_ key: Key) -> WireKey {
    lesson?.learn(key)
    return WireKey(key)
  }

  func encodeNil(forKey key: Key) throws {
    try write(.null, key) { try $0.encodeNil(forKey: $1) }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try write(.boolean(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: String, forKey key: Key) throws {
    try write(.string(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try write(.integer(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try write(.double(value), key) { try $0.encode(value, forKey: $1) }
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try write(.value(value), key) { try $0.encode(value, forKey: $1) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key)?.container(keyedBy: type)
      ?? container.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key)?.unkeyedContainer()
      ?? container.nestedUnkeyedContainer(forKey: key)
  }

  func superEncoder() -> any Encoder {
    var container = writer.container
    return writer.encoder(under: "super") ?? container.superEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    let key = note(key)
    var container = writer.container
    return writer.encoder(under: key) ?? container.superEncoder(forKey: key)
  }
}

/// A single-value container of a payload, whose value must have members.
struct InPlaceContainer: SingleValueEncodingContainer {
  let writer: ObjectWriter
  var codingPath: [any CodingKey] { writer.codingPath }

  private func refusal(_ value: Any) -> EncodingError {
    writer.refusal("a single value", of: value)
  }

  func encodeNil() throws { throw writer.refusal("null", of: Any?.none as Any) }
  func encode(_ value: Bool) throws { throw refusal(value) }
  func encode(_ value: String) throws { throw refusal(value) }
  func encode(_ value: Double) throws { throw refusal(value) }
  func encode(_ value: Float) throws { throw refusal(value) }
  func encode(_ value: Int) throws { throw refusal(value) }
  func encode(_ value: Int8) throws { throw refusal(value) }
  func encode(_ value: Int16) throws { throw refusal(value) }
  func encode(_ value: Int32) throws { throw refusal(value) }
  func encode(_ value: Int64) throws { throw refusal(value) }
  func encode(_ value: UInt) throws { throw refusal(value) }
  func encode(_ value: UInt8) throws { throw refusal(value) }
  func encode(_ value: UInt16) throws { throw refusal(value) }
  func encode(_ value: UInt32) throws { throw refusal(value) }
  func encode(_ value: UInt64) throws { throw refusal(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { throw refusal(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { throw refusal(value) }

  func encode(_ value: some Encodable) throws { try writer.encodeInPlace(value) }
}
