/// The valid elements of a list, which a decoder of Medley may read in one loop.
package protocol LossyElements: Decodable {
  associatedtype Element: Decodable

  init(_ values: [Element])

  /// Decodes an element that can be decoded in part.
  ///
  /// - Throws: What the element throws.
  static func decodeParts(from decoder: any Decoder) throws -> Element
}

/// The way of lists that decode the valid elements of an array in one loop, and report the others.
package struct LossyWay<Value: LossyElements>: OwnWay {
  package init(_: Value.Type) {}
}
