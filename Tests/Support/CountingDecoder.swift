import Medley

/// A decoder that counts the requests to another one.
///
/// The counts show which path decoded an element if both give the same value.
package struct CountingDecoder: Decoder {
  /// The counted requests.
  package struct Counts: Hashable, Sendable {
    /// Containers with keys, whether for a tag or for a payload.
    package var keyedContainers = 0
    /// Any other containers.
    package var otherContainers = 0
    /// Members that may be absent.
    package var optionalMembers = 0
    /// Members that have to be there, and decoders of members.
    package var members = 0
    /// Which keys there are.
    package var keyQuestions = 0

    package init(
      keyedContainers: Int = 0,
      otherContainers: Int = 0,
      optionalMembers: Int = 0,
      members: Int = 0,
      keyQuestions: Int = 0
    ) {
      self.keyedContainers = keyedContainers
      self.otherContainers = otherContainers
      self.optionalMembers = optionalMembers
      self.members = members
      self.keyQuestions = keyQuestions
    }
  }

  /// The counts of one decoder, which its containers add to.
  package final class Counter {
    package fileprivate(set) var counts = Counts()
    /// Paths, each of which takes a time that is quadratic in its length on Foundation's decoders.
    package fileprivate(set) var paths = 0
    package init() {}
  }

  private let base: any Decoder
  private let counter: Counter
  private let isTransparent: Bool

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - base: The other decoder.
  ///   - counter: The counter of its requests.
  ///   - isTransparent: Whether it is treated as the other decoder is, and not as one of an unknown
  ///     format.
  package init(_ base: any Decoder, _ counter: Counter, isTransparent: Bool = false) {
    self.base = base
    self.counter = counter
    self.isTransparent = isTransparent
  }

  package var codingPath: [any CodingKey] {
    counter.paths += 1
    return base.codingPath
  }

  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    counter.counts.keyedContainers += 1
    return KeyedDecodingContainer(
      CountingContainer(base: try base.container(keyedBy: type), counter: counter)
    )
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    counter.counts.otherContainers += 1
    return try base.unkeyedContainer()
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    counter.counts.otherContainers += 1
    return try base.singleValueContainer()
  }
}

extension CountingDecoder: WrappingCoder {
  package var wrapped: Any? { isTransparent ? base : nil }
}

private struct CountingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let counter: CountingDecoder.Counter

  var codingPath: [any CodingKey] {
    counter.paths += 1
    return base.codingPath
  }

  var allKeys: [Key] {
    counter.counts.keyQuestions += 1
    return base.allKeys
  }

  func contains(_ key: Key) -> Bool {
    counter.counts.keyQuestions += 1
    return base.contains(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    counter.counts.keyQuestions += 1
    return try base.decodeNil(forKey: key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    counter.counts.optionalMembers += 1
    return try base.decodeIfPresent(type, forKey: key)
  }

  private func member<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    counter.counts.members += 1
    return try base.decode(type, forKey: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(type, key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    counter.counts.keyedContainers += 1
    return try base.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    counter.counts.otherContainers += 1
    return try base.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    counter.counts.members += 1
    return try base.superDecoder(forKey: key)
  }
}
