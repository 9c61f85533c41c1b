// MARK: - Decoding with a tag beside the body

extension PolymorphicRegistry {
  /// Decodes the body that a decoder stands at, as the value that a tag beside it selects.
  ///
  /// Call it in an `init(from:)` of your own, with a tag from another member, another column or
  /// another message:
  ///
  /// ```swift
  /// public init(from decoder: any Decoder) throws {
  ///   let row = try decoder.container(keyedBy: CodingKeys.self)
  ///   let name = try row.decode(String.self, forKey: .name)
  ///   event = try Event.registry.decode(
  ///     tagged: .string(name), from: row.superDecoder(forKey: .body))
  /// }
  /// ```
  ///
  /// What is unknown is an error, unless ``registerUnknown(as:from:)`` says what to make of it.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Returns: The value.
  /// - Throws: As ``decode(tagged:overridingBody:from:)->Polymorphic<Base>``, and for an unknown
  ///   element that the registry makes nothing of.
  /// - Complexity: That of decoding the payload.
  @_disfavoredOverload
  public func decode(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from decoder: any Decoder
  ) throws -> Base {
    try shared.decode(
      BaseMaker.self,
      tagged: tag,
      overridingBody: overridesBody,
      from: decoder
    )
  }

  /// Decodes the body that a decoder stands at, as the element that a tag beside it selects.
  ///
  /// ```swift
  /// switch try events.decode(tagged: "push", from: decoder) {
  /// case .known(let event): handle(event)
  /// case .unknown(let payload): log(payload.tag)
  /// }
  /// ```
  ///
  /// It is this registry that decodes, with its policies, whatever registry the decoder has for
  /// `Base`. The body is the payload alone: with ``Discriminator/adjacent(tag:content:)`` and the other
  /// forms that put the payload in a wrapper, it has no wrapper.
  ///
  /// A body may have the tag as well, at the place of the discriminator. If that is another one, which
  /// selects another type, the body is malformed: the policy for malformed payloads decides.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and the body is decoded as `tag`
  ///     says.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Returns: The value, or what a policy keeps: the body, with `tag`.
  /// - Throws: `DecodingError`, as ``Polymorphic`` does, and with the code
  ///   ``DiscriminatorError/Code/tagDisagrees`` for another tag in the body. ``RegistrationError`` if a
  ///   registered type isn't a `Base` or can't be decoded.
  /// - Complexity: That of decoding the payload.
  public func decode(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from decoder: any Decoder
  ) throws -> Polymorphic<Base> {
    try shared.decode(
      Polymorphic.self,
      tagged: tag,
      overridingBody: overridesBody,
      from: decoder
    )
  }
}
