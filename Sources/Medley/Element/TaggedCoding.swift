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
    self = try registry.decode(Self.self, tagged: tag, overridingBody: overridesBody, from: decoder)
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
    try shared.decode(BaseMaker.self, tagged: tag, overridingBody: overridesBody, from: decoder)
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
    try shared.decode(Polymorphic.self, tagged: tag, overridingBody: overridesBody, from: decoder)
  }
}

// MARK: - Reading with a tag beside the element

extension ElementReader {
  /// Reads a payload whose tag stands beside it.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - registry: The registry.
  /// - Returns: The element.
  /// - Throws: The errors of the payload and the policies.
  func read<Base>(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if let error = disagreement(with: tag) {
      guard overridesBody else { return try recover(from: error, tagged: tag, with: registry) }
      DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
    }
    let located = LocatedTag(finding: .tag(tag), source: .whole(decoder))
    return try read(located, with: registry)
  }

  /// Returns the error of a body that has another tag; nil if it has the same or none.
  @inline(never) private func disagreement(with tag: TypeTag) -> DecodingError? {
    for form in core.contents.discriminator.form.alternatives {
      let place = form.tagPlace
      // What the body has there needn't be a tag, and an alias selects the same type.
      guard place.isTagInPayload,
        let located = try? place.locate(in: decoder, among: core.contents.table),
        case .tag(let found) = located.finding, !located.isTentative,
        core.contents.differ(found, tag)
      else { continue }
      let cause = DiscriminatorError(
        stored: found,
        of: core.contents.base,
        expected: [tag],
        place: place.description
      )
      return .dataCorrupted(cause.context(at: path(of: located)))
    }
    return nil
  }
}

// MARK: - Returning the tag

extension ElementReader {
  /// Reads the element, with its tag.
  package func readTagged<Base>(
    with registry: SharedRegistry<Base>
  ) throws -> (tag: TypeTag?, element: Polymorphic<Base>) {
    let located = try locate(in: registry.core)
    let element = try read(located, with: registry)
    guard case .tag(let tag) = located.finding else { return (nil, element) }
    return (tag, element)
  }
}

extension RegistryContents {
  /// Returns whether tags differ and aren't aliases.
  fileprivate func differ(_ tag: TypeTag, _ other: TypeTag) -> Bool {
    guard let position = table.position(of: tag, in: nil) else {
      return ignoresCase ? tag.folded != other.folded : tag != other
    }
    return position != table.position(of: other, in: nil)
  }
}
