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
  func detached(_ range: Range<Int>) -> SourceText

  /// Writes a value with the changes from one value to another.
  ///
  /// - Parameters:
  ///   - range: The value that came.
  ///   - encodeAgain: Encodes the value that a text is decoded to.
  ///   - new: Encodes the changed value.
  ///   - matching: Matches the elements of arrays.
  ///   - encoder: The encoder of MedleyJSON.
  /// - Returns: False, with nothing written, for other encoders, and if something was encoded before.
  /// - Throws: What the functions throw.
  func write(
    _ range: Range<Int>,
    decodedBy encodeAgain: (SourceText, any Encoder) throws -> Void,
    changedTo new: (any Encoder) throws -> Void,
    matching: @escaping MatchingElements,
    to encoder: any Encoder
  ) throws -> Bool
}

/// A part of a document that a value was decoded from, and which it preserves.
package typealias PreservedText = (document: PreservedDocument, range: Range<Int>)

/// The document that preserved values were decoded from.
///
/// It is a class, because all values of a document share it.
package final class PreservedDocument: Sendable {
  package let source: any TextSource
  /// Decodes a value from a part of the bytes with the same settings, with a path that begins there.
  package let decode: @Sendable (any Decodable.Type, SourceText) throws -> any Decodable
  /// Whether the values were decoded again to be compared.
  ///
  /// Without this, a recursive type would be decoded twice for each level.
  package let isUnchanged: Bool

  /// - Parameters:
  ///   - source: The bytes.
  ///   - isUnchanged: Whether the values were decoded again to be compared.
  ///   - decode: Decodes parts of them again.
  package init(
    _ source: any TextSource,
    isUnchanged: Bool = false,
    decodedBy decode: @escaping @Sendable (any Decodable.Type, SourceText) throws -> any Decodable
  ) {
    self.source = source
    self.isUnchanged = isUnchanged
    self.decode = decode
  }
}

// MARK: - Preserving values

/// A value that preserves its JSON, for generic code that doesn't name its type.
///
/// Only `Preserving` of MedleyComposition conforms. Code that is generic over this protocol makes its
/// values without naming `Preserving`, whose metadata would be looked up for each value: 330
/// instructions.
package protocol PreservingDecodable<Value>: Decodable {
  associatedtype Value: Decodable

  /// Creates a value with what it was decoded from.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - text: Its text; nil if that can't be decoded again, so that the decoder's value is captured.
  ///   - decoder: The decoder of the value.
  /// - Throws: What capturing throws.
  init(
    _ value: consuming Value,
    keeping text: PreservedText?,
    from decoder: @autoclosure () -> any Decoder
  ) throws
}

/// A protocol for elements whose original includes their tag.
///
/// `Preserving` of MedleyComposition conforms alone: a cast finds it without knowing the value.
package protocol PreservingElement {
  /// Encodes the element, whose value a function encodes with its tag.
  func encodeElement(
    to encoder: any Encoder,
    _ write: (any Encodable, any Encoder) throws -> Void
  ) throws
}

// MARK: - Matching elements

/// The elements of an array, as far as they are compared with those of a changed one.
package struct MatchableElements {
  /// A number for each element, which is the same for equal elements.
  package let fingerprints: [Int]
  /// Returns what identifies the element at a position, its `id`; nil if it has none.
  package let identity: (Int) -> String?

  package init(fingerprints: [Int], identity: @escaping (Int) -> String?) {
    self.fingerprints = fingerprints
    self.identity = identity
  }
}

/// Where an element of a changed array comes from.
package enum ElementMatch: Equatable {
  /// The element has no counterpart.
  case none
  /// The element is equal to the one at a position.
  case equal(Int)
  /// The element is a changed form of the one at a position.
  case changed(Int)
}

/// A function that returns the match of each element of a changed array; see `ElementMatching` of
/// MedleyComposition.
package typealias MatchingElements = (
  _ old: MatchableElements,
  _ new: MatchableElements,
  _ isEqual: (Int, Int) -> Bool
) -> [ElementMatch]
