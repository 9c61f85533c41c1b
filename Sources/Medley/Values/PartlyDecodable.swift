/// A type that `decodeLossy` of a decoder decodes in part.
///
/// It is what the core knows of `LossyDecodable` of MedleyResilience, which inherits from it and
/// implements it. The collections of the standard library conform to both there: a type argument
/// whose conformance is in a third module can't be found at run time.
///
/// ```swift
/// let (posts, report) = try decoder.decodeLossy(
///   [Post].self, from: data)
/// ```
public protocol PartlyDecodable: Decodable {
  /// Decodes the valid parts, or returns a placeholder, and reports what was invalid.
  ///
  /// - Throws: An error that makes the whole document invalid.
  static func decodeValidParts(from decoder: any Decoder) throws -> Self
}

/// A value without its invalid parts, for functions of decoders.
package struct LossyValue<Value: PartlyDecodable>: Decodable {
  package let value: Value

  package init(from decoder: any Decoder) throws {
    value = try Value.decodeValidParts(from: decoder)
  }
}

// MARK: - Reading lists in one loop

/// The valid elements of a list, which a decoder of Medley may read in one loop.
package protocol LossyElements: Decodable {
  associatedtype Element: Decodable

  init(_ values: [Element])

  /// Decodes an element that can be decoded in part.
  ///
  /// - Throws: What the element throws.
  static func decodeParts(from decoder: any Decoder) throws -> Element
}
