package import MedleyBase

/// Reads the fields of an object from the index of a document, without a container and a decoder.
///
/// It has no references and fits into an existential, so it costs nothing to copy and release. It
/// doesn't retain the document, because a reader is valid only while its object is decoded.
package struct IndexedFields: FieldSource {
  private let index: DocumentIndex
  private var cursor: MemberCursor

  /// - Parameters:
  ///   - index: The index, which must outlive this value.
  ///   - object: The position of the object.
  ///   - tag: The member with the tag, which is skipped.
  @inline(__always)
  package init(_ index: DocumentIndex, at object: Int, passing tag: Int = DocumentIndex.notFound) {
    self.index = index
    cursor = MemberCursor(index, object, passing: tag, converting: index.convertsKeys)
    if index.convertsKeys { index.document.readAsObject(object) }
  }

  @inline(__always) private var object: Int { cursor.object }

  // MARK: Finding fields

  /// Returns the position of the value of a field, or `DocumentIndex.notFound`.
  @inline(__always) private mutating func find(_ key: FieldKey) -> Int {
    let value = cursor.findNext(KeyPattern(key), in: index)
    return value >= 0 ? value : findFurther(key)
  }

  @inline(never) private mutating func findFurther(_ key: FieldKey) -> Int {
    guard index.convertsKeys else { return cursor.find(KeyPattern(key), in: index) }
    return cursor.isPlain
      ? index.findConverted(key.string, in: object)
      : index.document.convertedMember(key.string, of: object)
  }

  /// Returns the position of the value of a field.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it is absent.
  @inline(__always) private mutating func required(_ key: FieldKey) throws -> Int {
    let position = find(key)
    if position < 0 { throw missing(key) }
    return position
  }

  @inline(never) private func missing(_ key: FieldKey) -> DecodingError {
    index.missing(WireKey(key.string), in: object)
  }

  /// Returns the position of the value of a field; nil if it is absent or null.
  @inline(__always) private mutating func optional(_ key: FieldKey) -> Int? {
    let position = find(key)
    return index.isNull(position) ? nil : position
  }

  // MARK: Reading scalars

  package mutating func string(_ key: FieldKey) throws -> String {
    try index.checkedString(at: required(key))
  }

  package mutating func stringIfPresent(_ key: FieldKey) throws -> String? {
    try optional(key).map { try index.checkedString(at: $0) }
  }

  package mutating func boolean(_ key: FieldKey) throws -> Bool {
    try index.boolean(at: required(key))
  }

  package mutating func booleanIfPresent(_ key: FieldKey) throws -> Bool? {
    try optional(key).map { try index.boolean(at: $0) }
  }

  package mutating func double(_ key: FieldKey) throws -> Double {
    try index.conformingDouble(at: required(key))
  }

  package mutating func doubleIfPresent(_ key: FieldKey) throws -> Double? {
    try optional(key).map { try index.conformingDouble(at: $0) }
  }

  package mutating func integer(_ key: FieldKey) -> Int? {
    index.sureInteger(at: find(key))
  }

  // MARK: Reading values

  package mutating func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value {
    if index.decidesOnAbsence(type), let planner = index.state.planner {
      return try planner.member(type, WireKey(key.string), of: decoder)
    }
    return try index.decode(type, at: required(key))
  }

  package mutating func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value? {
    guard let position = optional(key) else { return nil }
    if index.decidesOnAbsence(type), let planner = index.state.planner {
      return try planner.member(type, WireKey(key.string), of: decoder)
    }
    return try index.decode(type, at: position)
  }

  package mutating func object(_ key: FieldKey) throws -> (any FieldSource)? {
    try index.fields(at: required(key))
  }

  package mutating func contains(_ key: FieldKey) -> Bool {
    find(key) >= 0
  }

  // MARK: Reading in other ways

  @inline(never) package var decoder: any Decoder {
    ValueDecoder(document: index.document, position: object)
  }
}

// MARK: - Making readers

extension DocumentIndex {
  /// Returns a reader for the fields of an object.
  ///
  /// - Throws: `DecodingError` if the value isn't an object.
  package func fields(at position: Int) throws -> IndexedFields {
    try require(.object, at: position)
    return IndexedFields(self, at: position)
  }
}
