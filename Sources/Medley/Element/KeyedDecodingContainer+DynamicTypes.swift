extension KeyedDecodingContainer {
  /// Decodes a member as a type that may be a subclass of the one that the compiler sees.
  ///
  /// The standard library's `decode(_:forKey:)` passes the static type on to the decoder.
  func decodeDynamically<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    guard type != Value.self, contains(key) else { return try decode(type, forKey: key) }
    return try type.init(from: superDecoder(forKey: key))
  }
}
