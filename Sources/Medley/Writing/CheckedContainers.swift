import MedleyBase

/// A container of an ``ObjectWriter``, which checks each member and writes it.
struct CheckedContainer<Key: CodingKey>: GenericKeyedEncoding {
  private let writer: ObjectWriter
  /// The composition of a part that needs no other checks.
  private let parts: (any MergedObject)?
  /// Records whether the keys can be made from their names, if that isn't known yet.
  private let lesson: KeyLesson?
  private var base: KeyedEncodingContainer<WireKey>

  init(of writer: ObjectWriter, lesson: KeyLesson?) {
    (self.writer, self.lesson) = (writer, lesson)
    parts = nil
    base = writer.container
  }

  // Inlined: a function with the container looks up its metadata.
  @inline(__always) init(of writer: ObjectWriter, in parts: any MergedObject) {
    (self.writer, self.parts) = (writer, parts)
    lesson = nil
    base = parts.container
  }

  var codingPath: [any CodingKey] { writer.codingPath }

  @inline(__always) private mutating func write(
    _ value: consuming RecordedValue,
    _ key: Key,
    _ encode: (inout KeyedEncodingContainer<WireKey>, WireKey) throws -> Void
  ) throws {
    let key = note(key)
    guard try writer.admits(value, under: key, among: parts) else { return }
    do {
      try encode(&base, key)
    } catch {
      writer.removeMember(under: key)
      throw error
    }
  }

  private func note(_ key: Key) -> WireKey {
    lesson?.learn(key)
    return WireKey(key)
  }

  mutating func encodeNil(forKey key: Key) throws {
    try write(.null, key) { try $0.encodeNil(forKey: $1) }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try write(.boolean(value), key) { try $0.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    try write(.string(value), key) { try $0.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    try write(.integer(value), key) { try $0.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    try write(.double(value), key) { try $0.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try write(.value(value), key) { try $0.encode(value, forKey: $1) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let key = note(key)
    return writer.encoder(under: key)?.container(keyedBy: type)
      ?? base.nestedContainer(keyedBy: type, forKey: key)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = note(key)
    return writer.encoder(under: key)?.unkeyedContainer()
      ?? base.nestedUnkeyedContainer(forKey: key)
  }

  mutating func superEncoder() -> any Encoder {
    writer.encoder(under: "super") ?? base.superEncoder()
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let key = note(key)
    return writer.encoder(under: key) ?? base.superEncoder(forKey: key)
  }
}

/// A container of an encoder that merges those of one object, for a payload whose keys were seen.
///
///     title, year ──▶ the encoder's own container, with the payload's keys
///     type ─────────▶ `CheckedContainer`, unless it is the tag
///
/// It is generic over that container, which is always a `KeyedEncodingContainer`: a function that
/// names `KeyedEncodingContainer<Key>` looks up its metadata, 330 instructions for each member.
struct GuardedContainer<Key, Base: KeyedEncodingContainerProtocol>: GenericKeyedEncoding
where Base.Key == Key {
  private let writer: ObjectWriter
  private let reserved: ReservedKeys
  private var base: Base

  // Inlined for the same reason.
  @inline(__always) init(_ base: Base, of writer: ObjectWriter, reserving reserved: ReservedKeys) {
    (self.base, self.writer, self.reserved) = (base, writer, reserved)
  }

  var codingPath: [any CodingKey] { writer.codingPath }

  private func isFree(_ key: Key) -> Bool { !reserved.contains(key.stringValue) }

  /// A container for a member with the key of the tag.
  private var checked: CheckedContainer<Key> { CheckedContainer(of: writer, lesson: nil) }

  mutating func encodeNil(forKey key: Key) throws {
    if isFree(key) { return try base.encodeNil(forKey: key) }
    var checked = checked
    try checked.encodeNil(forKey: key)
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    if isFree(key) { try base.encode(value, forKey: key) } else { try check(value, key) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    if isFree(key) { return try base.encode(value, forKey: key) }
    guard try writer.isTag(value, under: key.stringValue) else { return try check(value, key) }
    if writer.takesTag() { try base.encode(value, forKey: key) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    if isFree(key) { try base.encode(value, forKey: key) } else { try check(value, key) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    if isFree(key) { try base.encode(value, forKey: key) } else { try check(value, key) }
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    if isFree(key) { return try base.encode(value, forKey: key) }
    // The raw value of an enum, mostly.
    guard let text = writer.text(of: value, under: key.stringValue),
      try writer.isTag(text, under: key.stringValue)
    else { return try check(value, key) }
    if writer.takesTag() { try base.encode(value, forKey: key) }
  }

  @inline(never) private func check(_ value: some Encodable, _ key: Key) throws {
    var checked = checked
    try checked.encode(value, forKey: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    if isFree(key) { return base.nestedContainer(keyedBy: type, forKey: key) }
    var checked = checked
    return checked.nestedContainer(keyedBy: type, forKey: key)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    if isFree(key) { return base.nestedUnkeyedContainer(forKey: key) }
    var checked = checked
    return checked.nestedUnkeyedContainer(forKey: key)
  }

  mutating func superEncoder() -> any Encoder { base.superEncoder() }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    if isFree(key) { return base.superEncoder(forKey: key) }
    var checked = checked
    return checked.superEncoder(forKey: key)
  }
}

/// A single-value container of a payload, whose value must have members.
struct InPlaceContainer: SingleValueEncodingContainer, IntegerEncoding {
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
  func encode(integer: some EncodableInteger) throws { throw refusal(integer) }
  func encode(_ value: some Encodable) throws { try writer.encodeInPlace(value) }
}
