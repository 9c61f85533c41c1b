/// A keyed container for the members of one object.
///
/// A container of a pool owns nothing, because counting references for each member takes time; its
/// keeper is `Void`. Others keep their state alive.
struct ObjectEncodingContainer<Key: CodingKey, Keeper>: KeyedEncodingContainerProtocol {
  let state: EncodingContainerState
  let keeper: Keeper

  var codingPath: [any CodingKey] { state.path }

  @inline(never) private func write(integer: some FixedWidthInteger, _ key: Key) {
    if let member = state.begin(key) { member.writer.write(integer) }
  }

  /// Writes a member that may be refused, and is removed then.
  private func attempt(
    _ key: Key,
    _ body: (EncodingContainerState.Member) throws -> Void
  ) throws {
    guard let member = state.begin(key) else { return }
    let segmentCount = member.writer.segments.count
    do {
      try body(member)
    } catch {
      member.writer.removeMember(of: member.level, member.wasEmpty, segmentCount)
      throw error
    }
  }

  // MARK: - Encoding scalars

  func encodeNil(forKey key: Key) {
    if let member = state.begin(key) { member.writer.output.append("null") }
  }

  func encode(_ value: Bool, forKey key: Key) {
    if let member = state.begin(key) { member.writer.write(value) }
  }

  func encode(_ value: String, forKey key: Key) {
    if let member = state.begin(key) { member.writer.write(value) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else {
      try attempt(key) { try $0.writer.write(value, at: $0.level) }
      return
    }
    if let member = state.begin(key) { member.writer.output.append(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try attempt(key) { try $0.writer.write(value, at: $0.level) }
  }

  func encode(_ value: Int, forKey key: Key) {
    if let member = state.begin(key) { member.writer.output.append(value) }
  }

  func encode(_ value: Int8, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) { write(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) { write(integer: value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) { write(integer: value, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) { write(integer: value, key) }

  // MARK: - Encoding values

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard let member = state.begin(key) else { return }
    try member.writer.encode(value, in: member.level, wasEmpty: member.wasEmpty)
  }

  // MARK: - Nesting

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    state.nested(key)?.container(keyedBy: type) ?? JSONWriter.deadContainer()
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    state.nested(key)?.unkeyedContainer() ?? DeadEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    state.beginSuper() ?? DeadEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    guard let member = state.begin(key) else { return DeadEncoder() }
    return member.writer.nestedEncoder(in: member.level, key: key)
  }
}
