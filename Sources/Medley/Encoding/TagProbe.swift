/// Encodes a value only to see what it stores at one path.
///
/// Every other member is ignored, so a probe costs a pass over the fields and writes nothing.
final class TagProbe {
  enum Found {
    case nothing
    case null
    case tag(TypeTag)
    /// Something that is no tag, described for people.
    case other(String)
  }

  fileprivate(set) var found = Found.nothing

  private init() {}

  /// An encoder that ignores everything, for values that are refused where nothing can throw.
  static func ignoring(like encoder: any Encoder) -> any Encoder {
    ProbeEncoder(
      probe: TagProbe(),
      path: nil,
      codingPath: encoder.codingPath,
      userInfo: encoder.userInfo
    )
  }

  /// What `value` encodes at `path`; at the empty path, what it encodes as itself.
  ///
  /// - Throws: What the value throws when it is encoded.
  static func look(at value: some Encodable, path: [String], encoder: any Encoder) throws -> Found {
    let probe = TagProbe()
    try value.encode(
      to: ProbeEncoder(
        probe: probe,
        path: path[...],
        codingPath: encoder.codingPath,
        userInfo: encoder.userInfo
      )
    )
    return probe.found
  }

  /// Whether `payload` has a member under `key`.
  static func isStored(
    _ payload: some Encodable,
    under key: String,
    encoder: any Encoder
  ) throws -> Bool {
    if case .nothing = try look(at: payload, path: [key], encoder: encoder) { false } else { true }
  }

  /// The tag that `payload` stores at `path`, or nil if it stores none or null.
  ///
  /// - Throws: `EncodingError.invalidValue` if it stores something that is no tag.
  static func tag<Payload: Encodable>(
    storedBy payload: Payload,
    under path: [String],
    encoder: any Encoder
  ) throws -> TypeTag? {
    switch try look(at: payload, path: path, encoder: encoder) {
    case .nothing, .null: return nil
    case .tag(let tag): return tag
    case .other(let found):
      throw DiscriminatorError(
        noTagStoredBy: Payload.self,
        found: found,
        expected: nil,
        place: "under \"\(path.joined(separator: "."))\""
      ).encoding(payload, at: encoder.codingPath + path.map { WireKey($0) })
    }
  }
}

/// `path` is where the probe looks, from here on; nil: not here.
private struct ProbeEncoder: Encoder {
  let probe: TagProbe
  let path: ArraySlice<String>?
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    note(.other("an object"))
    return KeyedEncodingContainer(KeyedProbe<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    note(.other("an array"))
    return IgnoringContainer(encoder: ignoring)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ScalarProbe(encoder: self)
  }

  func note(_ found: TagProbe.Found) {
    if path?.isEmpty == true { probe.found = found }
  }

  var ignoring: ProbeEncoder {
    ProbeEncoder(probe: probe, path: nil, codingPath: codingPath, userInfo: userInfo)
  }

  /// The encoder of the member under `key`, or nil if nothing in it matters.
  func member(_ key: some CodingKey) -> ProbeEncoder? {
    guard let path, path.first == key.stringValue else { return nil }
    return ProbeEncoder(
      probe: probe,
      path: path.dropFirst(),
      codingPath: codingPath + [key],
      userInfo: userInfo
    )
  }
}

private struct KeyedProbe<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ProbeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.member(key)?.note(.null)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if let member = encoder.member(key) { try value.encode(to: member) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    (encoder.member(key) ?? encoder.ignoring).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    (encoder.member(key) ?? encoder.ignoring).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.ignoring }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.member(key) ?? encoder.ignoring
  }
}

private struct ScalarProbe: SingleValueEncodingContainer {
  let encoder: ProbeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.note(.null) }
  func encode(_ value: Bool) { encoder.note(.tag(.boolean(value))) }
  func encode(_ value: String) { encoder.note(.tag(.string(value))) }
  func encode(_ value: Double) { encoder.note(.other("\(value)")) }
  func encode(_ value: Float) { encoder.note(.other("\(value)")) }
  func encode(_ value: Int) { note(value) }
  func encode(_ value: Int8) { note(value) }
  func encode(_ value: Int16) { note(value) }
  func encode(_ value: Int32) { note(value) }
  func encode(_ value: Int64) { note(value) }
  func encode(_ value: UInt) { note(value) }
  func encode(_ value: UInt8) { note(value) }
  func encode(_ value: UInt16) { note(value) }
  func encode(_ value: UInt32) { note(value) }
  func encode(_ value: UInt64) { note(value) }

  func encode(_ value: some Encodable) throws {
    try value.encode(to: encoder)
  }

  private func note(_ value: some FixedWidthInteger) {
    encoder.note(Int64(exactly: value).map { .tag(.integer($0)) } ?? .other("\(value)"))
  }
}

private struct IgnoringContainer: UnkeyedEncodingContainer {
  let encoder: ProbeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  private(set) var count = 0

  init(encoder: ProbeEncoder) {
    self.encoder = encoder
  }

  mutating func encodeNil() { count += 1 }
  mutating func encode(_ value: some Encodable) { count += 1 }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    count += 1
    return encoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return encoder
  }
}
