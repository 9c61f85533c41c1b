/// The text of an element: a range of the bytes of its document.
///
/// All elements of a document share its bytes.
package struct SourceText: Sendable {
  // Four bytes each, because no document has more than 2 GB and each unknown element has a range. They
  // are first: so the tag of an enum with this as its largest payload takes no byte of its own.
  private let start: UInt32
  private let end: UInt32
  package let source: any TextSource

  package var range: Range<Int> { Int(start)..<Int(end) }

  package init(_ source: any TextSource, _ range: Range<Int>) {
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
    self.source = source
  }

  /// The bytes of the element.
  var bytes: [UInt8] { source.bytes(range) }

  /// The value, which is parsed for each call.
  package var value: PayloadValue { source.value(range) }

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
  func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void)
  func detached(_ range: Range<Int>) -> SourceText
}
