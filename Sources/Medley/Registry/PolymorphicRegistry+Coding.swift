// MARK: - Decoding

extension PolymorphicRegistry {
  /// Decodes the element that a decoder stands at.
  ///
  /// Call it in an `init(from:)` of your own. A public type needs no public registry then:
  ///
  /// ```swift
  /// public enum Block: Codable {
  ///   case paragraph(Paragraph)
  ///   case unsupported(type: String?)
  ///
  ///   public init(from decoder: any Decoder) throws {
  ///     switch try Self.registry.decode(from: decoder) {
  ///     case .known(let block): self = block
  ///     case .unknown(let payload):
  ///       self = .unsupported(type: payload.tag?.string)
  ///     }
  ///   }
  ///
  ///   static let registry = PolymorphicRegistry<Block>("type") {
  ///     try $0.register(for: "paragraph", as: Block.paragraph)
  ///   }
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
    // A sample has no tag, and none of its payloads is wanted.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return .unknown(.sample)
    }
    return try ElementReader(decoder).read(with: shared)
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
  ///   - element: What ``decode(from:)`` returned, or made by hand.
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
