extension Polymorphic: TaggedDecodable {
  /// Decodes a body with the registry for `Base`, following its policies.
  ///
  /// ```swift
  /// event = try Polymorphic(
  ///   tagged: TypeTag(name), from: row.superDecoder(forKey: .body))
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Throws: `DecodingError`, as ``init(from:)`` does, and with the code
  ///   ``DiscriminatorError/Code/tagDisagrees`` for another tag in the body.
  /// - Complexity: That of decoding the payload.
  public init(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from decoder: any Decoder
  ) throws {
    guard let registry = RegistryScope.registry(for: Base.self, of: decoder) else {
      self = try Self.elementWithoutRegistry(from: decoder)
      return
    }
    self = try registry.decode(
      Self.self,
      tagged: tag,
      overridingBody: overridesBody,
      from: decoder
    )
  }
}

extension Polymorphic: TaggedEncodable {}

extension PolymorphicDecodable {
  /// Decodes a body as the case whose payload is registered for a tag.
  ///
  /// ```swift
  /// event = try Event(
  ///   tagged: TypeTag(name), from: row.superDecoder(forKey: .body))
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Throws: `DecodingError`, as ``init(from:)`` does, and with the code
  ///   ``DiscriminatorError/Code/tagDisagrees`` for another tag in the body.
  /// - Complexity: That of decoding the payload.
  public init(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from decoder: any Decoder
  ) throws {
    self = try Self.sharedRegistry.decode(
      CaseMaker<Self>.self,
      tagged: tag,
      overridingBody: overridesBody,
      from: decoder
    )
  }
}
