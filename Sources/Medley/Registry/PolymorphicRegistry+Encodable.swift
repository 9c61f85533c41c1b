// MARK: - Registering types that are only encoded

extension PolymorphicRegistry {
  /// Registers a type that is only `Encodable` for a tag.
  ///
  /// ```swift
  /// try events.register(
  ///   encodable: Draft.self, for: "send", as: ClientEvent.send)
  /// ```
  ///
  /// It serves bases that are only encoded, such as a ``PolymorphicEncodable`` enum, or with
  /// ``encode(_:to:)-(Base,_)``. To decode the tag is an error.
  ///
  /// - Parameters:
  ///   - type: The payload to encode with the tag.
  ///   - tag: The tag to write.
  ///   - fields: The fields of the payload, for ``Discriminator/deduced``.
  ///   - options: More about the registration.
  ///   - embed: Makes a `Base` of the payload. Without it the payload must be one.
  ///   - extract: Gets the payload back out of a `Base`, or returns nil if another one is in it. In
  ///     the case of an enum that holds the payload, reflection finds it otherwise, more slowly.
  ///   - fileID: Where the registration stands, for errors.
  ///   - line: Where the registration stands, for errors.
  /// - Throws: ``RegistrationError`` if the tag selects another type already, if the discriminator
  ///   uses a key twice, if the type isn't a `Base` (where that can be known before encoding), or
  ///   if `Base` is a ``PolymorphicDecodable`` enum, which needs payloads that are `Decodable` unless
  ///   the options are ``RegistrationOptions/onlyEncoded``.
  /// - Complexity: O(1).
  @preconcurrency
  public mutating func register<Payload: Encodable & SendableMetatype>(
    encodable type: Payload.Type,
    for tag: TypeTag,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try add(
      Registration(
        encodable: type,
        tags: [tag],
        fields: fields,
        options: options,
        embed: embed,
        extract: extract,
        site: "\(fileID):\(line)"
      )
    )
  }
}
