/// Where an element is in the document that it came from.
///
/// All elements of a document share its bytes.
package struct ElementText: Sendable {
  package let source: any ElementSource
  package let range: Range<Int>

  package init(_ source: any ElementSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// The bytes as they came.
  var bytes: [UInt8] { source.bytes(range) }

  /// The value, which is made anew.
  var value: PayloadValue { source.value(range) }

  /// The same element without the rest of the document.
  var detached: ElementText { source.detached(range) }

  /// Whether both are the same bytes, of one document or of two.
  func equals(_ other: ElementText) -> Bool {
    range.count == other.range.count
      && (source === other.source && range == other.range || bytes == other.bytes)
  }
}

/// The validated bytes of a document.
///
/// MedleyJSON has the one class that conforms: the core has no JSON parser.
package protocol ElementSource: AnyObject, Sendable {
  func bytes(_ range: Range<Int>) -> [UInt8]
  func value(_ range: Range<Int>) -> PayloadValue
  func detached(_ range: Range<Int>) -> ElementText
}
