import MedleyBase

/// Encodes the payloads of one registered type.
///
/// A class for one payload type: without it, each payload would be cast to `any Encodable`, which
/// takes 3,500 instructions. This one is found without naming the base.
class AnyEntryEncoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.

  let traits: PayloadTraits

  init(_ traits: PayloadTraits) {
    self.traits = traits
  }

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
    abstractMethod()
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
    abstractMethod()
  }

  /// Encodes a payload.
  ///
  /// - Parameters:
  ///   - payload: A value of the entry's type: the base itself, or what reflection found in it.
  ///   - tag: The tags that it may have.
  ///   - encoder: The encoder of the element.
  /// - Throws: `EncodingError.invalidValue` if the payload isn't `Encodable` or stores another tag.
  func encode(_ payload: Any, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    abstractMethod()
  }

  /// Encodes a base that is the payload itself.
  func encode(base: Base, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    abstractMethod()
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
class PayloadEntryEncoder<Base, Payload>: EntryEncoder<Base>, @unchecked Sendable {
  init() {
    super.init(PayloadTraits(Payload.self))
  }

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
    abstractMethod()
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
    if try !PayloadTaker.take(encodable, tagged: tag, isDirect: false, by: encoder) {
      try tag.encode(encodable, to: encoder)
    }
  }
}

/// What writing payloads of a type must know about it.
///
/// It is not generic, so that a payload of a type that the caller knows is written without a cast.
struct PayloadTraits: Sendable {
  private let type: any Any.Type
  /// Whether the payload is of a hierarchy of its own, which may keep what it doesn't know.
  private let mayKeepUnknown: Bool
  /// Whether such a payload is a `Polymorphic`, and not an enum.
  private let isElement: Bool
  private let isPreserving: Bool
  /// Whether payloads need no more than their tag.
  let isDirect: Bool

  /// Whether a form that writes payloads alone may have them encode themselves.
  var encodesItself: Bool { isDirect && !SpecialTypes.contain(type) }

  init(_ type: any Any.Type) {
    self.type = type
    isElement = type is any PolymorphicElement.Type
    mayKeepUnknown = isElement || type is any PolymorphicEncodable.Type
    isPreserving = type is any PreservingElement.Type
    isDirect =
      type is any Encodable.Type && !mayKeepUnknown && !isPreserving
      && !SpecialTypes.areStringKeyed(type)
  }

  /// Writes a payload of the type.
  ///
  /// - Throws: What the payload throws; `EncodingError.invalidValue` if it stores another tag.
  func write(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    if isDirect, let plain = tag.plain, try plain.encode(payload, to: encoder) {
      return
    }
    if isDirect, let member = tag.openMember,
      try TaggedEncoders.encode(payload, after: member, of: tag, to: encoder)
    {
      return
    }
    if try PayloadTaker.take(payload, tagged: tag, isDirect: isDirect, by: encoder) { return }
    if mayKeepUnknown, tag.mayBeKept, let kept = keptPayload(in: payload),
      try tag.isStored(in: kept, for: encoder)
    {
      // The payload is the whole element, with this tag, so it is encoded as it came, without key
      // strategies.
      try kept.write(to: encoder, sharesObject: false)
    } else if isPreserving, tag.form.tagPlace.isPayloadWhole,
      let payload = payload as? any PreservingElement
    {
      // What came is the whole element, with its tag.
      try payload.encodeElement(to: encoder) { try tag.encode($0, to: $1) }
    } else {
      try tag.encode(payload, to: encoder)
    }
  }

  /// Returns the unknown payload of an inner hierarchy.
  private func keptPayload(in payload: some Encodable) -> UnknownPayload? {
    // One cast: each takes 700 instructions.
    isElement
      ? (payload as? any PolymorphicElement)?.unknown
      : (payload as? any PolymorphicEncodable)?.unknownPayload
  }
}

/// An encoder of a payload that is `Encodable`.
///
/// It is safe to send, because it has no state.
class EncodableEntryEncoder<Base, Payload: Encodable>: PayloadEntryEncoder<Base, Payload>,
  @unchecked Sendable
{
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
    try traits.write(payload, tagged: tag, to: encoder)
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
    try extract(base).write(by: entry, to: encoder)
  }
}

/// An encoder of the fields that a function returns for a base.
///
/// It is safe to send: it adds a constant, a function that can be sent.
final class FieldsEntryEncoder<Base>: EncodableEntryEncoder<Base, EncodedFields>,
  @unchecked Sendable
{
  private let write: (@Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?)?

  init(_ write: (@Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?)?) {
    self.write = write
  }

  override func encodePayload(
    in base: Base,
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let fields = write?(base) else { return false }
    try entry.write(EncodedFields(fields, ordered: ObjectIdentifier(self)), to: encoder)
    return true
  }
}

/// An optional payload.
private protocol OptionalPayload<Payload> {
  associatedtype Payload: Encodable

  /// Writes the payload, if there is one.
  // Consuming: a copy of the payload takes 200 instructions and more.
  consuming func write(by entry: ExtractedEncoder, to encoder: any Encoder) throws -> Bool
}

extension Optional: OptionalPayload where Wrapped: Encodable {
  fileprivate typealias Payload = Wrapped

  fileprivate consuming func write(
    by entry: ExtractedEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let payload = consume self else { return false }
    try entry.write(payload, to: encoder)
    return true
  }
}

/// What encoding needs to know of the types of a registry.
///
/// It is a class, because it is made when it is first used.
@safe final class EntryEncoderList: Sendable {
  /// The encoders of the entries, by position.
  private let encoders: [AnyEntryEncoder]
  /// The tags of the entries, by position.
  let tags: [PayloadTag]
  /// The types that stand in for elements that can't be decoded, with their encoders.
  let standIns: [(entry: Registration, encoder: ExtractedEncoder)]
  /// The encoders with a function that gets the payload out of a base.
  private let extracted: [ExtractedEncoder]
  /// The same, without counting references.
  let unretained: [Unmanaged<ExtractedEncoder>]
  /// The encoders of payloads whose type alone tells the entry, by type, for enums that state them.
  let stated: TypeTable<ExtractedEncoder>
  /// Whether the base may state its payloads.
  let isEnum: Bool
  /// Whether each base is an enum or struct that is no payload itself.
  let isPlainEnum: Bool
  /// Whether the type of each base is the registry's, so that it needn't be looked up.
  let isConcrete: Bool
  /// The encoders of values that are payloads which only need their tag, by type.
  let direct: DirectEncoders

  init(
    _ encoders: [AnyEntryEncoder],
    tags: [PayloadTag],
    standIns: [(Registration, ExtractedEncoder)],
    extracted: [ExtractedEncoder],
    stated: TypeTable<ExtractedEncoder>,
    isEnum: Bool,
    isPlainEnum: Bool,
    isConcrete: Bool,
    direct: DirectEncoders
  ) {
    self.encoders = encoders
    self.tags = tags
    self.standIns = standIns
    self.extracted = extracted
    self.stated = stated
    self.isEnum = isEnum
    unsafe unretained = extracted.map { unsafe .passUnretained($0) }
    self.isPlainEnum = isPlainEnum
    self.isConcrete = isConcrete
    self.direct = direct
  }

  subscript(position: Int) -> AnyEntryEncoder { encoders[position] }
}

/// The encoder of payloads that a function gets out of a base, and their tag.
@safe final class ExtractedEncoder: Sendable {
  private let encoder: AnyEntryEncoder
  private let reference: Unmanaged<AnyEntryEncoder>
  let tag: PayloadTag
  private let traits: PayloadTraits
  /// The tag, if payloads need no more than that.
  private let plainTag: PlainTag?
  /// Whether payloads need no more than their tag, which isn't among their members.
  private let isApart: Bool
  /// Whether payloads are written by their own `encode(to:)` and nothing else.
  private let isBare: Bool

  init(_ encoder: AnyEntryEncoder, _ tag: PayloadTag) {
    self.encoder = encoder
    unsafe reference = .passUnretained(encoder)
    self.tag = tag
    traits = encoder.traits
    plainTag = traits.isDirect ? tag.plain : nil
    isApart = traits.isDirect && tag.plain == nil && tag.openMember == nil
    isBare = isApart && tag.form.writesPayloadAlone && traits.encodesItself
  }

  /// Writes a payload of the entry's type.
  @inline(__always) func write(_ payload: some Encodable, to encoder: any Encoder) throws {
    if let plainTag, try plainTag.encode(payload, to: encoder) { return }
    if isApart, !PayloadTaker.isOne(encoder) {
      if isBare { try payload.encode(to: encoder) } else { try tag.encode(payload, to: encoder) }
    } else {
      try traits.write(payload, tagged: tag, to: encoder)
    }
  }

  /// Encodes a payload of the entry's type.
  func encode<Base>(
    payload: Any,
    of base: Base.Type,
    to encoder: any Encoder
  ) throws {
    // Sound: as below.
    try unsafe unsafeDowncast(self.encoder, to: EntryEncoder<Base>.self)
      .encode(payload, tagged: tag, to: encoder)
  }

  /// Encodes the payload that the function gets out of a base of the registry.
  ///
  /// - Returns: False, with nothing encoded, if the base holds another payload.
  @inline(__always) func encode<Base>(_ base: Base, to encoder: any Encoder) throws -> Bool {
    // Sound: the encoders of a registry are for its base, and this object retains its one.
    try unsafe reference._withUnsafeGuaranteedRef {
      try unsafe unsafeDowncast($0, to: EntryEncoder<Base>.self)
        .encodePayload(in: base, by: self, to: encoder)
    }
  }
}

/// The encoders of payloads that only need their tag, by type.
struct DirectEncoders: Sendable {
  private var encoders = TypeTable<DirectEncoder>()
  /// What the encoders refer to.
  private var owners: [any AnyObject & Sendable] = []

  /// Returns the encoder of a type, which is valid as long as this value.
  subscript(type: any Any.Type) -> DirectEncoder? { encoders[ObjectIdentifier(type)] }

  /// Adds the encoder of a type, unless payloads need more than the tag.
  mutating func insert(_ encoder: AnyEntryEncoder, _ tag: PayloadTag, for type: any Any.Type) {
    guard encoder.traits.isDirect, let tag = tag.plain, tag.isMember else { return }
    owners += [encoder, tag]
    encoders.insert(DirectEncoder(encoder, tag), for: ObjectIdentifier(type))
  }
}

/// The encoder of payloads of one type, and their tag.
///
/// It retains neither, because counting references takes a tenth of an element's time.
@safe struct DirectEncoder: Sendable {
  private let encoder: Unmanaged<AnyEntryEncoder>
  private let tag: Unmanaged<PlainTag>

  // Sound, both: `DirectEncoders` retains them, and outlives the use of this value.

  fileprivate init(_ encoder: AnyEntryEncoder, _ tag: PlainTag) {
    unsafe self.encoder = .passUnretained(encoder)
    unsafe self.tag = .passUnretained(tag)
  }

  /// Encodes a base of the registry, which is the payload, and takes it.
  ///
  /// - Returns: False, with nothing encoded, if it isn't.
  @inline(__always) func encode(_ base: inout Any?, to output: some ElementOutput) throws -> Bool {
    try unsafe encoder._withUnsafeGuaranteedRef { encoder in
      try unsafe tag._withUnsafeGuaranteedRef {
        try encoder.encode(base: &base, tagged: $0, to: output)
      }
    }
  }
}
