import MedleyBase

/// What the containers of ``ObjectWriter`` and ``ObjectRecorder`` write to.
///
/// The standard library's protocols for containers have up to 46 requirements, which are compiled
/// for each conforming type: 6 KB. So both encoders share containers over this protocol.
protocol ContainerTarget: AnyObject {
  var codingPath: [any CodingKey] { get }

  /// Takes a member.
  ///
  /// - Returns: Whether it must be written to the container of the encoder.
  /// - Throws: `EncodingError.invalidValue` if the object has another value under the key.
  func takes(_ value: consuming RecordedValue, under key: WireKey) throws -> Bool

  /// Removes a member that was to be written, because its value threw an error.
  func removeMember(under key: WireKey)

  /// Returns the encoder of a container under a key, or nil if the encoder's own can be used.
  func encoder(under key: WireKey) -> (any Encoder)?

  /// Takes a scalar in place of an object.
  func set(_ scalar: RecordedValue) throws

  /// Encodes a value in place of the one around it.
  func encodeInPlace<Value: Encodable>(_ value: Value) throws
}

/// A keyed container whose members are recorded, or checked and written.
struct CheckedContainer<Key: CodingKey>: GenericKeyedEncoding {
  private let target: any ContainerTarget
  /// Records whether the keys can be made from their names, if that isn't known yet.
  private let lesson: KeyLesson?
  /// The container of the encoder; nil for a recorder.
  private var base: KeyedEncodingContainer<WireKey>?

  init(of recorder: ObjectRecorder) {
    target = recorder
    (lesson, base) = (nil, nil)
  }

  // Inlined: a function with the container looks up its metadata.
  @inline(__always) init(of writer: ObjectWriter, lesson: KeyLesson? = nil) {
    (target, self.lesson, base) = (writer, lesson, writer.container)
  }

  var codingPath: [any CodingKey] { target.codingPath }

  @inline(__always) private mutating func write(
    _ value: consuming RecordedValue,
    _ key: Key,
    _ encode: (inout KeyedEncodingContainer<WireKey>?, WireKey) throws -> Void
  ) throws {
    let key = note(key)
    guard try target.takes(value, under: key) else { return }
    do {
      try encode(&base, key)
    } catch {
      target.removeMember(under: key)
      throw error
    }
  }

  private func note(_ key: Key) -> WireKey {
    lesson?.learn(key)
    return WireKey(key)
  }

  mutating func encodeNil(forKey key: Key) throws {
    try write(.null, key) { try $0?.encodeNil(forKey: $1) }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try write(.boolean(value), key) { try $0?.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    try write(.string(value), key) { try $0?.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    try write(.integer(value), key) { try $0?.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    try write(.double(value), key) { try $0?.encode(value, forKey: $1) }
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try write(.value(value), key) { try $0?.encode(value, forKey: $1) }
  }

  /// The container of the encoder, where the target has no encoder for a key.
  private var own: KeyedEncodingContainer<WireKey> {
    // Only a recorder has none, and it has an encoder for each key, so no value leads here.
    guard let base else { preconditionFailure("A recorder has no container.") }
    return base
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let key = note(key)
    if let encoder = target.encoder(under: key) { return encoder.container(keyedBy: type) }
    var own = own
    return own.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = note(key)
    if let encoder = target.encoder(under: key) { return encoder.unkeyedContainer() }
    var own = own
    return own.nestedUnkeyedContainer(forKey: key)
  }

  func superEncoder() -> any Encoder {
    if let encoder = target.encoder(under: WireKey("super")) { return encoder }
    var own = own
    return own.superEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    let key = note(key)
    if let encoder = target.encoder(under: key) { return encoder }
    var own = own
    return own.superEncoder(forKey: key)
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
  private var checked: CheckedContainer<Key> { CheckedContainer(of: writer) }

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
    return checked.nestedContainer(keyedBy: type, forKey: key)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    if isFree(key) { return base.nestedUnkeyedContainer(forKey: key) }
    return checked.nestedUnkeyedContainer(forKey: key)
  }

  mutating func superEncoder() -> any Encoder { base.superEncoder() }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    if isFree(key) { return base.superEncoder(forKey: key) }
    return checked.superEncoder(forKey: key)
  }
}

/// A single-value container of a value that is recorded, or whose members share an object.
struct SingleContainer: SingleValueEncodingContainer, IntegerEncoding {
  let target: any ContainerTarget
  var codingPath: [any CodingKey] { target.codingPath }

  func encodeNil() throws { try target.set(.null) }
  func encode(_ value: Bool) throws { try target.set(.boolean(value)) }
  func encode(_ value: String) throws { try target.set(.string(value)) }
  func encode(_ value: Double) throws { try target.set(.double(value)) }
  func encode(_ value: Float) throws { try target.set(.scalar(value)) }
  func encode(_ value: Int) throws { try target.set(.integer(value)) }
  func encode(_ value: some EncodableInteger) throws { try target.set(.scalar(value)) }
  func encode(_ value: some Encodable) throws { try target.encodeInPlace(value) }
}
