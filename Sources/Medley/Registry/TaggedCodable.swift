/// A type whose values are decoded from a body and a tag that stands beside it.
///
/// ```swift
/// let event = try JSONDecoder().decode(
///   Event.self, tagged: "push", from: data)
/// ```
///
/// ``Polymorphic`` and every ``PolymorphicDecodable`` enum conform. A type of yours that decodes with a
/// registry of its own can, too:
///
/// ```swift
/// extension Block: TaggedDecodable {
///   public init(
///     tagged tag: TypeTag, overridingBody: Bool, from decoder: any Decoder
///   ) throws {
///     self = try Self.registry.decode(
///       tagged: tag, overridingBody: overridingBody, from: decoder)
///   }
/// }
/// ```
public protocol TaggedDecodable: Decodable {
  /// Decodes the body that a decoder stands at, as the value that a tag selects.
  ///
  /// ```swift
  /// let block = try Block(
  ///   tagged: "film", overridingBody: false, from: decoder)
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Throws: What ``PolymorphicRegistry/decode(tagged:overridingBody:from:)->Polymorphic<Base>``
  ///   throws.
  /// - Complexity: That of decoding the payload.
  init(tagged tag: TypeTag, overridingBody overridesBody: Bool, from decoder: any Decoder) throws
}

/// A type whose values are encoded as a body and a tag that stands beside it.
///
/// ```swift
/// let (tag, body) = try JSONEncoder().encodeTagged(event)
/// ```
///
/// ``Polymorphic`` and every ``PolymorphicEncodable`` enum conform. A type of yours conforms with nothing
/// else if its `encode(to:)` is a call of ``PolymorphicRegistry/encode(_:to:)-(Base,_)``.
public protocol TaggedEncodable: Encodable {}
