/// A container of a part of a composition, which notes each member and writes it to the object.
struct PartContainer<Key: CodingKey>: GenericKeyedEncoding {
  private let writer: ObjectWriter
  private let parts: MergedParts
  private var base: KeyedEncodingContainer<WireKey>

  @inline(__always) init(of writer: ObjectWriter, in parts: MergedParts) {
    self.writer = writer
    self.parts = parts
    base = parts.container
  }

  var codingPath: [any CodingKey] { writer.codingPath }

  private func admits(_ value: RecordedValue, _ key: WireKey) throws -> Bool {
    try parts.admits(value, under: key, of: writer.owner)
  }

  /// Removes a member from the record, because its value threw an error.
  private func remove(_ key: WireKey, after error: any Error) -> any Error {
    parts.removeMember(under: key)
    return error
  }

  mutating func encodeNil(forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.null, key) else { return }
    do { try base.encodeNil(forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.boolean(value), key) else { return }
    do { try base.encode(value, forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.string(value), key) else { return }
    do { try base.encode(value, forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.integer(value), key) else { return }
    do { try base.encode(value, forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.double(value), key) else { return }
    do { try base.encode(value, forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let key = WireKey(key)
    guard try admits(.value(value), key) else { return }
    do { try base.encode(value, forKey: key) } catch { throw remove(key, after: error) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let key = WireKey(key)
    return writer.encoder(under: key)?.container(keyedBy: type)
      ?? base.nestedContainer(keyedBy: type, forKey: key)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = WireKey(key)
    return writer.encoder(under: key)?.unkeyedContainer()
      ?? base.nestedUnkeyedContainer(forKey: key)
  }

  mutating func superEncoder() -> any Encoder {
    writer.encoder(under: "super") ?? base.superEncoder()
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let key = WireKey(key)
    return writer.encoder(under: key) ?? base.superEncoder(forKey: key)
  }
}
