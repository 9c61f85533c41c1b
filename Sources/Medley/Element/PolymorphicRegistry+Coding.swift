// MARK: - Decoding

extension PolymorphicRegistry {
  /// Decodes the value that a decoder stands at.
  ///
  /// Call it in an `init(from:)` of your own. A public type needs no public registry then:
  ///
  /// ```swift
  /// public enum Block: Codable {
  ///   case paragraph(Paragraph)
  ///   case heading(Heading)
  ///
  ///   public init(from decoder: any Decoder) throws {
  ///     self = try Self.registry.decode(from: decoder)
  ///   }
  ///
  ///   static let registry = PolymorphicRegistry<Block>("type") {
  ///     try $0.register(for: "paragraph", as: Block.paragraph)
  ///     try $0.register(for: "heading", as: Block.heading)
  ///   }
  /// }
  /// ```
  ///
  /// What is unknown is an error, unless ``registerUnknown(as:from:)`` says what to make of it.
  ///
  /// - Parameter decoder: A decoder of any format.
  /// - Returns: The value.
  /// - Throws: As ``decode(from:)->Polymorphic<Base>``, and for an unknown element that the registry
  ///   makes nothing of.
  @_disfavoredOverload
  public func decode(from decoder: any Decoder) throws -> Base {
    let registry = shared
    if let json = RegistryDecoders.of(decoder),
      let (own, position) = json.elements(ofBaseIn: registry.core, from: decoder)
    {
      return try RegistryDecoders.decode(by: own, at: position)
    }
    return try registry.decode(BaseMaker.self, from: decoder)
  }

  /// Decodes the element that a decoder stands at.
  ///
  /// ```swift
  /// switch try Shape.registry.decode(from: decoder) {
  /// case .known(let shape): draw(shape)
  /// case .unknown(let payload): log(payload.tag)
  /// }
  /// ```
  ///
  /// It is this registry that decodes, whatever registry the decoder has for `Base`. In a type that
  /// is registered with ``Discriminator/deduced``, possibly inside another one, state the `fields` of
  /// the registration: to find them out would ask for the registry while it is made.
  ///
  /// - Parameter decoder: A decoder of any format.
  /// - Returns: The value, or what a policy keeps.
  /// - Throws: `DecodingError`, as ``Polymorphic`` does. ``RegistrationError`` if a registered type
  ///   isn't a `Base` or can't be decoded.
  public func decode(from decoder: any Decoder) throws -> Polymorphic<Base> {
    try shared.decode(Polymorphic.self, from: decoder)
  }

  /// Says what ``decode(from:)->Base`` makes of unknown elements, and how they are encoded again.
  ///
  /// An enum whose interface doesn't mention Medley keeps them in a type of its own:
  ///
  /// ```swift
  /// public struct Unsupported: Sendable {
  ///   let payload: UnknownPayload
  /// }
  ///
  /// try $0.registerUnknown {
  ///   .unsupported(Unsupported(payload: $0))
  /// } from: {
  ///   if case .unsupported(let it) = $0 { it.payload } else { nil }
  /// }
  /// ```
  ///
  /// The policies decide what is unknown; an enum that conforms to ``PolymorphicEnum`` has
  /// ``PolymorphicDecodable/unknown(_:)`` for the same.
  ///
  /// - Parameters:
  ///   - embed: Makes a value of an unknown element.
  ///   - extract: Returns the unknown element in a value, which is encoded as it came; nil for
  ///     others. A case that holds the payload itself needs no such function.
  public mutating func registerUnknown(
    as embed: @escaping @Sendable (UnknownPayload) -> Base,
    from extract: (@Sendable (Base) -> UnknownPayload?)? = nil
  ) {
    contents.unknownCase = UnknownCase(embed, extract)
  }
}

extension SharedRegistry {
  /// Decodes an element with this registry, whatever registry the decoder has.
  ///
  /// - Parameters:
  ///   - maker: What makes the element.
  ///   - tag: The tag, if it stands beside the element.
  ///   - overridesBody: Whether another tag in the element is an issue then, and no error.
  ///   - decoder: The decoder of the element.
  /// - Returns: The element.
  /// - Throws: What the policies say, and what the types throw.
  @inline(never) func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag? = nil,
    overridingBody overridesBody: Bool = false,
    from decoder: any Decoder
  ) throws -> Maker.Element where Maker.Base == Base {
    if let json = RegistryDecoders.of(decoder),
      let element = try json.decode(maker, tagged: tag, with: self, from: decoder)
    {
      return element
    }
    return try decodeElsewhere(maker, tagged: tag, overridingBody: overridesBody, from: decoder)
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.
  @inline(never) private func decodeElsewhere<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag?,
    overridingBody overridesBody: Bool,
    from decoder: any Decoder
  ) throws -> Maker.Element where Maker.Base == Base {
    // A sample has no tag, and none of its payloads is wanted.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return try Maker.element(.unknown(UnknownPayload(tag: nil, content: .null)), of: self)
    }
    guard let tag else {
      return try Maker.read(from: decoder, with: self) { try Maker.read($0, of: $1, with: self) }
    }
    var reader = ElementReader(core.sharing(decoder), of: core, accepting: Maker.accepts(of: self))
    reader.isTaggedBeside = true
    let element = try reader.read(tagged: tag, overridingBody: overridesBody, with: self)
    return try Maker.element(element, of: self)
  }
}

// MARK: - Encoding

extension PolymorphicRegistry {
  /// Encodes an element: a value with its tag, an unknown element as it came.
  ///
  /// ```swift
  /// try View.registry.encode(element, to: encoder)
  /// ```
  ///
  /// - Parameters:
  ///   - element: What ``decode(from:)->Polymorphic<Base>`` returned, or made by hand.
  ///   - encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Throws: `EncodingError`, as for a value of the base.
  public func encode(_ element: Polymorphic<Base>, to encoder: any Encoder) throws {
    switch element {
    case .known(let base): try encode(base, to: encoder)
    case .unknown(let payload): try payload.write(to: encoder, sharesObject: false)
    }
  }

  /// Encodes a value with the tag of its type.
  ///
  /// Call it in an `encode(to:)` of your own:
  ///
  /// ```swift
  /// public func encode(to encoder: any Encoder) throws {
  ///   try Self.registry.encode(self, to: encoder)
  /// }
  /// ```
  ///
  /// A case that holds an ``UnknownPayload`` is encoded as it came, unless it is registered.
  ///
  /// - Parameters:
  ///   - base: A value of a registered type, or a registered case.
  ///   - encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the value isn't registered or only `Decodable`, or if it stores another tag than its own.
  public func encode(_ base: Base, to encoder: any Encoder) throws {
    try shared.encode(base, to: encoder)
  }
}

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
  ///   - embed: Makes a `Base` of the payload.
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
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, [], fields, options, at: fileID, line)
    try add(Registration(encodable: type, terms, as: embed, from: extract))
  }

  /// Registers a type that is only encoded, whose values are of the base, for a tag.
  ///
  /// ```swift
  /// try media.register(encodable: Trailer.self, for: "TRAILER")
  /// ```
  public mutating func register<Payload: Encodable & SendableMetatype>(
    encodable type: Payload.Type,
    for tag: TypeTag,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, [], fields, options, at: fileID, line)
    try add(Registration(encodable: type, of: Base.self, terms))
  }

  /// Registers a type that is only `Encodable`, and converted to the base, for a case of an enum with
  /// string raw values.
  ///
  /// ```swift
  /// try events.register(
  ///   encodable: Draft.self, for: Kind.send, as: ClientEvent.send)
  /// ```
  @preconcurrency
  public mutating func register<Payload: Encodable & SendableMetatype, Tag>(
    encodable type: Payload.Type,
    for tag: Tag,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, [], fields, options, at: fileID, line)
    try add(Registration(encodable: type, terms, as: embed, from: extract))
  }

  /// Registers a type of the base that is only encoded for a case of an enum with string raw values.
  ///
  /// ```swift
  /// try media.register(encodable: Trailer.self, for: Kind.trailer)
  /// ```
  public mutating func register<Payload: Encodable & SendableMetatype, Tag>(
    encodable type: Payload.Type,
    for tag: Tag,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, [], fields, options, at: fileID, line)
    try add(Registration(encodable: type, of: Base.self, terms))
  }
}
