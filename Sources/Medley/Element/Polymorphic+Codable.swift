// MARK: - Decoding

extension Polymorphic: Decodable {
  /// Decodes the element with the registry for `Base`, following its policies.
  ///
  /// - Throws: `DecodingError`, with the path of the fault: what the payload throws, and, with a
  ///   ``DiscriminatorError`` as its `underlyingError`, what a policy says to throw.
  ///   ``RegistrationError`` if a registered type turns out not to be a `Base`.
  public init(from decoder: any Decoder) throws {
    if let box = RegistryScope.registry(for: Base.self, in: decoder) {
      self = try box.decode(from: decoder)
    } else if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      // Registries are built now: asking for the installed one would freeze it.
      self = .unknown(.sample)
    } else {
      let cause = RegistrationError(missingFor: Base.self, coder: "decoder")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: cause.description,
          underlyingError: cause
        )
      )
    }
  }
}

// MARK: - Encoding

extension Polymorphic: Encodable {
  /// Encodes the value with its tag, an unknown element as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the type of the value isn't registered or only `Decodable`, or if the value stores
  ///   another tag than its own.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .unknown(let payload):
      try payload.encode(to: encoder)
    case .known(let base):
      guard
        let box = RegistryScope.registry(for: Base.self, in: encoder.userInfo)
          ?? InstalledRegistries.frozen(for: Base.self)
      else {
        let cause = RegistrationError(missingFor: Base.self, coder: "encoder")
        throw EncodingError.invalidValue(
          base,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: cause.description,
            underlyingError: cause
          )
        )
      }
      try box.registry.encode(base, to: encoder)
    }
  }
}
