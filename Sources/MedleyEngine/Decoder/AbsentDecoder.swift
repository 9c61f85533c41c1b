/// The decoder of an absent value, such as a missing `super`, which decodes as null.
struct AbsentDecoder: Decoder, SingleValueDecodingContainer {
  let document: Document
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func absence(_ type: any Any.Type) -> DecodingError {
    document.index.mismatch(type, at: DocumentIndex.notFound, path: codingPath)
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    throw absence([String: Any].self)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw absence([Any].self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { true }
  func decode(_ type: Bool.Type) throws -> Bool { throw absence(type) }
  func decode(_ type: String.Type) throws -> String { throw absence(type) }
  func decode(_ type: Double.Type) throws -> Double { throw absence(type) }
  func decode(_ type: Float.Type) throws -> Float { throw absence(type) }
  func decode(_ type: Int.Type) throws -> Int { throw absence(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { throw absence(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { throw absence(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { throw absence(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { throw absence(type) }
  func decode(_ type: UInt.Type) throws -> UInt { throw absence(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { throw absence(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { throw absence(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { throw absence(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { throw absence(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if TypePlan(type).isScalar { throw absence(type) }
    return try type.init(from: self)
  }
}
