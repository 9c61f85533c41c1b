/// An enum of the app that is decoded as the types of a mixed feed, and never encoded.
///
/// Its payloads need only be `Decodable`, and it is no `Encodable` that fails:
///
/// ```swift
/// enum ServerEvent: PolymorphicDecodable {
///   case message(Message)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<ServerEvent>("type") {
///     try $0.register(for: "message", as: ServerEvent.message)
///   }
/// }
///
/// struct Message: Decodable {
///   let text: String
/// }
/// ```
///
/// In everything else it is as ``PolymorphicEnum``, for both directions.
public protocol PolymorphicDecodable: TaggedDecodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The error of ``unknown(_:)``, which the compiler infers: `Never` if the enum has the case.
  associatedtype UnknownFailure: Error = DiscriminatorError

  /// The case for unknown elements: `case unknown(UnknownPayload)`.
  ///
  /// Without it, an element that a policy keeps is an error. With ``Discriminator/deduced`` and
  /// ``Discriminator/firstMatch``, elements that fit no type are unknown ones without a tag. An enum whose
  /// case has other content implements the function:
  ///
  /// ```swift
  /// static func unknown(_ payload: UnknownPayload) -> Block {
  ///   .unsupported(type: payload.tag?.string)
  /// }
  /// ```
  ///
  /// - Throws: ``DiscriminatorError`` with ``DiscriminatorError/Code/missingCase`` if there is no such
  ///   case. Decoding turns it into the error of the policy `.throw`.
  static func unknown(_ payload: UnknownPayload) throws(UnknownFailure) -> Self

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// Reflection finds it.
  var unknownPayload: UnknownPayload? { get }
}

/// An enum of the app that is encoded as the types of a mixed feed, and never decoded.
///
/// Its payloads need only be `Encodable`:
///
/// ```swift
/// enum ClientEvent: PolymorphicEncodable {
///   case send(Draft)
///
///   static let registry = PolymorphicRegistry<ClientEvent>("type") {
///     try $0.register(
///       encodable: Draft.self, for: "send", as: ClientEvent.send)
///   }
/// }
///
/// struct Draft: Encodable {
///   let text: String
/// }
/// ```
///
/// In everything else it is as ``PolymorphicEnum``, for both directions.
public protocol PolymorphicEncodable: TaggedEncodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// It is encoded as it came. ``payload`` states it, or reflection finds it.
  var unknownPayload: UnknownPayload? { get }

  /// The payload of the case, which is encoded with the tag that its type is registered for.
  ///
  /// Without it, encoding takes the payload from the `from:` of a registration, or finds it by
  /// reflection, which takes five times as long. One `switch` states it for all cases:
  ///
  /// ```swift
  /// var payload: any Encodable {
  ///   switch self {
  ///   case .movie(let movie): movie
  ///   case .book(let book): book
  ///   case .advert: Advert()
  ///   case .divider: self
  ///   case .unknown(let payload): payload
  ///   }
  /// }
  /// ```
  ///
  /// Return `self` for a case that is registered as a value, or isn't registered. If two cases have
  /// payloads of one type, `from:` or reflection tells them apart, and both must be registered.
  ///
  /// The type of the payload alone selects the tag. A case that isn't registered, or that returns the
  /// payload of another one, is written under the tag of that type without an error, and decodes as the
  /// case of that tag. `validate(samples:)` of MedleyTesting finds it, with a value of each case.
  var payload: any Encodable { get }
}

// MARK: - Coding with the tag beside the body

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
