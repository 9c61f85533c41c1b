/// An encoder of Medley, with requirements that `Encoder` doesn't have.
///
/// The encoder of MedleyJSON conforms.
package protocol MedleyEncoder: Encoder {
  /// Writes the text of an unknown element as it came.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - sharesObject: Whether other members may follow in the same object.
  /// - Returns: False if something was encoded before, so that the members must be added to it.
  func write(_ text: SourceText, sharesObject: Bool) -> Bool

  /// Writes a value with its keys and numbers as they came.
  ///
  /// - Returns: False if something was encoded before.
  /// - Throws: `EncodingError` for a value that is nested too deeply.
  func write(_ value: PayloadValue) throws -> Bool

  /// Writes a tag as the first member of the object, without a container.
  ///
  /// - Returns: False if something was encoded before.
  func write(tag: String, under key: some CodingKey) -> Bool

  /// Writes a text with the changes from one value to another.
  ///
  /// - Parameters:
  ///   - text: The text that came.
  ///   - baseline: Encodes the value of the text.
  ///   - new: Encodes the changed value.
  /// - Returns: False if something was encoded before.
  /// - Throws: What the functions throw.
  func write(
    _ text: SourceText,
    changedFrom baseline: (any Encoder) throws -> Void,
    to new: (any Encoder) throws -> Void
  ) throws -> Bool

  /// Begins an object of fields.
  ///
  /// - Returns: Nil if the value is finished.
  /// - Throws: `EncodingError` if something else was encoded before.
  func fields() throws -> (any FieldTarget)?
}

/// Casts encoders to `MedleyEncoder`.
package enum MedleyEncoders {
  private static let json = (MedleyEncoders.self as any Any.Type) as? any JSONEncoderCasting.Type
  private static let jsonType = json.map { ObjectIdentifier($0.encoderType) }

  /// Returns the encoder if it is one of Medley's, or nil.
  static func cast(_ encoder: any Encoder) -> (any MedleyEncoder)? {
    // Comparing types takes a hundredth of a cast.
    guard ObjectIdentifier(type(of: encoder)) == jsonType else { return nil }
    return json?.jsonEncoder(encoder)
  }
}

/// A protocol for recognising MedleyJSON's encoder, which the core can't name.
///
/// Only `MedleyEncoders` conforms, in MedleyJSON; see ``JSONDecoderCasting``.
package protocol JSONEncoderCasting: SendableMetatype {
  /// MedleyJSON's encoder.
  static var encoderType: any MedleyEncoder.Type { get }

  /// Returns the encoder if it is MedleyJSON's, or nil.
  static func jsonEncoder(_ encoder: some Encoder) -> (any MedleyEncoder)?
}
