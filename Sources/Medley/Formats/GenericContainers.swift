// The standard library refuses integers of 128 bits on behalf of a container that doesn't mention
// them, even if its generic method would take them. Those that say so here pass them to that method.

/// A container that decodes members of every type in one way.
protocol GenericKeyedDecoding: KeyedDecodingContainerProtocol {}

/// A container that decodes elements of every type in one way.
protocol GenericUnkeyedDecoding: UnkeyedDecodingContainer {}

/// A container that encodes members of every type in one way.
protocol GenericKeyedEncoding: KeyedEncodingContainerProtocol {}

/// A container that encodes elements of every type in one way.
protocol GenericUnkeyedEncoding: UnkeyedEncodingContainer {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GenericKeyedDecoding {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decodeGenerically(type, forKey: key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decodeGenerically(type, forKey: key)
  }

  private func decodeGenerically<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    try decode(type, forKey: key)
  }
}

extension GenericUnkeyedDecoding {
  /// The standard library's own passes the static type on, which may be a superclass.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GenericUnkeyedDecoding {
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try decodeGenerically(type)
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decodeGenerically(type)
  }

  private mutating func decodeGenerically<Value: Decodable>(
    _ type: Value.Type
  ) throws -> Value {
    try decode(type)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GenericKeyedEncoding {
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try encodeGenerically(value, forKey: key)
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try encodeGenerically(value, forKey: key)
  }

  private mutating func encodeGenerically(_ value: some Encodable, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GenericUnkeyedEncoding {
  mutating func encode(_ value: Int128) throws {
    try encodeGenerically(value)
  }

  mutating func encode(_ value: UInt128) throws {
    try encodeGenerically(value)
  }

  private mutating func encodeGenerically(_ value: some Encodable) throws {
    try encode(value)
  }
}
