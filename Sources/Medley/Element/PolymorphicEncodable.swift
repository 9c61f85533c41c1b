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
public protocol PolymorphicEncodable: Encodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// It is encoded as it came. Reflection finds it.
  var unknownPayload: UnknownPayload? { get }
}

extension PolymorphicEncodable {
  /// The payload in the case for unknown elements, found by reflection.
  public var unknownPayload: UnknownPayload? {
    Mirror(reflecting: self).children.first?.value as? UnknownPayload
  }

  /// Encodes the payload of the case with its tag.
  ///
  /// - Throws: `EncodingError`, as ``Polymorphic`` does.
  public func encode(to encoder: any Encoder) throws {
    try Self.registry.shared.encode(self, to: encoder)
  }
}

extension PolymorphicEncodable where Self: RawRepresentable {
  /// Unavailable: the compiler would code the enum by its raw value, and not with its registry.
  @available(
    *,
    unavailable,
    message: """
      the compiler codes an enum with a raw value by that, and not with its registry: leave the raw \
      type or RawRepresentable out
      """
  )
  public var unknownPayload: UnknownPayload? { nil }
}
