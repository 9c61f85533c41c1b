import Medley

/// Fields that are read from the index of a document: no container, no key, no decoder.
///
/// It is trivial, and fits into an existential: making one, copying it and letting it go cost next
/// to nothing. The document outlives it, since a reader can't outlive the decoding of its object.
struct IndexedFields: FieldSource {
  private let index: DocumentIndex
  private let headWord: Int32
  /// The member that is expected next.
  private var nextWord: Int32
  /// The member that is the tag, which is passed by; negative if there is none.
  private let tagWord: Int32
  /// Where the members end; 0 if keys can't simply be compared: where they are converted, repeated,
  /// escaped or very many.
  private let plainEnd: Int32

  /// - Parameters:
  ///   - index: The index, which outlives this.
  ///   - head: An object.
  ///   - tag: A member that isn't expected, since it is read already.
  @inline(__always) init(
    _ index: DocumentIndex,
    at head: Int,
    passing tag: Int = DocumentIndex.nowhere
  ) {
    self.index = index
    headWord = Int32(truncatingIfNeeded: head)
    let first = head &+ IndexWord.headCount
    nextWord = Int32(truncatingIfNeeded: first == tag ? first &+ 2 : first)
    tagWord = Int32(truncatingIfNeeded: tag)
    let word = index.words[head]
    plainEnd = index.convertsKeys || word.flags != 0 ? 0 : Int32(truncatingIfNeeded: word.end)
  }

  @inline(__always) private var head: Int { Int(headWord) }

  // MARK: Finding fields

  /// The value of a field, or `DocumentIndex.nowhere`.
  @inline(__always) private mutating func find(_ key: FieldKey) -> Int {
    let candidate = Int(nextWord)
    if nextWord < plainEnd, index.matches(candidate, KeyPattern(key)) {
      let next = Int32(truncatingIfNeeded: index.next(candidate &+ 1))
      nextWord = next == tagWord ? next &+ 2 : next
      return candidate &+ 1
    }
    return findFurther(key)
  }

  @inline(never) private mutating func findFurther(_ key: FieldKey) -> Int {
    if index.convertsKeys {
      return index.document.convertedMembers(of: head)[key.string] ?? DocumentIndex.nowhere
    }
    var cursor = MemberCursor(index, head, from: Int(nextWord))
    let value = cursor.find(KeyPattern(key), in: index)
    nextWord = Int32(truncatingIfNeeded: cursor.position)
    return value
  }

  /// The value of a field, which has to be there.
  @inline(__always) private mutating func required(
    _ key: FieldKey
  ) throws -> Int {
    let position = find(key)
    if position < 0 { throw index.missing(PathKey(stringValue: key.string), in: head) }
    return position
  }

  /// The value of a field, unless it is absent or null.
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

  package mutating func float(_ key: FieldKey) throws -> Float {
    try index.conformingFloat(at: required(key))
  }

  package mutating func floatIfPresent(_ key: FieldKey) throws -> Float? {
    try optional(key).map { try index.conformingFloat(at: $0) }
  }

  package mutating func integer(_ key: FieldKey) -> Int? {
    let position = find(key)
    guard position >= 0, index.kind(position) == .integer,
      index.words[position].count <= DocumentIndex.sureDigits
    else {
      return nil
    }
    return try? index.integer(at: position)
  }

  // MARK: Reading values

  package mutating func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value {
    if index.plan(type).decidesOnAbsence {
      return try container(keyedBy: PathKey.self).decode(PathKey(stringValue: key.string))
    }
    return try index.decode(type, at: required(key))
  }

  package mutating func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value? {
    guard let position = optional(key) else { return nil }
    if index.plan(type).decidesOnAbsence {
      return try container(keyedBy: PathKey.self).decodeIfPresent(PathKey(stringValue: key.string))
    }
    return try index.decode(type, at: position)
  }

  package mutating func object(_ key: FieldKey) throws -> (any FieldSource)? {
    let position = try required(key)
    return try index.fields(at: position)
  }

  package mutating func contains(_ key: FieldKey) -> Bool {
    find(key) >= 0
  }

  // MARK: Reading in other ways

  package var decoder: any Decoder { ValueDecoder(document: index.document, position: head) }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    index.container(keyedBy: type, at: head)
  }
}

// MARK: - Making readers

extension DocumentIndex {
  /// The fields of the object at a position.
  ///
  /// - Throws: `DecodingError` if there is no object.
  func fields(at position: Int) throws -> IndexedFields {
    guard kind(position) == .object else { throw mismatch([String: Any].self, at: position) }
    return IndexedFields(self, at: position)
  }

  /// The fields of an object whose tag was found.
  @inline(__always) func fields(of object: TaggedObject) -> IndexedFields {
    IndexedFields(self, at: object.head, passing: object.tag)
  }
}
