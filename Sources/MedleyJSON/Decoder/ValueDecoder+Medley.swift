package import Medley
package import MedleyBase
package import MedleyEngine

// MARK: - Conforming to MedleyDecoder

extension ValueDecoder: MedleyDecoder {
  package var payloadValue: PayloadValue { index.value(at: position) }

  package var source: SourceText? { text }

  /// The text of the value.
  var text: SourceText {
    let range = index.range(of: position)
    guard document.mayHaveTrailingCommas else { return SourceText(document.bytesSource, range) }
    // What is encoded again has to be JSON.
    let bytes = TrailingCommas.removed(from: index.bytes, in: range)
    return SourceText(Source(copying: bytes), 0..<bytes.count)
  }

  package var original: PreservedText? { document.original(at: position) }

  package var shape: ElementShape? {
    switch index.kind(position) {
    case .object: .object
    case .array: .array
    default: nil
    }
  }

  package var convertibleText: String? {
    // An incomplete string may become another one.
    if index.convertsFloats || isGrowing { return nil }
    return switch index.kind(position) {
    case .ascii, .text, .escaped: index.string(at: position)
    default: nil
    }
  }

  package var showsKeysAsWritten: Bool { false }

  package var isGrowing: Bool { index.isGrowing(position) }

  package func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try index.decode(type, at: position)
  }

  package func fields() throws -> any FieldSource { try index.fields(at: position) }

  package func fields<Value: FieldDecodable>(of type: Value.Type) throws -> any FieldSource {
    _ = index.recognise(type) {
      CustomInitProbe.reachesMedley(type) ? FieldElementDecoder<Value>(index).made : nil
    }
    return try index.fields(at: position)
  }

  package func locating(_ error: DecodingError) -> DecodingError {
    document.located(error, in: position)
  }

  package func element<Element: KnownElement>(known type: Element.Type) throws -> Element? {
    let registry = ElementReader(self).registry(for: Element.Base.self)
    // One may be installed later, and this document serve other decoders then.
    guard let registry else { return nil }
    let decoder = index.recognise(type) {
      PolymorphicElementDecoder<Element, Element.Base>(registry, in: index)?.made
    }
    return decoder == nil ? nil : try index.decode(type, at: position)
  }

  package func element<Element: PolymorphicDecodable>(case type: Element.Type) throws -> Element? {
    let decoder = index.recognise(type) {
      CustomInitProbe.reachesMedley(type) ? EnumElementDecoder<Element>(in: index)?.made : nil
    }
    return decoder == nil ? nil : try index.decode(type, at: position)
  }

  package func recognise<Value: Decodable>(
    _ type: Value.Type,
    listing strings: () -> [(string: String, value: Value)]
  ) {
    _ = index.recognise(type) {
      CustomInitProbe.reachesMedley(type) ? StringElementDecoder(strings(), index)?.made : nil
    }
  }

  package func recognise<Value: PreservingDecodable>(preserving type: Value.Type) {
    _ = index.recognise(type) { PreservingElementDecoder<Value>(index).made }
  }

  package func elements<List: LossyElements>(of type: List.Type) throws -> List? {
    try index.decode(type, at: position)
  }
}

extension MedleyDecoders: JSONDecoderCasting {
  /// Registers this conformance when it is first read; each document reads it.
  static let registration: Void = register(MedleyDecoders.self)

  package static var decoderType: any MedleyDecoder.Type { ValueDecoder.self }

  package static func jsonDecoder(_ decoder: some Decoder) -> (any MedleyDecoder)? {
    valueDecoder(decoder)
  }

  private static func valueDecoder<Other: Decoder>(_ decoder: Other) -> ValueDecoder? {
    guard Other.self == ValueDecoder.self else { return nil }
    // Sound: the types are the same.
    return unsafe unsafeBitCast(decoder, to: ValueDecoder.self)
  }
}
