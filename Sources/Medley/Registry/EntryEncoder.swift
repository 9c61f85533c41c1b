import Synchronization

/// Encodes the payloads of one registered type.
///
/// A class for one payload type: without it, each payload would be cast to `any Encodable`, which
/// takes 3,500 instructions. This one is found without naming the base.
class AnyEntryEncoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.
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
    tagged tag: PayloadTag,
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
      (extract as? (@Sendable (Base) -> Value?)?).map { EncodableEntryEncoder<Base, Value>($0) }
    }
    if let type = Payload.self as? any Encodable.Type, let encoder = encodable(type) {
      return encoder
    }
    return PayloadEntryEncoder(extract)
  }
}

/// An encoder of one payload type.
///
/// It is safe to send: all it has is a constant, a function that can be sent.
private class PayloadEntryEncoder<Base, Payload>: EntryEncoder<Base>, @unchecked Sendable {
  private let extract: (@Sendable (Base) -> Payload?)?

  init(_ extract: (@Sendable (Base) -> Payload?)?) {
    self.extract = extract
    super.init()
  }

  override final func encodePayload(
    in base: Base,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let payload = extract?(base) else { return false }
    try write(payload, tagged: tag, to: encoder)
    return true
  }

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

  /// Writes a payload of a type that isn't `Encodable`; one of a subclass may be.
  func write(_ payload: Payload, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    guard let encodable = payload as? any Encodable else {
      throw unencodable(payload, tag, encoder)
    }
    try tag.encode(encodable, to: encoder)
  }

  private func unencodable(
    _ payload: Any,
    _ tag: PayloadTag,
    _ encoder: any Encoder
  ) -> EncodingError {
    DiscriminatorError(notEncodable: type(of: payload), tag: tag.tags.first)
      .encoding(payload, at: encoder.codingPath)
  }
}

/// An encoder of a payload that is `Encodable`.
///
/// It is safe to send: it adds a constant.
private final class EncodableEntryEncoder<Base, Payload: Encodable>: PayloadEntryEncoder<
  Base, Payload
>, @unchecked Sendable
{
  /// Whether the payload is of a hierarchy of its own, which may keep what it doesn't know.
  private let mayKeepUnknown =
    Payload.self is any PolymorphicElement.Type || Payload.self is any PolymorphicEncodable.Type
  private let isPreserving = Payload.self is any PreservingElement.Type

  override func write(_ payload: Payload, tagged tag: PayloadTag, to encoder: any Encoder) throws {
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

// MARK: - Making encoders on first use

/// The encoders of a registry, which are made when one of them is first used.
///
/// An encoder tests its type for five protocols. The first test of a type searches all conformances
/// of the process: 1,130,000 instructions for a type, half of what a first call on `JSONDecoder`
/// takes, and many programs only decode.
final class EntryEncoders: Sendable {
  private let make: @Sendable () -> [AnyEntryEncoder]
  private let made = Lock<EntryEncoderList?>(nil)
  /// A `PublishedEncoders`, on systems that have it.
  private let published: (any AnyObject & Sendable)?

  init(_ make: @escaping @Sendable () -> [AnyEntryEncoder]) {
    self.make = make
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      published = PublishedEncoders()
    } else {
      published = nil
    }
  }

  subscript(position: Int) -> AnyEntryEncoder {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let published {
      // Sound: `init` has stored nothing else.
      let published = unsafe unsafeDowncast(published, to: PublishedEncoders.self)
      if let encoder = published.encoder(at: position) { return encoder }
      published.publish(all)
    }
    return all.encoders[position]
  }

  @inline(never) private var all: EntryEncoderList {
    if let made = made.withLock({ $0 }) { return made }
    // Without the lock: a conformance that is found for the first time may run code of the app.
    let new = EntryEncoderList(make())
    return made.withLock { made in
      let all = made ?? new
      made = all
      return all
    }
  }
}

/// A class, so that it is published as one reference.
private final class EntryEncoderList: Sendable {
  let encoders: [AnyEntryEncoder]

  init(_ encoders: [AnyEntryEncoder]) {
    self.encoders = encoders
  }
}

/// The list of encoders, which is read without a lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe private final class PublishedEncoders: Sendable {
  /// `AtomicLazyReference` would take 570 instructions for each reading.
  private let list = unsafe Atomic<Unmanaged<EntryEncoderList>?>(nil)

  // Sound, all of it: the list is retained until this object goes, and never replaced.

  deinit {
    unsafe list.load(ordering: .acquiring)?.release()
  }

  func encoder(at position: Int) -> AnyEntryEncoder? {
    unsafe list.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.encoders[position] }
  }

  func publish(_ new: EntryEncoderList) {
    let retained = unsafe Unmanaged.passRetained(new)
    let isFirst = unsafe list.compareExchange(
      expected: nil,
      desired: retained,
      ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { unsafe retained.release() }
  }
}
