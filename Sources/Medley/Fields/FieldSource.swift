/// Where a reader is in the index of a document.
@usableFromInline
package struct FieldPlace {
  /// The object; negative if there is none.
  @usableFromInline package let head: Int
  /// The member that is expected next.
  @usableFromInline package var next: Int

  package init(head: Int, next: Int) {
    self.head = head
    self.next = next
  }
}

/// What fields are read from: the engine's index, or any decoder.
///
/// It is an abstract class, not a protocol, because a reader refers to it without counting
/// references, which takes a class. `MedleyJSON` has the one subclass, ``CodableFields`` is the
/// other; the functions of this class are never called.
@usableFromInline
package class FieldSource {
  package init() {}

  // MARK: Reading scalars

  @usableFromInline
  package func string(_ key: FieldKey, _ place: inout FieldPlace) throws -> String {
    Self.abstract()
  }

  @usableFromInline
  package func stringIfPresent(_ key: FieldKey, _ place: inout FieldPlace) throws -> String? {
    Self.abstract()
  }

  @usableFromInline
  package func boolean(_ key: FieldKey, _ place: inout FieldPlace) throws -> Bool {
    Self.abstract()
  }

  @usableFromInline
  package func double(_ key: FieldKey, _ place: inout FieldPlace) throws -> Double {
    Self.abstract()
  }

  /// The integer under a key, if it is one of at most 18 digits; nil says nothing of it.
  @usableFromInline
  package func integer(_ key: FieldKey, _ place: inout FieldPlace) -> Int? {
    Self.abstract()
  }

  // MARK: Reading values

  @usableFromInline
  package func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey,
    _ place: inout FieldPlace
  ) throws -> Value {
    Self.abstract()
  }

  @usableFromInline
  package func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey,
    _ place: inout FieldPlace
  ) throws -> Value? {
    Self.abstract()
  }

  /// The object under a key; nil if it has to be decoded as a value.
  @usableFromInline
  package func object(_ key: FieldKey, _ place: inout FieldPlace) throws -> FieldPlace? {
    Self.abstract()
  }

  /// Whether a field is there, be it null.
  @usableFromInline
  package func contains(_ key: FieldKey, _ place: inout FieldPlace) -> Bool {
    Self.abstract()
  }

  // MARK: Reading in other ways

  /// The object at a position of the index.
  package func object(at position: Int) throws -> FieldPlace {
    Self.abstract()
  }

  /// What finds the tags of a registry; nil if there is no index, or the tags stand elsewhere.
  package func tagFinder(for tags: IndexedTags) -> TagFinder? {
    Self.abstract()
  }

  /// The decoder of the value at a position of the index.
  package func decoder(at position: Int) -> any Decoder {
    Self.abstract()
  }

  func container(at place: FieldPlace) throws -> KeyedDecodingContainer<WireKey> {
    try decoder(at: place.head).container(keyedBy: WireKey.self)
  }

  @inline(never) private static func abstract() -> Never {
    fatalError("A subclass reads.")
  }
}

/// Finds the tag of an object in the index of a document.
///
/// It is a class, and abstract, since `MedleyJSON` knows how.
package class TagFinder {
  package init() {}

  /// The position of the entry that the tag of an object selects, and where its fields begin.
  ///
  /// - Returns: The position; negative if there is no such entry.
  package func entry(at position: Int, _ place: inout FieldPlace) -> Int {
    fatalError("A subclass finds.")
  }
}
