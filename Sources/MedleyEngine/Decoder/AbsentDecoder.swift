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
  func decode(_ type: Float.Type) throws -> Float { throw absence(type) }
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    throw absence(type)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { throw absence(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw absence(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if TypePlan(type).isScalar { throw absence(type) }
    return try type.init(from: self)
  }
}
