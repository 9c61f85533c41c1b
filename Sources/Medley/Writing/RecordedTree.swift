/// A recorded value that was made as a whole: what a value that preserves its JSON has written.
///
/// It is a type of its own, because a cast to it compares two types. One to ``RecordedContent`` would
/// search conformances for each recorded value.
package struct RecordedTree: Encodable {
  package let content: any RecordedContent

  package init(_ content: any RecordedContent) {
    self.content = content
  }

  package func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// The content of a ``RecordedTree``.
///
/// Only a type of MedleyComposition conforms.
package protocol RecordedContent: Encodable {
  /// The value.
  var value: PayloadValue { get }
}
