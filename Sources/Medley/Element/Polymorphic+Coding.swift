import MedleyBase

// MARK: - Decoding

extension Polymorphic: Decodable {
  // Inlined, with what it calls for Foundation's decoders, into the function that the protocol requires.
  // That has the metadata of the element, which others look up on entry, 325 instructions for each.

  /// Decodes the element with the registry for `Base`, following its policies.
  ///
  /// - Throws: `DecodingError`, with its path, if the payload doesn't decode, or, with a
  ///   ``DiscriminatorError`` as its `underlyingError`, if a policy throws. ``RegistrationError``
  ///   if a registered type isn't a `Base`.
  @inline(__always) public init(from decoder: any Decoder) throws {
    self = try Self.element(from: decoder)
  }

  @inline(__always) private static func element(from decoder: any Decoder) throws -> Self {
    if !DecoderTraits.isFoundation(decoder) {
      let type = ObjectIdentifier(Self.self)
      if let (own, position) = RegistryDecoders.of(decoder)?.elements(ofType: type, from: decoder) {
        return try RegistryDecoders.decode(by: own, at: position)
      }
      if MedleyDecoders.isOwn(decoder), let decoder = MedleyDecoders.cast(decoder) {
        return try element(fromOwn: decoder)
      }
    }
    guard let registry = RegistryScope.registry(for: Base.self, of: decoder) else {
      return try elementWithoutRegistry(from: decoder)
    }
    return try read(from: decoder, with: registry) { try read($0, of: $1, with: registry) }
  }

  // Never inlined: the metadata of the optional is looked up as well.
  @inline(never) private static func element(fromOwn decoder: any MedleyDecoder) throws -> Self {
    if let element = try decoder.decode(by: ElementWay(Self.self)) { return element }
    guard let registry = RegistryScope.registry(for: Base.self, of: decoder) else {
      return try elementWithoutRegistry(from: decoder)
    }
    return try read(.whole, of: decoder, with: registry)
  }

  @inline(never) static func elementWithoutRegistry(
    from decoder: any Decoder
  ) throws -> Self {
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return .unknown(.sample)
    }
    throw RegistrationError(missingFor: Base.self, coder: "decoder")
      .decoding(at: decoder.codingPath)
  }
}

// MARK: - Encoding

extension Polymorphic: Encodable {
  /// Encodes the value with its tag, or an unknown element as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the type of the value isn't registered or is only `Decodable`, or if the value stores the
  ///   tag of another type.
  @_disfavoredOverload
  public func encode(to encoder: any Encoder) throws {
    try write(to: encoder, sharesObject: false)
  }

  /// Encodes the element as members of an object that may have others.
  ///
  /// This is the function that you call in an `encode(to:)` of your own. An unknown element keeps
  /// the members that came beside it: see `encodeEnvelope` of MedleyComposition.
  ///
  /// - Throws: `EncodingError.invalidValue`, as for an element alone.
  public func encode(to encoder: some Encoder) throws {
    try write(to: encoder, sharesObject: true)
  }

  /// Encodes the element; see ``UnknownPayload/write(to:sharesObject:)``.
  func write(to encoder: any Encoder, sharesObject: Bool) throws {
    switch self {
    case .unknown(let payload):
      try payload.write(to: encoder, sharesObject: sharesObject)
    case .known(let base):
      let registry = EncoderScopes.scope(of: encoder)?.registry(for: Base.self)
      try Self.encode(base, with: registry, to: encoder, sharesObject: sharesObject)
    }
  }

  /// Encodes a value with a registry, or with the installed one.
  static func encode(
    _ base: Base,
    with registry: SharedRegistry<Base>?,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws {
    guard let registry = registry ?? InstalledRegistries.frozen(for: Base.self) else {
      let cause = RegistrationError(missingFor: Base.self, coder: "encoder")
      throw EncodingError.invalidValue(
        base,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: cause.fact.withoutFullStop,
          underlyingError: cause.described
        )
      )
    }
    try registry.encode(base, to: encoder, sharesObject: sharesObject)
  }
}
