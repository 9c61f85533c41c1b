/// The members of an object, as a decoder of the core provides them.
///
/// The standard library's protocol for keyed containers has 44 requirements, which are compiled for
/// each conforming type: 6 KB. So the core's decoders share one container over this protocol.
protocol ObjectMembers {
  var codingPath: [any CodingKey] { get }
  var names: [String] { get }

  func contains(_ key: any CodingKey) -> Bool
  func decodeNil(forKey key: any CodingKey) throws -> Bool
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: any CodingKey) throws -> Value

  /// Returns the decoder of a member, which must be present.
  func decoder(forKey key: any CodingKey) throws -> any Decoder

  func superDecoder() throws -> any Decoder
  func superDecoder(forKey key: any CodingKey) throws -> any Decoder
}

/// A keyed container for any `ObjectMembers`.
struct MembersContainer<Key: CodingKey>: GenericKeyedDecoding {
  private let members: any ObjectMembers

  init(_ members: any ObjectMembers) {
    self.members = members
  }

  var codingPath: [any CodingKey] { members.codingPath }
  var allKeys: [Key] { members.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members.contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool { try members.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try members.decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try members.decoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try members.decoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try members.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try members.superDecoder(forKey: key)
  }
}
