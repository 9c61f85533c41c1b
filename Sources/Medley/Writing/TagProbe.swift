import MedleyBase

/// An encoder that finds the tag that a payload stores under a key, and ignores all else.
///
///     payload ── encode(to:) ──▶ title, year ──▶ ignored
///                                type ─────────▶ the tag
///
/// It takes a third of what an `ObjectRecorder` takes, which keeps all members and so finds tags in
/// nested objects, and in payloads that aren't encoded member by member.
final class TagProbe: Encoder {
  private let base: any Encoder
  private let key: WireKey
  private let reserved: ReservedKeys
  /// The tag; nil as long as there is none, or null.
  private(set) var tag: TypeTag?
  private var hasMember = false
  /// Whether nothing else can be the tag: the payload is an object with one such member at most.
  private(set) var isCertain = true

  /// - Parameters:
  ///   - base: The encoder to which the payload is encoded later.
  ///   - key: The key of the tag.
  ///   - reserved: All keys that may be written as this one.
  init(before base: any Encoder, _ key: WireKey, among reserved: ReservedKeys) {
    (self.base, self.key, self.reserved) = (base, key, reserved)
  }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ProbedContainer(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isCertain = false
    return ignored.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    isCertain = false
    return ignored.singleValueContainer()
  }

  /// An encoder for what isn't looked at.
  fileprivate var ignored: ObjectRecorder { ObjectRecorder(before: base) }

  fileprivate func note(_ value: RecordedValue, _ name: String) {
    guard name == key.stringValue, !hasMember else {
      isCertain = false
      return
    }
    hasMember = true
    // A value that throws stores no tag. It throws again when it is written.
    switch try? StoredTag(value, in: ObjectRecorder(before: base, at: [key])) {
    case .tag(let stored)?: tag = stored
    case .other?: isCertain = false
    case .nothing?, .null?, nil: break
    }
  }

  /// Returns whether a key may be written as that of the tag.
  fileprivate func mayBeTag(_ key: some CodingKey) -> Bool { reserved.contains(key.stringValue) }

  /// Returns an encoder for a container under a key.
  fileprivate func encoder(under key: some CodingKey) -> ObjectRecorder {
    if mayBeTag(key) { isCertain = false }
    return ignored
  }
}

/// The keyed container of a ``TagProbe``.
private struct ProbedContainer<Key: CodingKey>: GenericKeyedEncoding {
  let probe: TagProbe
  var codingPath: [any CodingKey] { probe.codingPath }

  @inline(__always) private func note(_ key: Key, _ value: @autoclosure () -> RecordedValue) {
    if probe.mayBeTag(key) { probe.note(value(), key.stringValue) }
  }

  func encodeNil(forKey key: Key) { note(key, .null) }
  func encode(_ value: Bool, forKey key: Key) { note(key, .boolean(value)) }
  func encode(_ value: String, forKey key: Key) { note(key, .string(value)) }
  func encode(_ value: Int, forKey key: Key) { note(key, .integer(value)) }
  func encode(_ value: Double, forKey key: Key) { note(key, .double(value)) }
  func encode(_ value: some Encodable, forKey key: Key) { note(key, .value(value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    probe.encoder(under: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    probe.encoder(under: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { probe.encoder(under: WireKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { probe.encoder(under: key) }
}
