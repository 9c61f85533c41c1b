package import Medley
package import MedleyBase
package import MedleyEngine

// MARK: - Conforming to MedleyDecoder

extension ValueDecoder: MedleyDecoder {
  package var outline: ValueOutline {
    let isGrowing = index.isGrowing(position)
    switch index.kind(position) {
    case .object: return ValueOutline(container: .object, isGrowing: isGrowing)
    case .array: return ValueOutline(container: .array, isGrowing: isGrowing)
    // An incomplete string may become another one.
    case let kind where kind.isString && !index.convertsFloats && !isGrowing:
      return ValueOutline(text: index.string(at: position), isGrowing: false)
    default: return ValueOutline(isGrowing: isGrowing)
    }
  }

  package var text: SourceText {
    let range = index.range(of: position)
    guard document.mayHaveTrailingCommas else { return SourceText(document.bytesSource, range) }
    // What is encoded again has to be JSON.
    let bytes = TrailingCommas.removed(from: index.bytes, in: range)
    return SourceText(Source(copying: bytes), 0..<bytes.count)
  }

  package func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try index.decode(type, at: position)
  }

  package func fields() throws -> any FieldSource { try index.fields(at: position) }

  package func locating(_ error: DecodingError) -> DecodingError {
    document.located(error, in: position)
  }

  package func takes<Value: Decodable>(
    _ type: Value.Type,
    listing listed: (() -> [(string: String, value: Value)])?
  ) -> Bool {
    guard let listed else { return index.elementDecoder(for: type) != nil }
    return index.recognise(type) {
      guard CustomInitProbe.reachesMedley(type) else { return (nil, true) }
      return (StringElementDecoder(listed(), index)?.made, true)
    } != nil
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
  // The callers have compared the types.
  private static func own(_ decoder: some Decoder) -> ValueDecoder { same(decoder) }

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
