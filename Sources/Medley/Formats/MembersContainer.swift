/// The members of an object that one of the core's own decoders reads.
///
/// The standard library's protocol of keyed containers has 44 requirements, each of which is compiled
/// for each type that conforms: 6 KB. So the core's decoders share one container, which asks this.
protocol ObjectMembers {
  var codingPath: [any CodingKey] { get }
  var names: [String] { get }

  func contains(_ key: any CodingKey) -> Bool
  func decodeNil(forKey key: any CodingKey) throws -> Bool
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: any CodingKey) throws -> Value

  /// Returns the decoder of a member that has to be there.
  func decoder(forKey key: any CodingKey) throws -> any Decoder

  func superDecoder() throws -> any Decoder
  func superDecoder(forKey key: any CodingKey) throws -> any Decoder
}

/// A keyed container for members of any kind.
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
