/// The text of an element: a range of the bytes of its document.
///
/// All elements of a document share its bytes.
package struct SourceText: Sendable {
  package let source: any TextSource
  package let range: Range<Int>

  package init(_ source: any TextSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// The bytes of the element.
  var bytes: [UInt8] { source.bytes(range) }

  /// The value, which is parsed for each call.
  var value: PayloadValue { source.value(range) }

  /// A copy of the element without the rest of the document.
  var detached: SourceText { source.detached(range) }

  /// Returns whether both have the same bytes.
  func equals(_ other: SourceText) -> Bool {
    range.count == other.range.count
      && (source === other.source && range == other.range || bytes == other.bytes)
  }
}

/// The validated bytes of a document.
///
/// Only a class of MedleyJSON conforms, because the core has no JSON parser.
package protocol TextSource: AnyObject, Sendable {
  func bytes(_ range: Range<Int>) -> [UInt8]
  func value(_ range: Range<Int>) -> PayloadValue
  func detached(_ range: Range<Int>) -> SourceText
}
