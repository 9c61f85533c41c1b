/// The contents of a registry that doesn't change any more.
///
/// A class, so that a copy costs one reference: the static registry of an enum is copied for each
/// element.
package final class SharedRegistry<Base>: Sendable {
  let contents: RegistryContents<Base>

  init(_ contents: RegistryContents<Base>) {
    self.contents = contents
  }
}

// MARK: - Serving Medley's own decoders

extension SharedRegistry {
  /// The key under which the tags stand; nil if they stand elsewhere or aren't compared exactly.
  package var tagKey: String? { contents.table.strings.key }

  /// The decoders of the entries, by position.
  package var decoders: [AnyEntryDecoder] { contents.decoders }

  /// An index of the tags that are strings, which is made once.
  ///
  /// - Parameter make: Makes the index of the tags and the positions of their entries.
  /// - Returns: The index.
  package func tagIndex<Index: AnyObject & Sendable>(
    _ make: @Sendable ([(tag: String, position: Int)]) -> Index
  ) -> Index {
    contents.table.strings.index { make(contents.table.stringPositions) }
  }
}
