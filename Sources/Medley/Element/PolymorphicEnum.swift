/// An enum whose cases are the types of a feed.
///
/// ```swift
/// enum Item: PolymorphicEnum {
///   case movie(Movie)
///   case book(Book)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<Item>("type") {
///     try $0.register(for: "MOVIE", as: Item.movie)
///     try $0.register(for: "BOOK", "NOVEL", as: Item.book)
///   }
/// }
/// let feed = try JSONDecoder().decode([Item].self, from: data)
/// ```
///
/// A `switch` over it is exhaustive, and it needs no wrapper and no `userInfo`. It can't have a raw
/// type and can't be `RawRepresentable`, because the compiler would code it by its raw value.
public protocol PolymorphicEnum: Codable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The error of ``unknown(_:)``, which the compiler infers: `Never` if the enum has the case.
  associatedtype UnknownFailure: Error = MissingUnknownCase

  /// The case for unknown elements: `case unknown(UnknownPayload)`.
  ///
  /// Without it, an element that a policy keeps is an error.
  ///
  /// - Throws: ``MissingUnknownCase`` if there is no such case.
  static func unknown(_ payload: UnknownPayload) throws(UnknownFailure) -> Self

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// Reflection finds it. If reflection metadata is stripped, implement it:
  ///
  /// ```swift
  /// var unknownPayload: UnknownPayload? {
  ///   if case .unknown(let payload) = self { payload } else { nil }
  /// }
  /// ```
  var unknownPayload: UnknownPayload? { get }
}

/// The error of an enum without a case for unknown elements.
///
/// Decoding turns it into the `DecodingError` of the policy `.throw`. Code that asks an enum for the
/// case itself receives it:
///
/// ```swift
/// // Reply has no case unknown(UnknownPayload)
/// let reply = try Reply.unknown(payload)
/// ```
public struct MissingUnknownCase: Error, Sendable {
  /// The payload that has no case.
  public let payload: UnknownPayload
}

extension PolymorphicEnum where UnknownFailure == MissingUnknownCase {
  /// Throws, because the enum has no case for unknown elements.
  public static func unknown(_ payload: UnknownPayload) throws(MissingUnknownCase) -> Self {
    throw MissingUnknownCase(payload: payload)
  }
}

extension PolymorphicEnum {
  /// The payload in the case for unknown elements, found by reflection.
  public var unknownPayload: UnknownPayload? {
    guard let child = Mirror(reflecting: self).children.first,
      let payload = child.value as? UnknownPayload, let unknown = try? Self.unknown(payload),
      Mirror(reflecting: unknown).children.first?.label == child.label
    else { return nil }
    return payload
  }

  /// Decodes the case whose payload is registered for the tag.
  ///
  /// - Throws: `DecodingError`, as ``Polymorphic`` does, and for a kept element if the enum has no
  ///   case for it.
  public init(from decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    // A sample is decoded while the registry is built, so the registry must not be used.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Self.self)
      self = try .unknown(.sample)
    } else if let element = try MedleyDecoders.cast(decoder)?.element(Self.self) {
      self = element
    } else {
      let reader = ElementReader(decoder, accepting: Self.payloadTest)
      self = try Self.enumCase(of: reader.read(with: Self.sharedRegistry))
    }
  }

  /// Encodes the payload of the case with its tag.
  ///
  /// - Throws: `EncodingError`, as ``Polymorphic`` does.
  public func encode(to encoder: any Encoder) throws {
    try Self.sharedRegistry.encode(self, to: encoder)
  }
}

extension PolymorphicEnum where Self: RawRepresentable {
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
