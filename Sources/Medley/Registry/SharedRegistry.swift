/// The immutable contents of a registry.
///
/// It is a class, so that a copy is one reference: the static registry of an enum is copied for
/// each element.
package final class SharedRegistry<Base>: Sendable {
  let contents: RegistryContents<Base>

  init(_ contents: RegistryContents<Base>) {
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
