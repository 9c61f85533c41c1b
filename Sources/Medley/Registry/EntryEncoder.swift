/// Encodes the payloads of one registered type with their tag.
///
/// A class for one payload type: without it, each payload would be cast to `any Encodable`, which
/// takes 3,500 instructions. This one is found without naming the base.
///
/// It and its subclasses have only constants that can be sent, so that registries can be sent.
class AnyEntryEncoder {
  /// The tags that the payload may have.
  final let tag: PayloadTag
  /// Whether payloads need no more than their tag.
  private let isDirect: Bool
  /// The tag, if payloads need no more than that.
  final let plainTag: PlainTag?
  /// Whether payloads need no more than their tag, which isn't among their members.
  private let isApart: Bool
  /// Whether payloads are written by their own `encode(to:)` and nothing else.
  private let isBare: Bool
  /// Whether the payload is of a hierarchy of its own, which may keep what it doesn't know.
  private let mayKeepUnknown: Bool
  /// Whether such a payload is a `Polymorphic`, and not an enum.
  private let isElement: Bool
  private let isPreserving: Bool

  init(_ type: any Any.Type, _ tag: PayloadTag) {
    self.tag = tag
    isElement = type is any PolymorphicElement.Type
    mayKeepUnknown = isElement || type is any PolymorphicEncodable.Type
    isPreserving = type is any PreservingElement.Type
    isDirect =
      type is any Encodable.Type && !mayKeepUnknown && !isPreserving
      && !SpecialTypes.areStringKeyed(type)
    plainTag = isDirect ? tag.plain : nil
    isApart = isDirect && tag.plain == nil && tag.openMember == nil
    isBare = isApart && tag.form.tagPlace.isTagless && !SpecialTypes.contain(type)
  }

  /// Encodes a value that is the payload: the base itself, or what reflection found in it.
  ///
  /// - Throws: `EncodingError.invalidValue` if the payload isn't `Encodable` or stores another tag.
  ///
  /// This is for a type that isn't `Encodable`; one of its subclasses may be.
  func encode<Value>(_ value: Value, to encoder: any Encoder) throws {
    guard let encodable = value as? any Encodable else { throw unencodable(value, encoder) }
    try writeChecked(encodable, to: encoder)
  }

  /// Encodes a base that is the payload itself as the next element of an array, and takes it.
  ///
  /// Only if payloads need no more than their tag.
  ///
  /// - Returns: False, with nothing encoded, if the base is another payload.
  func encode(base: inout Any?, to output: some ElementOutput) throws -> Bool { false }

  // MARK: - Writing a payload

  /// Writes a payload of the type, which the caller knows, so that it isn't cast.
  ///
  /// - Throws: What the payload throws; `EncodingError.invalidValue` if it stores another tag.
  @inline(__always) final func write(_ payload: some Encodable, to encoder: any Encoder) throws {
    if let plainTag, try plainTag.encode(payload, to: encoder) { return }
    if isApart, !PayloadTaker.isOne(encoder) {
      if isBare { try payload.encode(to: encoder) } else { try tag.encode(payload, to: encoder) }
    } else {
      try writeChecked(payload, to: encoder)
    }
  }

  /// Writes a payload that needs more than its tag, or for an encoder that needs more.
  private func writeChecked(_ payload: some Encodable, to encoder: any Encoder) throws {
    if isDirect, let member = tag.openMember,
      try MedleyEncoders.write(payload, after: member, of: tag, to: encoder)
    {
      return
    }
    if try PayloadTaker.take(.payload(payload, tag, isDirect: isDirect), by: encoder) { return }
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

  fileprivate final func unencodable(_ payload: Any, _ encoder: any Encoder) -> EncodingError {
    DiscriminatorError(notEncodable: type(of: payload), tag: tag.tags.first)
      .encoding(payload, at: encoder.codingPath)
  }
}

/// An encoder of payloads in one base.
class EntryEncoder<Base>: AnyEntryEncoder {
  private let extract: (@Sendable (Base) -> Any?)?

  init(_ type: any Any.Type, _ tag: PayloadTag, from extract: (@Sendable (Base) -> Any?)? = nil) {
    self.extract = extract
    super.init(type, tag)
  }

  /// Encodes the payload that the entry's function gets out of a base.
  ///
  /// - Returns: Whether it did; false if the base holds another payload, or there is no function.
  func encodePayload(in base: Base, to encoder: any Encoder) throws -> Bool {
    guard let payload = extract?(base) else { return false }
    try encode(payload, to: encoder)
    return true
  }

  /// The encoder of a type.
  ///
  /// - Parameters:
  ///   - extract: Gets a payload out of a base.
  ///   - tag: The tags of the payload.
  /// - Returns: The encoder.
  static func make<Payload>(
    _ extract: (@Sendable (Base) -> Payload?)?,
    _ tag: PayloadTag
  ) -> EntryEncoder<Base> {
    func encodable<Value: Encodable>(_ type: Value.Type) -> EntryEncoder<Base>? {
      guard let extract else { return EncodableEntryEncoder<Base, Value>(tag) }
      return (extract as? @Sendable (Base) -> Value?).map {
        ExtractingEntryEncoder<Base, Value?>($0, tag)
      }
    }
    if let type = Payload.self as? any Encodable.Type, let encoder = encodable(type) {
      return encoder
    }
    return EntryEncoder(Payload.self, tag, from: extract)
  }
}

/// An encoder of a payload that is `Encodable`.
class EncodableEntryEncoder<Base, Payload: Encodable>: EntryEncoder<Base> {
  init(_ tag: PayloadTag) {
    super.init(Payload.self, tag)
  }

  override final func encode<Value>(_ value: Value, to encoder: any Encoder) throws {
    // `as?` would look up the type of the optional, for each element.
    switch value {
    case let payload as Payload: try write(payload, to: encoder)
    default: throw unencodable(value, encoder)
    }
  }

  override final func encode(base: inout Any?, to output: some ElementOutput) throws -> Bool {
    guard let plainTag, let base = base.take() else { return false }
    // Consumed: a copy of an existential takes 110 instructions.
    switch consume base {
    case let payload as Payload: try output.encode(payload, tagged: plainTag)
    default: return false
    }
    return true
  }
}

/// An encoder of a payload that a function gets out of a base.
///
/// It is generic over the optional that the function returns. A function that is generic over the
/// payload would look up the type of its optional for each element, 480 instructions.
private final class ExtractingEntryEncoder<Base, Extracted: OptionalPayload>:
  EncodableEntryEncoder<Base, Extracted.Payload>
{
  private let extract: @Sendable (Base) -> Extracted

  init(_ extract: @escaping @Sendable (Base) -> Extracted, _ tag: PayloadTag) {
    self.extract = extract
    super.init(tag)
  }

  override func encodePayload(in base: Base, to encoder: any Encoder) throws -> Bool {
    try extract(base).write(by: self, to: encoder)
  }
}

/// An encoder of the fields that a function returns for a base.
final class FieldsEntryEncoder<Base>: EncodableEntryEncoder<Base, EncodedFields> {
  typealias Fields = @Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?

  private let fields: Fields?

  init(_ fields: Fields?, _ tag: PayloadTag) {
    self.fields = fields
    super.init(tag)
  }

  override func encodePayload(in base: Base, to encoder: any Encoder) throws -> Bool {
    guard let fields = fields?(base) else { return false }
    let payload = EncodedFields(fields: fields, order: ObjectIdentifier(self))
    try write(payload, to: encoder)
    return true
  }
}

/// An optional payload.
private protocol OptionalPayload<Payload> {
  associatedtype Payload: Encodable

  /// Writes the payload, if there is one.
  // Consuming: a copy of the payload takes 200 instructions and more.
  consuming func write(by entry: AnyEntryEncoder, to encoder: any Encoder) throws -> Bool
}

extension Optional: OptionalPayload where Wrapped: Encodable {
  fileprivate typealias Payload = Wrapped

  fileprivate consuming func write(
    by entry: AnyEntryEncoder,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let payload = consume self else { return false }
    try entry.write(payload, to: encoder)
    return true
  }
}

/// The encoder of an entry, without counting references, which takes a tenth of an element's time.
///
/// The list of encoders retains it, and outlives the use of this value.
typealias UnretainedEncoder = Unretained<AnyEntryEncoder>

extension UnretainedEncoder {
  /// Encodes a base of the registry that is a payload which needs no more than its tag, and takes it.
  ///
  /// - Returns: False, with nothing encoded, if it isn't.
  @inline(__always) func encode(_ base: inout Any?, to output: some ElementOutput) throws -> Bool {
    try read { try $0.encode(base: &base, to: output) }
  }

  /// Encodes the payload that the function gets out of a base of the registry.
  ///
  /// - Returns: False, with nothing encoded, if the base holds another payload.
  @inline(__always) func encode<Base>(payloadIn base: Base, to encoder: any Encoder) throws -> Bool
  {
    // Sound: the encoders of a registry are for its base.
    try read {
      try unsafe unsafeDowncast($0, to: EntryEncoder<Base>.self)
        .encodePayload(in: base, to: encoder)
    }
  }
}

/// The place of an element in a document of MedleyJSON.
package protocol ElementOutput {
  /// The registries in the user information of the encoder.
  var registries: RegistryScope? { get }

  /// Begins the next element of an array.
  func beginElement()

  /// Writes the text of an unknown element as it came.
  func write(_ text: SourceText)

  /// Encodes a payload with its tag as the element.
  ///
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws

  /// Calls a function with the encoder of the element.
  ///
  /// - Parameters:
  ///   - element: The element, for errors.
  ///   - body: The function.
  /// - Throws: What the function throws, and `EncodingError` for an element that is nested too deeply.
  func encode(_ element: some Encodable, _ body: (any Encoder) throws -> Void) throws
}
