import Foundation

/// A keyed container for the members of one object.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: ContainerState

  @inline(__always) var index: DocumentIndex { state.index }

  var codingPath: [any CodingKey] { index.path(of: state.object) }

  var allKeys: [Key] {
    let document = index.document
    if document.options.convertsKeys {
      let members = document.convertedMembers(of: state.object)
      return keys { position in
        let name = document.memberKey(of: position + 1, in: state.object).stringValue
        return members[name] == position + 1 ? name : nil
      }
    }
    var names: Set<String> = []
    let isPlain = index.entries[state.object].flags == 0
    return keys { position in
      let name = index.string(at: position)
      return isPlain || names.insert(name).inserted ? name : nil
    }
  }

  /// Returns the keys of the members in order, by the names that a function returns for some of
  /// them.
  private func keys(_ name: (Int) -> String?) -> [Key] {
    var keys: [Key] = []
    let end = index.entries[state.object].end
    var position = state.object + IndexEntry.entriesPerContainer
    while position < end {
      if let key = name(position).flatMap({ Key(stringValue: $0) }) { keys.append(key) }
      position = index.next(position + 1)
    }
    return keys
  }

  /// Returns the position of the value under a key.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it is absent.
  @inline(__always) func required(_ key: Key) throws -> Int {
    let position = state.find(key)
    if position < 0 { throw index.missing(key, in: state.object) }
    return position
  }

  /// Returns the position of the value under a key; nil if it is absent or null.
  @inline(__always) func optional(_ key: Key) -> Int? {
    let position = state.find(key)
    return index.isNull(position) ? nil : position
  }

  // Finding a member is inlined for frequent types, and compiled once for all others, which saves
  // 20 KB.

  @inline(never) private func requiredMember(_ key: Key) throws -> Int { try required(key) }
  @inline(never) private func optionalMember(_ key: Key) -> Int? { optional(key) }

  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
    try index.integer(type, at: requiredMember(key))
  }

  @inline(__always) func integerIfPresent<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ key: Key
  ) throws -> Value? {
    try optionalMember(key).map { try index.integer(type, at: $0) }
  }

  func contains(_ key: Key) -> Bool { state.find(key) >= 0 }
  func decodeNil(forKey key: Key) throws -> Bool { index.isNull(try required(key)) }

  // MARK: - Decoding scalars

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try index.boolean(at: required(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(key).map { try index.boolean(at: $0) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try index.checkedString(at: required(key))
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(key).map { try index.checkedString(at: $0) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try index.conformingDouble(at: required(key))
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(key).map { try index.anyDouble(at: $0) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try index.conformingFloat(at: requiredMember(key))
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try optionalMember(key).map { try index.conformingFloat(at: $0) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try index.integer(at: required(key))
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(key).map { try index.integer(at: $0) }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfPresent(type, key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try integer(type, key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfPresent(type, key)
  }

  // MARK: - Decoding values

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try index.decode(type, at: required(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key).map { try index.decode(type, at: $0) }
  }

  // MARK: - Nesting

  private func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: index.document, position: position)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(at: required(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(at: required(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    superDecoder(at: state.find(named: "super"), PathKey(stringValue: "super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    superDecoder(at: state.find(key), key)
  }

  private func superDecoder(at position: Int, _ key: any CodingKey) -> any Decoder {
    position >= 0
      ? decoder(at: position)
      : AbsentDecoder(document: index.document, codingPath: codingPath + [key])
  }
}
