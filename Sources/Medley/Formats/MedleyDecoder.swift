/// A decoder of Medley's own, which answers what `Decoder` can't be asked.
///
/// MedleyJSON's and the decoder of ``PayloadValue`` are.
package protocol MedleyDecoder: Decoder {
  /// The value that the decoder stands at.
  var payloadValue: PayloadValue { get }

  /// The bytes of the value as they came; nil where there are none.
  var sourceText: ElementText? { get }

  /// Whether the value is an object or an array; nil if it is neither or that isn't known.
  var shape: ElementShape? { get }

  /// Whether keys are those of the document, whatever strategy the document was decoded with.
  var showsKeysAsWritten: Bool { get }

  /// The fields of the object that the decoder stands at.
  ///
  /// - Throws: `DecodingError` if it doesn't stand at an object.
  func fields() throws -> any FieldSource

  /// The same error with its place in the document.
  func locating(_ error: DecodingError) -> DecodingError

  /// Decodes an element of a registry by a faster path than its `init(from:)`; nil if there is none.
  func element<Element: Decodable>(_ type: Element.Type) throws -> Element?

  /// Decodes those elements of an array that can be decoded, and reports the others.
  func lossyElements<Element: Decodable>(of type: Element.Type) throws -> [Element]
}

/// Finds out whether a decoder is Medley's own.
package enum MedleyDecoders {
  private static let json = (MedleyDecoders.self as any Any.Type) as? any JSONDecoderCasting.Type
  private static let jsonType = json.map { ObjectIdentifier($0.decoderType) }

  /// The decoder, if it is Medley's own.
  static func cast(_ decoder: any Decoder) -> (any MedleyDecoder)? {
    // Each element on other people's decoders gets here: the types are compared before all else.
    let type = ObjectIdentifier(Swift.type(of: decoder))
    if type == jsonType { return json?.jsonDecoder(decoder) }
    if type == ObjectIdentifier(PayloadValueDecoder.self) { return decoder as? PayloadValueDecoder }
    return nil
  }

  /// The decoder of a member, if it is Medley's own.
  static func cast<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>,
    _ key: Key
  ) -> (any MedleyDecoder)? {
    guard json != nil else { return nil }
    return (try? container.decode(DecoderProbe.self, forKey: key)).flatMap { cast($0.decoder) }
  }
}

/// Recognises MedleyJSON's decoder, which the core can't name.
///
/// `MedleyDecoders` conforms in MedleyJSON, and a dynamic cast finds that once, in every program that
/// links both. To cast each decoder instead would take 2,000 instructions for an element on
/// `JSONDecoder`, whose decoder is a class, where comparing two types takes ten.
package protocol JSONDecoderCasting: SendableMetatype {
  /// MedleyJSON's decoder.
  static var decoderType: any MedleyDecoder.Type { get }

  /// The decoder, if it is MedleyJSON's.
  static func jsonDecoder(_ decoder: some Decoder) -> (any MedleyDecoder)?
}
