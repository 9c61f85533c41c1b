import Medley

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
  @inline(never) private func remove(_ key: WireKey, after error: any Error) -> any Error {
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

// MARK: - Members

/// The members that the parts of a composition have written.
struct WrittenMembers {
  struct Member {
    let key: String
    /// Nil for a container.
    let value: RecordedValue?
    let owner: any Any.Type
    /// The number of the part.
    let part: Int

    init(_ key: String, _ value: RecordedValue?, _ owner: any Any.Type, _ part: Int) {
      self.key = key
      self.value = value
      self.owner = owner
      self.part = part
    }
  }

  /// The number of members up to which comparing their keys takes less than hashing one.
  private static let fewest = 16

  private var list: [Member] = []
  /// The positions of all members if there are more.
  private var positions: [String: Int] = [:]

  init() {
    list.reserveCapacity(12)
  }

  var keys: Set<String> { Set(list.map(\.key)) }

  subscript(position: Int) -> Member {
    get { list[position] }
    set { list[position] = newValue }
  }

  func position(of key: String) -> Int? {
    if !positions.isEmpty { return positions[key] }
    for position in list.indices where list[position].key == key { return position }
    return nil
  }

  /// Appends a member with a new key.
  @inline(never) mutating func append(_ member: consuming Member) {
    if !positions.isEmpty { positions[member.key] = list.count }
    list.append(member)
    if positions.isEmpty, list.count > Self.fewest {
      for (position, member) in list.enumerated() { positions[member.key] = position }
    }
  }

  /// Removes a member.
  ///
  /// - Returns: The member, so that its value is released after the change: that may run code of others.
  @inline(never) mutating func remove(_ key: String) -> Member? {
    guard let position = position(of: key) else { return nil }
    let removed = list[position]
    // The last one takes its place, because the order doesn't matter.
    let last = list.removeLast()
    positions[key] = nil
    guard position < list.count else { return removed }
    list[position] = last
    if !positions.isEmpty { positions[last.key] = position }
    return removed
  }
}
