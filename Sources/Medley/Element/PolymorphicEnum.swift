/// An enum of the app whose cases are the types of a mixed feed.
///
/// ```swift
/// enum Item: PolymorphicEnum {
///   case movie(Movie)
///   case book(Book)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<Item>("type") { registry in
///     try registry.register(for: "MOVIE", as: Item.movie)
///     try registry.register(for: "BOOK", "NOVEL", as: Item.book)
///   }
/// }
/// let feed = try JSONDecoder().decode([Item].self, from: data)
/// ```
///
/// A `switch` over it is exhaustive, and it needs neither a wrapper nor `userInfo`. It can't have a
/// raw type, nor be `RawRepresentable` otherwise: the compiler would code it by its raw value.
public protocol PolymorphicEnum: Codable {
  /// The types of the cases, and how a case is made of one.
  static var registry: PolymorphicRegistry<Self> { get }

  /// What ``unknown(_:)`` throws: nothing where the enum has the case, which the compiler finds
  /// out.
  associatedtype UnknownFailure: Error = MissingUnknownCase

  /// The case for what isn't known: `case unknown(UnknownPayload)`.
  ///
  /// An enum may do without: what its registry's policies keep is then an error.
  ///
  /// - Throws: ``MissingUnknownCase`` if there is no such case.
  static func unknown(_ payload: UnknownPayload) throws(UnknownFailure) -> Self

  /// The payload in the case for what isn't known; nil for the other cases.
  ///
  /// Reflection finds it. Where reflection metadata is stripped, write it by hand:
  ///
  /// ```swift
  /// var unknownPayload: UnknownPayload? {
  ///   if case .unknown(let payload) = self { payload } else { nil }
  /// }
  /// ```
  var unknownPayload: UnknownPayload? { get }
}

/// An enum was asked to keep a payload that it has no case for.
///
/// Decoding turns it into the `DecodingError` that a strict registry throws. It is seen only by
/// code that asks an enum for the case itself:
///
/// ```swift
/// let reply = try Reply.unknown(payload)  // Reply has no case unknown(UnknownPayload)
/// ```
public struct MissingUnknownCase: Error, Sendable {
  /// What couldn't be kept.
  public let payload: UnknownPayload
}

extension PolymorphicEnum where UnknownFailure == MissingUnknownCase {
  /// Throws, since the enum has no case for what isn't known.
  public static func unknown(_ payload: UnknownPayload) throws(MissingUnknownCase) -> Self {
    throw MissingUnknownCase(payload: payload)
  }
}

extension PolymorphicEnum {
  /// The payload in the case for what isn't known, found by reflection.
  public var unknownPayload: UnknownPayload? {
    guard let child = Mirror(reflecting: self).children.first,
      let payload = child.value as? UnknownPayload, let unknown = try? Self.unknown(payload),
      Mirror(reflecting: unknown).children.first?.label == child.label
    else { return nil }
    return payload
  }

  /// Decodes the case whose payload is registered for the tag.
  ///
  /// - Throws: `DecodingError`, as ``Polymorphic`` does, and where an enum has no case for what its
  ///   policies keep.
  public init(from decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    // A sample is asked for while the registry is built: it must not be asked for again.
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
    try Self.registry.encode(self, to: encoder)
  }
}

extension PolymorphicEnum where Self: RawRepresentable {
  /// Refused: the compiler would code the enum by its raw value, and not with its registry.
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
