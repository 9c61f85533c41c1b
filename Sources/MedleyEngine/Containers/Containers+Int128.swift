// The containers' methods for integers of 128 bits, which `Codable` has had since Swift 6.0. They
// are in extensions, because older Apple systems don't have the types.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ObjectContainer {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try integerIfPresent(type, key)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ArrayContainer {
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueDecoder {
  package func decode(_ type: Int128.Type) throws -> Int128 {
    try index.integer(type, at: position)
  }
  package func decode(_ type: UInt128.Type) throws -> UInt128 {
    try index.integer(type, at: position)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AbsentDecoder {
  func decode(_ type: Int128.Type) throws -> Int128 { throw absence(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw absence(type) }
}
