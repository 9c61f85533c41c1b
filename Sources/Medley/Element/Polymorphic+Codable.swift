// MARK: - Decoding

extension Polymorphic: Decodable {
  /// Decodes the element with the registry for `Base`, following its policies.
  ///
  /// - Throws: `DecodingError`, with its path, if the payload doesn't decode, or, with a
  ///   ``DiscriminatorError`` as its `underlyingError`, if a policy throws. ``RegistrationError``
  ///   if a registered type isn't a `Base`.
  public init(from decoder: any Decoder) throws {
    self = try Self.element(from: decoder)
  }

  private static func element(from decoder: any Decoder) throws -> Self {
    if let decoder = MedleyDecoders.cast(decoder) { return try element(fromOwn: decoder) }
    return try readElement(from: decoder)
  }

  // Never inlined: a function with the optional looks up its metadata on entry, 325 instructions.
  @inline(never) private static func element(fromOwn decoder: any MedleyDecoder) throws -> Self {
    if let element = try decoder.element(Self.self) { return element }
    return try readElement(from: decoder)
  }

  private static func readElement(from decoder: any Decoder) throws -> Self {
    let reader = ElementReader(decoder)
    if let registry = reader.registry(for: Base.self) { return try reader.read(with: registry) }
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return .unknown(.sample)
    }
    let cause = RegistrationError(missingFor: Base.self, coder: "decoder")
    throw DecodingError.invalid(
      at: decoder.codingPath,
      cause.description,
      because: cause.described
    )
  }
}

// MARK: - Encoding

extension Polymorphic: Encodable {
  /// Encodes the value with its tag, or an unknown element as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the type of the value isn't registered or is only `Decodable`, or if the value stores the
  ///   tag of another type.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .unknown(let payload):
      try payload.encode(to: encoder)
    case .known(let base):
      guard
        let registry = RegistryScope(encoder.userInfo)?.registry(for: Base.self)
          ?? InstalledRegistries.frozen(for: Base.self)
      else {
        let cause = RegistrationError(missingFor: Base.self, coder: "encoder")
        throw EncodingError.invalidValue(
          base,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: cause.description,
            underlyingError: cause.described
          )
        )
      }
      try registry.encode(base, to: encoder)
    }
  }
}
