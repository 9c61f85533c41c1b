package import Foundation
import MedleyEngine
import MedleyJSON

// MARK: - Decoding

extension Backend {
  /// Decodes a value from a JSON text.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - json: The text, which other formats transcode first.
  ///   - keys: How keys are converted.
  ///   - configure: Puts registries and the like into the decoder's `userInfo`.
  /// - Returns: The decoded value.
  /// - Throws: What the decoder throws, and ``BackendLimit`` for what the format can't hold.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from json: String,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Value {
    let data = try propertyListFormat.map { try propertyList(of: json, as: $0) }
    return try decode(
      type,
      fromEncoded: data ?? Data(json.utf8),
      keys: keys,
      userInfo: configure
    )
  }

  /// Decodes a value from data in this backend's own format.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    fromEncoded data: Data,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Value {
    var userInfo: UserInfo = [:]
    try configure(&userInfo)
    switch self {
    case .json, .dropIn:
      let decoder = makeJSONDecoder()
      // One by one: the dictionary's type on Apple's systems isn't that on Linux.
      for (key, value) in userInfo { decoder.userInfo[key] = value }
      decoder.keyDecodingStrategy = keys.decoding
      return try decoder.decode(type, from: data)
    case .engine:
      let decoder = PolymorphicJSONDecoder()
      decoder.userInfo = userInfo
      decoder.keyDecodingStrategy = keys.decoding
      return try decoder.decode(type, from: data)
    case .xmlPropertyList, .binaryPropertyList:
      guard keys == .asWritten else { throw BackendLimit.keyStrategy }
      let decoder = PropertyListDecoder()
      for (key, value) in userInfo { decoder.userInfo[key] = value }
      return try decoder.decode(type, from: data)
    }
  }
}

extension Backend {
  /// A `JSONDecoder`, or the engine in its place.
  package func makeJSONDecoder() -> JSONDecoder {
    self == .dropIn ? DropInJSONDecoder() : JSONDecoder()
  }

  /// A `JSONEncoder`, or the engine in its place.
  package func makeJSONEncoder() -> JSONEncoder {
    self == .dropIn ? DropInJSONEncoder() : JSONEncoder()
  }
}

// MARK: - Encoding

extension Backend {
  /// Encodes a value and gives back what was written, as a tree that can be compared.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - keys: How keys are converted.
  ///   - configure: Puts registries and the like into the encoder's `userInfo`.
  /// - Returns: What the encoder wrote.
  /// - Throws: What the encoder throws.
  package func encode(
    _ value: some Encodable,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> JSONTree {
    try tree(ofEncoded: encoded(value, keys: keys, userInfo: configure))
  }

  /// Encodes a value in this backend's own format.
  package func encoded(
    _ value: some Encodable,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Data {
    var userInfo: UserInfo = [:]
    try configure(&userInfo)
    switch self {
    case .engine:
      let encoder = PolymorphicJSONEncoder()
      encoder.userInfo = userInfo
      encoder.keyEncodingStrategy = keys.encoding
      return try encoder.encode(value)
    case .json, .dropIn:
      let encoder = makeJSONEncoder()
      for (key, value) in userInfo { encoder.userInfo[key] = value }
      encoder.keyEncodingStrategy = keys.encoding
      return try encoder.encode(value)
    case .xmlPropertyList, .binaryPropertyList:
      guard keys == .asWritten else { throw BackendLimit.keyStrategy }
      let encoder = PropertyListEncoder()
      encoder.outputFormat = propertyListFormat ?? encoder.outputFormat
      for (key, value) in userInfo { encoder.userInfo[key] = value }
      do {
        return try encoder.encode(value)
      } catch {
        // The encoder wraps what a type throws in an error of its own, about the whole value.
        guard case EncodingError.invalidValue(_, let context) = error else { throw error }
        throw context.underlyingError as? EncodingError ?? error
      }
    }
  }

  /// The tree that `data` in this backend's own format hold.
  package func tree(ofEncoded data: Data) throws -> JSONTree {
    if propertyListFormat == nil {
      try JSONTree(parsing: Array(data))
    } else {
      try PropertyListDecoder().decode(JSONTree.self, from: data)
    }
  }

  /// Encodes a value and decodes it again.
  ///
  /// Property lists have no scalar on top: give this an array, as feeds are.
  package func roundTrip<Value: Codable>(
    _ value: Value,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Value {
    let data = try encoded(value, keys: keys, userInfo: configure)
    return try decode(Value.self, fromEncoded: data, keys: keys, userInfo: configure)
  }
}
