/// The immutable contents of a registry.
///
/// It is a class, so that a copy is one reference: the static registry of an enum is copied for
/// each element.
package final class SharedRegistry<Base>: Sendable {
  // What encoding needs for each element is of types that aren't generic, and stands first: that is
  // found without the metadata of the contents, 325 instructions each time.
  /// The positions of a type's entries.
  let positions: [ObjectIdentifier: [Int]]
  /// The encoders of the entries, by position.
  let encoders: [AnyEntryEncoder]
  /// The tags of the entries, by position.
  let tags: [PayloadTag]
  /// The positions of a type's registered values.
  let values: [ObjectIdentifier: [Int]]
  /// The positions of the entries with a function that gets the payload out of a base.
  let extracted: [Int]
  let contents: RegistryContents<Base>

  /// - Complexity: O(*n*), where *n* is the number of registered tags.
  init(_ contents: RegistryContents<Base>) {
    positions = contents.positions
    values = contents.valuePositions
    encoders = contents.entries.map(\.encoder)
    tags = contents.payloadTags()
    extracted = contents.entries.indices.filter { contents.entries[$0].isExtracted }
    self.contents = contents
  }
}

// MARK: - Serving Medley's own decoders

extension SharedRegistry {
  /// The key of the tag; nil if the wire form has no single key or the comparison isn't exact.
  package var tagKey: String? { contents.table.strings.key }

  /// The decoders of the entries, by position.
  package var decoders: [AnyEntryDecoder] { contents.decoders }

  /// Returns the index of the string tags, which is made once.
  ///
  /// - Parameter make: Returns an index for tags and the positions of their entries.
  /// - Returns: The index.
  package func tagIndex<Index: AnyObject & Sendable>(
    _ make: @Sendable ([(tag: String, position: Int)]) -> Index
  ) -> Index {
    contents.table.strings.index { make(contents.table.stringPositions) }
  }
}
