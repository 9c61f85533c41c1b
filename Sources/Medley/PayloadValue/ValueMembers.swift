/// The members of a kept object, for its container.
struct ValueMembers: ObjectMembers {
  private let members: [PayloadValue.Member]
  /// The first member of each key, by its key and by the key in camel case.
  private let positions: [String: Int]
  private let converted: [String: Int]
  private let decoder: PayloadValueDecoder

  init(_ members: [PayloadValue.Member], decoder: PayloadValueDecoder) {
    self.members = members
    self.decoder = decoder
    var (positions, converted) = ([String: Int](), [String: Int]())
    for (position, member) in members.enumerated() where positions[member.key] == nil {
      positions[member.key] = position
      guard member.key.utf8.contains(UInt8(ascii: "_")) else { continue }
      let key = SnakeCase.camelCase(member.key)
      if converted[key] == nil { converted[key] = position }
    }
    self.positions = positions
    self.converted = converted
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var names: [String] {
    members.indices.filter { positions[members[$0].key] == $0 }.map { members[$0].key }
  }

  private func value(_ name: String) -> PayloadValue? {
    (positions[name] ?? converted[name]).map { members[$0].value }
  }

  private func member(_ key: any CodingKey) throws -> PayloadValueDecoder {
    guard let value = value(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "No value associated with key \"\(key.stringValue)\"."
        )
      )
    }
    return decoder.inner(value, key)
  }

  func contains(_ key: any CodingKey) -> Bool { value(key.stringValue) != nil }

  func decodeNil(forKey key: any CodingKey) throws -> Bool { try member(key).value == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: any CodingKey) throws -> Value {
    try member(key).decode(type)
  }

  func decoder(forKey key: any CodingKey) throws -> any Decoder { try member(key) }

  /// Returns the decoder of a superclass, which decodes null if the member is absent, as with
  /// `JSONDecoder`.
  func superDecoder() throws -> any Decoder {
    let key = WireKey("super")
    return decoder.inner(positions["super"].map { members[$0].value } ?? .null, key)
  }

  func superDecoder(forKey key: any CodingKey) throws -> any Decoder {
    decoder.inner(value(key.stringValue) ?? .null, key)
  }
}
