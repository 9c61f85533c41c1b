/// The members of one part of a merged object.
struct MergingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: MergedObject
  let encoder: any Encoder

  var codingPath: [any CodingKey] { object.codingPath(encoder) }

  func encodeNil(forKey key: Key) throws {
    try object.encodeNil(forKey: key, to: encoder)
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    guard try object.admits(value, as: .boolean(value), forKey: key, to: encoder) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: String, forKey key: Key) throws {
    guard try object.admits(value, as: .string(value), forKey: key, to: encoder) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard try object.admits(value, as: nil, forKey: key, to: encoder) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard try object.admits(value, as: nil, forKey: key, to: encoder) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Int, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    guard try admits(value, forKey: key) else { return }
    try object.container.encode(value, forKey: WireKey(key))
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try object.encode(value, forKey: key, to: encoder)
  }

  private func admits(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws -> Bool {
    try object.admits(
      value,
      as: Int64(exactly: value).map { .integer($0) },
      forKey: key,
      to: encoder
    )
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    object.nestedContainer(keyedBy: type, forKey: key, encoder: encoder)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    object.nestedUnkeyedContainer(forKey: key, encoder: encoder)
  }

  func superEncoder() -> any Encoder {
    object.superEncoder(encoder: encoder)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    object.superEncoder(forKey: key, encoder: encoder)
  }
}
