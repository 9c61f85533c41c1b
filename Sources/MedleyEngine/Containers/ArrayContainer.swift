import Foundation

/// An unkeyed container for the elements of one array.
///
/// It has 24 bytes, so an existential holds it without a box.
struct ArrayContainer: UnkeyedDecodingContainer {
  private let document: Document
  private let array: Int32
  private let end: Int32
  private var position: Int32
  private var ordinal: Int32

  init(document: Document, array: Int) {
    self.document = document
    self.array = Int32(truncatingIfNeeded: array)
    end = Int32(truncatingIfNeeded: document.index.entries[array].end)
    position = Int32(truncatingIfNeeded: array &+ IndexEntry.entriesPerContainer)
    ordinal = 0
  }

  @inline(__always) var index: DocumentIndex { document.index }

  var codingPath: [any CodingKey] { index.path(of: Int(array)) }
  var count: Int? { index.size(Int(array)) }
  var isAtEnd: Bool { position >= end }
  var currentIndex: Int { Int(ordinal) }

  /// Returns the position of the next element.
  @inline(__always) func current(_ type: any Any.Type) throws -> Int {
    if position >= end { throw endError(type) }
    return Int(position)
  }

  @inline(never) private func endError(_ type: any Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [PathKey(intValue: currentIndex)],
        debugDescription: "Unkeyed container is at end."
      )
    )
  }

  @inline(__always) mutating func advance() {
    position = Int32(truncatingIfNeeded: index.next(Int(position)))
    ordinal &+= 1
  }

  // MARK: - Decoding scalars

  mutating func decodeNil() throws -> Bool {
    guard index.isNull(try current(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try index.boolean(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try index.checkedString(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try index.conformingDouble(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try index.conformingFloat(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try index.integer(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try index.integer(type, at: current(type))
    advance()
    return value
  }

  // MARK: - Decoding values

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try index.decode(type, at: current(type))
    advance()
    return value
  }

  /// Decodes null as nil.
  ///
  /// The default implementation passes the static type and not `type`.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  // MARK: - Nesting

  private func decoder(_ type: any Any.Type) throws -> ValueDecoder {
    ValueDecoder(document: document, position: try current(type))
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try decoder(KeyedDecodingContainer<Key>.self).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder((any UnkeyedDecodingContainer).self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder((any Decoder).self)
    advance()
    return decoder
  }
}
