package import Medley
package import MedleyBase
package import MedleyEngine

// MARK: - Conforming to MedleyDecoder

extension ValueDecoder: MedleyDecoder {
  package var payloadValue: PayloadValue { index.value(at: position) }

  package var text: SourceText {
    let range = index.range(of: position)
    guard document.mayHaveTrailingCommas else { return SourceText(document.bytesSource, range) }
    // What is encoded again has to be JSON.
    let bytes = TrailingCommas.removed(from: index.bytes, in: range)
    return SourceText(Source(copying: bytes), 0..<bytes.count)
  }

  package var original: PreservedText? { document.original(at: position) }

  package var shape: ValueKind? {
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

  package var isGrowing: Bool { index.isGrowing(position) }

  package func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try index.decode(type, at: position)
  }

  package func fields() throws -> any FieldSource { try index.fields(at: position) }

  package func locating(_ error: DecodingError) -> DecodingError {
    document.located(error, in: position)
  }

  package func takes<Way: OwnWay>(_ way: Way) -> Bool {
    let type = Way.Value.self
    return index.recognise(type, isCertain: document.registries.isCertain(type)) {
      (way as? any PlannedWay)?.elementDecoder(in: index)
    } != nil
  }
}

// MARK: - Planning what isn't plain

/// A way of the core with which the engine decodes a type from its first value on.
private protocol PlannedWay: OwnWay {
  /// Returns the decoder for the type, of which this is the first value; nil if it has none.
  func elementDecoder(in index: DocumentIndex) -> AnyElementDecoder?
}

extension PlannedWay {
  fileprivate func elementDecoder(in index: DocumentIndex) -> AnyElementDecoder? {
    .make(for: Value.self, in: index)
  }
}

extension ElementWay: PlannedWay {}

extension FieldsWay: PlannedWay {}

extension ListedWay: PlannedWay {
  fileprivate func elementDecoder(in index: DocumentIndex) -> AnyElementDecoder? {
    CustomInitProbe.reachesMedley(Value.self)
      ? StringElementDecoder(strings(), index)?.made : nil
  }
}

extension PreservingWay: PlannedWay {
  fileprivate func elementDecoder(in index: DocumentIndex) -> AnyElementDecoder? {
    PreservingElementDecoder<Value>(index).made
  }
}

extension MedleyDecoders {
  /// Registers the decoder when it is first read; each document reads it.
  static let registration: Void = {
    RegistryDecoders.register(RegistryDecoders.self)
    // Last: a decoder of a registered type finds the others.
    register(ValueDecoder.self)
  }()
}

extension RegistryDecoders: RegistryDecoding {
  private static func own(_ decoder: some Decoder) -> ValueDecoder {
    // Sound: the callers have compared the types.
    unsafe unsafeBitCast(decoder, to: ValueDecoder.self)
  }

  package static func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Maker.Base>,
    from decoder: some Decoder
  ) throws -> Maker.Element? {
    let own = own(decoder)
    let elements = own.document.registries.elements(maker, of: registry)
    guard let tag else { return try elements?.decode(at: own.position) }
    guard let elements, let object = elements.object(at: own.position, tagged: tag) else {
      return nil
    }
    return try elements.decode(object, tagged: tag)
  }

  package static func elements(
    of type: ObjectIdentifier,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)? {
    let own = own(decoder)
    return own.index.knownDecoder(of: type).map { ($0, own.position) }
  }

  package static func elements(
    ofBaseIn registry: AnyObject,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)? {
    let own = own(decoder)
    let known = own.document.registries.knownElements(.base, of: registry)
    return known.map { ($0, own.position) }
  }
}
