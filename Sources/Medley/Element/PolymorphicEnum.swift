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
    try WitnessProbe.answer(decoder)
    // A sample is asked for while the registry is built: it must not be asked for again.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Self.self)
      self = try .unknown(.sample)
      return
    }
    if let hooks = Engine.hooks, let value = try Self.decodeKnown(hooks, from: decoder) {
      self = value
      return
    }
    guard UnknownFailure.self == MissingUnknownCase.self else {
      self = try Self.decode(from: decoder)
      return
    }
    // What can't be kept is no issue but an error.
    self = try IssueCollector.attempting(decoder.userInfo) { try Self.decode(from: decoder) }
  }

  /// Decodes an element through the engine; nil if it takes the general way.
  private static func decodeKnown(
    _ hooks: any EngineHooks.Type,
    from decoder: any Decoder
  ) throws -> Self? {
    let key = ObjectIdentifier(Self.self)
    if let kept = hooks.registry(for: key, .base, in: decoder) {
      // Sound: what is kept for an enum is its registry.
      return try unsafe unsafeDowncast(kept, to: RegistryBox<Self>.self)
        .decodeKnown(hooks, from: decoder)
    }
    hooks.keep(RegistryBox(registry), for: key, .base, in: decoder)
    return nil
  }

  private static func decode(from decoder: any Decoder) throws -> Self {
    switch try registry.decode(from: decoder) {
    case .known(let value):
      return value
    case .unknown(let payload):
      do {
        return try unknown(payload)
      } catch is MissingUnknownCase {
        throw registry.unkept(payload, at: decoder)
      }
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

extension PolymorphicRegistry {
  /// The error for a payload that the policies keep and the enum can't.
  fileprivate func unkept(_ payload: UnknownPayload, at decoder: any Decoder) -> any Error {
    if case .malformed(let error) = payload.reason { return error }
    var strict = self
    strict.policies = Policies(unknown: .throw)
    do {
      // The tag was counted already.
      _ = try IssueCollector.muting { try strict.decode(from: decoder) }
    } catch {
      return error
    }
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "\(Base.self) has no case for unknown payloads."
      )
    )
  }
}
