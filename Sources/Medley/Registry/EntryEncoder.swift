/// Encodes the payloads of one registered type.
///
/// A class for one payload type: without it, each payload would be cast to `any Encodable`, which
/// takes 3,500 instructions. This one is found without naming the base.
class AnyEntryEncoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.

  /// Whether payloads need no more than their tag.
  var isDirect: Bool { false }

  /// Encodes a base that is the payload itself as the next element of an array, and takes it.
  ///
  /// Only if payloads need no more than their tag.
  ///
  /// - Returns: False, with nothing encoded, if the base is another payload.
  func encode(
    base: inout Any?,
    tagged tag: PlainTag,
    to output: some ElementOutput
  ) throws -> Bool {
    // Swift has no abstract methods; `make` gives out subclasses only.
    fatalError("A subclass encodes.")
  }
}

/// An encoder of payloads in one base.
///
/// It has no state of its own, so that it is safe to send.
class EntryEncoder<Base>: AnyEntryEncoder, @unchecked Sendable {
  /// Encodes the payload that the entry's function gets out of a base.
  ///
  /// - Returns: Whether it did; false if the base holds another payload, or there is no function.
  func encodePayload(
    in base: Base,
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    // Swift has no abstract methods; `make` gives out subclasses only.
    fatalError("A subclass encodes.")
  }

  /// Encodes a payload.
  ///
  /// - Parameters:
  ///   - payload: A value of the entry's type: the base itself, or what reflection found in it.
  ///   - tag: The tags that it may have.
  ///   - encoder: The encoder of the element.
  /// - Throws: `EncodingError.invalidValue` if the payload isn't `Encodable` or stores another tag.
  func encode(_ payload: Any, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    fatalError("A subclass encodes.")
  }

  /// Encodes a base that is the payload itself.
  func encode(base: Base, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    fatalError("A subclass encodes.")
  }

  /// The encoder of a type.
  ///
  /// - Parameter extract: Gets a payload out of a base.
  /// - Returns: The encoder.
  static func make<Payload>(
    _ extract: (@Sendable (Base) -> Payload?)?
  ) -> EntryEncoder<Base> {
    func encodable<Value: Encodable>(_ type: Value.Type) -> EntryEncoder<Base>? {
      guard let extract else { return EncodableEntryEncoder<Base, Value>() }
      return (extract as? @Sendable (Base) -> Value?).map {
        ExtractingEntryEncoder<Base, Value?>($0)
      }
    }
    if let type = Payload.self as? any Encodable.Type, let encoder = encodable(type) {
      return encoder
    }
    return UnencodableEntryEncoder(extract)
  }
}

/// An encoder of one payload type.
///
/// It is safe to send, because it has no state.
private class PayloadEntryEncoder<Base, Payload>: EntryEncoder<Base>, @unchecked Sendable {
  override func encodePayload(
    in base: Base,
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool { false }

  override final func encode(_ payload: Any, tagged tag: PayloadTag, to encoder: any Encoder) throws
  {
    // `as?` would look up the type of the optional, for each element.
    switch payload {
    case let payload as Payload: try write(payload, tagged: tag, to: encoder)
    default: throw unencodable(payload, tag, encoder)
    }
  }

  override final func encode(base: Base, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    switch base {
    case let payload as Payload: try write(payload, tagged: tag, to: encoder)
    default: throw unencodable(base, tag, encoder)
    }
  }

  /// Writes a payload.
  func write(_ payload: Payload, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    fatalError("A subclass encodes.")
  }

  fileprivate final func unencodable(
    _ payload: Any,
    _ tag: PayloadTag,
    _ encoder: any Encoder
  ) -> EncodingError {
    DiscriminatorError(notEncodable: type(of: payload), tag: tag.tags.first)
      .encoding(payload, at: encoder.codingPath)
  }
}

/// An encoder of a payload of a type that isn't `Encodable`; one of a subclass may be.
///
/// It is safe to send: all it has is a constant, a function that can be sent.
private final class UnencodableEntryEncoder<Base, Payload>: PayloadEntryEncoder<Base, Payload>,
  @unchecked Sendable
{
  private let extract: (@Sendable (Base) -> Payload?)?

  init(_ extract: (@Sendable (Base) -> Payload?)?) {
    self.extract = extract
  }

  override func encodePayload(
    in base: Base,
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let payload = extract?(base) else { return false }
    try write(payload, tagged: entry.tag, to: encoder)
    return true
  }

  override func write(_ payload: Payload, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    guard let encodable = payload as? any Encodable else {
      throw unencodable(payload, tag, encoder)
    }
    try tag.encode(encodable, to: encoder)
  }
}

/// An encoder of a payload that is `Encodable`.
///
/// It is safe to send: it adds constants.
private class EncodableEntryEncoder<Base, Payload: Encodable>: PayloadEntryEncoder<Base, Payload>,
  @unchecked Sendable
{
  /// Whether the payload is of a hierarchy of its own, which may keep what it doesn't know.
  private let mayKeepUnknown =
    Payload.self is any PolymorphicElement.Type || Payload.self is any PolymorphicEncodable.Type
  private let isPreserving = Payload.self is any PreservingElement.Type

  private let isDictionary = SpecialTypes.areStringKeyed(Payload.self)

  override final var isDirect: Bool { !mayKeepUnknown && !isPreserving && !isDictionary }

  override final func encode(
    base: inout Any?,
    tagged tag: PlainTag,
    to output: some ElementOutput
  ) throws -> Bool {
    guard let base = base.take() else { return false }
    // Consumed: a copy of an existential takes 110 instructions.
    switch consume base {
    case let payload as Payload: try output.encode(payload, tagged: tag)
    default: return false
    }
    return true
  }

  override final func write(
    _ payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    if isDirect, let plain = tag.plain, try plain.encode(payload, to: encoder) {
      return
    }
    if mayKeepUnknown, let kept = Self.keptPayload(in: payload),
      try tag.isStored(in: kept, for: encoder)
    {
      // The payload is the whole element, with this tag, so it is encoded as it came, without key
      // strategies.
      try kept.write(to: encoder, sharesObject: false)
    } else if isPreserving, tag.form.isPayloadWhole, let payload = payload as? any PreservingElement
    {
      // What came is the whole element, with its tag.
      try payload.encodeElement(to: encoder) { try tag.encode($0, to: $1) }
    } else {
      try tag.encode(payload, to: encoder)
    }
  }

  /// Returns the unknown payload of an inner hierarchy.
  private static func keptPayload(in payload: Payload) -> UnknownPayload? {
    switch payload {
    case let element as any PolymorphicElement: element.unknown
    case let value as any PolymorphicEncodable: value.unknownPayload
    default: nil
    }
  }
}

/// An encoder of a payload that a function gets out of a base.
///
/// It is generic over the optional that the function returns. A function that is generic over the
/// payload would look up the type of its optional for each element, 480 instructions.
///
/// It is safe to send: it adds a constant, a function that can be sent.
private final class ExtractingEntryEncoder<Base, Extracted: OptionalPayload>:
  EncodableEntryEncoder<Base, Extracted.Payload>, @unchecked Sendable
{
  private let extract: @Sendable (Base) -> Extracted

  init(_ extract: @escaping @Sendable (Base) -> Extracted) {
    self.extract = extract
  }

  override func encodePayload(
    in base: Base,
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    try extract(base).write(by: self, entry, to: encoder)
  }
}

/// An optional payload.
private protocol OptionalPayload<Payload> {
  associatedtype Payload: Encodable

  /// Writes the payload, if there is one.
  // Consuming: a copy of the payload takes 200 instructions and more.
  consuming func write<Base>(
    by encoding: EncodableEntryEncoder<Base, Payload>,
    _ entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool
}

extension Optional: OptionalPayload where Wrapped: Encodable {
  fileprivate consuming func write<Base>(
    by encoding: EncodableEntryEncoder<Base, Wrapped>,
    _ entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let payload = consume self else { return false }
    if let tag = entry.plainTag, try TaggedEncoders.encode(payload, tagged: tag, to: encoder) {
      return true
    }
    try encoding.write(payload, tagged: entry.tag, to: encoder)
    return true
  }
}
