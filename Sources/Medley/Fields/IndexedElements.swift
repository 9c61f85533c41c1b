/// The values of a document, by their position in the engine's index.
///
/// `MedleyJSON` has the one class that conforms.
package protocol IndexedElements: AnyObject {
  /// The fields of the object at a position.
  ///
  /// - Throws: `DecodingError` if there is no object.
  func fields(at position: Int) throws -> any FieldSource

  /// The fields of an object whose tag was found.
  func fields(at place: TaggedObject) -> any FieldSource

  /// The tag of an object, which is a string.
  func tag(of object: TaggedObject) -> String

  /// The positions of the elements of an array, the first and the one behind the last, and their
  /// count.
  ///
  /// - Throws: `DecodingError` if there is no array.
  func elements(at position: Int) throws -> (first: Int, end: Int, count: Int)

  /// The position behind a value.
  func next(_ position: Int) -> Int

  /// Decodes the value at a position.
  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value

  /// What decodes values of a type without a decoder; nil if there is no such way.
  func elementDecoder<Value: Decodable>(for type: Value.Type) -> AnyElementDecoder?

  /// The decoder of the value at a position.
  func decoder(at position: Int) -> any Decoder

  /// The decoder of an element that the fast path can't decode, which is counted.
  func slowDecoder(at position: Int) -> any Decoder

  /// What finds the tags of a registry; nil if they stand elsewhere than in a member.
  func tagFinder(for tags: IndexedTags) -> (any TagFinder)?
}

/// Finds the tags of a registry in the index of a document.
package protocol TagFinder: AnyObject {
  /// What the tag of the object at a position selects.
  func object(at position: Int) -> TaggedObject
}

/// An object of the index, and what its tag selects.
///
/// Its initialiser is inlined into the engine: a call of it for each element took ten instructions.
@frozen @usableFromInline package struct TaggedObject {
  /// The position of the object.
  @usableFromInline package let head: Int
  /// The member that is the tag, which no other field is.
  @usableFromInline package let tag: Int
  /// The position of the registry's entry; negative if the tag selects none.
  @usableFromInline package let entry: Int

  @inlinable package init(head: Int, tag: Int, entry: Int) {
    self.head = head
    self.tag = tag
    self.entry = entry
  }

  @inline(__always) var isRegistered: Bool { entry >= 0 }

  /// Whether the tag is a string, registered or not.
  @inline(__always) var hasString: Bool { tag >= 0 }
}
