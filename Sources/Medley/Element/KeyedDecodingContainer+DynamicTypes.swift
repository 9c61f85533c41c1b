extension KeyedDecodingContainer {
  /// Decodes a member as a dynamic type, which may be a subclass of the static one.
  ///
  /// The standard library's `decode(_:forKey:)` passes the static type to the decoder.
  func decodeDynamically<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    guard type != Value.self, contains(key) else { return try decode(type, forKey: key) }
    return try type.init(from: superDecoder(forKey: key))
  }
}
