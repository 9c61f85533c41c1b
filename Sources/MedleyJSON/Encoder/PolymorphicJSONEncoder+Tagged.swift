public import Foundation
public import Medley
import MedleyBeside
import MedleyEngine

// MARK: - Encoding with the tag beside the document

extension PolymorphicJSONEncoder {
  /// Encodes an element without its tag, which it returns beside the body.
  ///
  /// ```swift
  /// let (tag, body) = try encoder.encodeTagged(event)
  /// ```
  ///
  /// - Parameter element: A `Polymorphic` element, or a value of an enum with a registry.
  /// - Returns: The tag, and the JSON of the payload alone. An unknown element has the tag that it came
  ///   with.
  /// - Throws: The same errors as ``encode(_:)``, and `EncodingError` for an unknown element without a
  ///   tag.
  /// - Complexity: O(*n*), where *n* is the length of the body.
  public func encodeTagged<Element: TaggedEncodable>(
    _ element: Element
  ) throws -> (tag: TypeTag, body: Data) {
    try encodeTagged(element) { $0.makeData() }
  }

  /// Encodes an element without its tag, and appends the body to an array.
  ///
  /// - Returns: The tag.
  package func appendTagged(
    _ element: some TaggedEncodable,
    to bytes: inout [UInt8]
  ) throws -> TypeTag {
    try encodeTagged(element) { $0.append(to: &bytes) }.tag
  }

  private func encodeTagged<Element: TaggedEncodable, Body>(
    _ element: Element,
    _ body: (MedleyEngine.Output) -> Body
  ) throws -> (tag: TypeTag, body: Body) {
    // The body may be the first value that is encoded.
    MedleyEncoders.registration
    var tag: TypeTag?
    let encoded = try withOutput(
      { output in
        let leading = try output.encode(bodyOf: element) {
          tag = try ElementBody.encode(element, to: $0)
        }
        if let plain = leading as? PlainTag { tag = plain.tag }
      },
      body
    )
    if let tag { return (tag, encoded) }
    throw EncodingError.invalid(element, at: [], "The encoder encoded no body.")
  }
}
