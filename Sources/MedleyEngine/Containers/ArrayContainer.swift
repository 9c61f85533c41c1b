import MedleyBase

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
    let path = codingPath + [IndexKey(currentIndex)]
    let description = "Unkeyed container is at end."
    return .valueNotFound(type, .init(codingPath: path, debugDescription: description))
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

  /// Reads the next element, and goes on to the one after it.
  ///
  /// - Parameters:
  ///   - type: The type that an error at the end names.
  ///   - read: A function that reads the value at a position.
  /// - Returns: The value.
  /// - Throws: What `read` throws, and `DecodingError.valueNotFound` at the end.
  @inline(__always) private mutating func element<Value>(
    _ type: any Any.Type = Value.self,
    _ read: (DocumentIndex, Int) throws -> Value
  ) throws -> Value {
    let value = try read(index, current(type))
    advance()
    return value
  }

  mutating func decode(_: Bool.Type) throws -> Bool { try element { try $0.boolean(at: $1) } }

  mutating func decode(_: String.Type) throws -> String {
    try element { try $0.checkedString(at: $1) }
  }

  mutating func decode(_: Double.Type) throws -> Double {
    try element { try $0.conformingDouble(at: $1) }
  }

  mutating func decode(_: Float.Type) throws -> Float {
    try element { try $0.conformingFloat(at: $1) }
  }

  mutating func decode(_: Int.Type) throws -> Int { try element { try $0.integer(at: $1) } }

  @inline(__always)
  mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try element { try $0.integer(type, at: $1) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try element { try $0.integer(type, at: $1) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try element { try $0.integer(type, at: $1) }
  }

  // MARK: - Decoding values

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element(type) { try $0.decode(type, at: $1) }
  }

  /// Decodes null as nil.
  ///
  /// The default implementation passes the static type and not `type`.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  // MARK: - Nesting

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try element { try $0.decoder(at: $1).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element { try $0.decoder(at: $1).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try element((any Decoder).self) { $0.decoder(at: $1) }
  }
}
