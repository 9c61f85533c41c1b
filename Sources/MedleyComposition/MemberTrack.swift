import Medley
import MedleyBase

/// A record of whether any of the requested members is present.
///
/// It distinguishes an absent optional part from an incomplete one. It is a class, because the
/// containers of one decoder add to the same record.
final class MemberTrack: DecoderObserver {
  fileprivate(set) var foundAny = false

  func observed<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>
  ) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(TrackingContainer(base: container, track: self))
  }

  func noteWhole(_ decoder: any Decoder) {
    // A value that is read as a whole, such as a dictionary, knows all members.
    if let members = try? decoder.container(keyedBy: WireKey.self), !members.allKeys.isEmpty {
      foundAny = true
    }
  }
}

private struct TrackingContainer<Key: CodingKey>: GenericKeyedDecoding {
  let base: KeyedDecodingContainer<Key>
  let track: MemberTrack

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  /// Returns the container, and notes whether a member is present.
  private func tracking(_ key: Key) -> KeyedDecodingContainer<Key> {
    if base.contains(key) { track.foundAny = true }
    return base
  }

  func contains(_ key: Key) -> Bool { tracking(key).contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool { try tracking(key).decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try tracking(key).decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try tracking(key).nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try tracking(key).nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try tracking(key).superDecoder(forKey: key)
  }
}
