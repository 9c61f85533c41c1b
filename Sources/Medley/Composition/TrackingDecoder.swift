/// A decoder that records whether any of the requested members is present.
///
/// It distinguishes an absent optional part from an incomplete one.
struct TrackingDecoder: Decoder, WrappingCoder {
  final class Track {
    fileprivate(set) var foundAny = false
  }

  let base: any Decoder
  let track = Track()

  var wrapped: Any? { base }
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TrackingContainer(base: try base.container(keyedBy: type), track: track)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try base.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

private struct TrackingContainer<Key: CodingKey>: GenericKeyedDecoding {
  let base: KeyedDecodingContainer<Key>
  let track: TrackingDecoder.Track

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool {
    let isPresent = base.contains(key)
    if isPresent { track.foundAny = true }
    return isPresent
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    _ = contains(key)
    return try base.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    _ = contains(key)
    return try base.decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    _ = contains(key)
    return try base.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    _ = contains(key)
    return try base.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    try base.superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    _ = contains(key)
    return try base.superDecoder(forKey: key)
  }
}
