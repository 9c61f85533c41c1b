import Foundation

/// The decoder of one value.
///
/// It retains its document, because a type may store its decoder.
package struct ValueDecoder: Decoder {
  package let document: Document
  package let position: Int

  package init(document: Document, position: Int) {
    self.document = document
    self.position = position
  }

  @inline(__always) package var index: DocumentIndex { document.index }

  package var codingPath: [any CodingKey] { index.path(of: position) }
  package var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  @inline(__always) package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard index.kind(position) == .object else {
      throw index.mismatch([String: Any].self, at: position)
    }
    return index.container(keyedBy: type, at: position)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard index.kind(position) == .array else {
      throw index.mismatch([Any].self, at: position)
    }
    return ArrayContainer(document: document, array: position)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DocumentIndex {
  /// Returns the decoder of a value.
  package func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: document, position: position)
  }
}

// MARK: - Decoding a single value

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { index.isNull(position) }
  package func decode(_ type: Bool.Type) throws -> Bool { try index.boolean(at: position) }
  package func decode(_ type: String.Type) throws -> String {
    try index.completeString(at: position)
  }
  package func decode(_ type: Double.Type) throws -> Double { try index.anyDouble(at: position) }
  package func decode(_ type: Float.Type) throws -> Float {
    try index.conformingFloat(at: position)
  }
  package func decode(_ type: Int.Type) throws -> Int { try index.integer(at: position) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try index.integer(type, at: position) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try index.integer(type, at: position) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try index.integer(type, at: position) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try index.integer(type, at: position) }
  package func decode(_ type: UInt.Type) throws -> UInt { try index.integer(type, at: position) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try index.integer(type, at: position) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 {
    try index.integer(type, at: position)
  }
  package func decode(_ type: UInt32.Type) throws -> UInt32 {
    try index.integer(type, at: position)
  }
  package func decode(_ type: UInt64.Type) throws -> UInt64 {
    try index.integer(type, at: position)
  }

  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that decodes itself from a string may take a part of it for another value.
    if index.certainEnd != .max { try index.requireCompleteString(at: position) }
    return try index.decode(type, at: position)
  }
}
