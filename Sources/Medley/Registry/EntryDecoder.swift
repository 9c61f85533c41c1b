/// Decodes one registered type, where the payload is the element itself.
///
/// Generic code has to look up the metadata of each generic type that it names, 325 instructions
/// each time; a class has those of its own arguments at hand. So what a registry does for each
/// element goes through classes. This one is found without naming the base.
class AnyEntryDecoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.
  fileprivate init() {}
}

/// This one knows the base.
///
/// It has no state, so that it is safe to send.
class EntryDecoder<Base>: AnyEntryDecoder, @unchecked Sendable {
  func decode(from decoder: consuming any Decoder) throws -> Base {
    // Swift has no abstract methods; `make` gives out subclasses only.
    fatalError("A subclass decodes.")
  }

  /// Decodes an object of the engine's index.
  func decode(_ object: TaggedObject, among elements: any IndexedElements) throws -> Base {
    try decode(from: elements.decoder(at: object.head))
  }

  /// The decoder of a type that a function makes a base of.
  static func make<Payload: Decodable & SendableMetatype>(
    _ makeBase: @escaping @Sendable (consuming Payload) throws -> Base
  ) -> EntryDecoder<Base> {
    func ofFields<Fields: FieldDecodable>(_ type: Fields.Type) -> EntryDecoder<Base>? {
      guard WitnessProbe.reachesMedley(type),
        let makeBase = makeBase as? @Sendable (consuming Fields) throws -> Base
      else { return nil }
      return FieldEntryDecoder(makeBase)
    }
    let type = Payload.self as? any FieldDecodable.Type
    return type.flatMap { ofFields($0) } ?? PayloadEntryDecoder(makeBase)
  }

  /// The decoder of a type that a function casts to the base, which throws if it isn't one.
  static func make<Payload: Decodable & SendableMetatype>(
    casting cast: @escaping @Sendable (consuming Payload) throws -> Base
  ) -> EntryDecoder<Base> {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return make(cast)
    }
    func ofFields<Fields: FieldDecodable>(_ type: Fields.Type) -> EntryDecoder<Base>? {
      guard WitnessProbe.reachesMedley(type),
        let cast = cast as? @Sendable (consuming Fields) throws -> Base
      else { return nil }
      return MoldedFieldEntryDecoder(cast)
    }
    let type = Payload.self as? any FieldDecodable.Type
    return type.flatMap { ofFields($0) } ?? MoldedEntryDecoder(cast)
  }
}

// MARK: - Knowing the payload

// They are safe to send, all of them: what they have is a constant that can be sent.

private final class PayloadEntryDecoder<Base, Payload: Decodable & SendableMetatype>: EntryDecoder<
  Base
>,
@unchecked Sendable
{
  private let makeBase: @Sendable (consuming Payload) throws -> Base

  init(_ makeBase: @escaping @Sendable (consuming Payload) throws -> Base) {
    self.makeBase = makeBase
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try makeBase(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    try makeBase(Payload(from: elements.decoder(at: object.head)))
  }
}

/// This one's payload reads its own fields.
private final class FieldEntryDecoder<Base, Payload: FieldDecodable>: EntryDecoder<Base>,
  @unchecked Sendable
{
  private let makeBase: @Sendable (consuming Payload) throws -> Base

  init(_ makeBase: @escaping @Sendable (consuming Payload) throws -> Base) {
    self.makeBase = makeBase
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try makeBase(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    var reader = FieldReader(elements.fields(at: object))
    return try makeBase(Payload(fields: &reader))
  }
}

// MARK: - Knowing the base as an existential

// They are safe to send for the same reason: a mold can be sent.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class MoldedEntryDecoder<Base, Payload: Decodable & SendableMetatype>: EntryDecoder<
  Base
>,
@unchecked Sendable
{
  private let mold: ExistentialMold<Base, Payload>

  init(_ cast: @escaping @Sendable (consuming Payload) throws -> Base) {
    mold = ExistentialMold(cast)
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try mold.make(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    try mold.make(Payload(from: elements.decoder(at: object.head)))
  }
}

/// This one's payload reads its own fields.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class MoldedFieldEntryDecoder<Base, Payload: FieldDecodable>: EntryDecoder<Base>,
  @unchecked Sendable
{
  private let mold: ExistentialMold<Base, Payload>

  init(_ cast: @escaping @Sendable (consuming Payload) throws -> Base) {
    mold = ExistentialMold(cast)
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try mold.make(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    var reader = FieldReader(elements.fields(at: object))
    return try mold.make(Payload(fields: &reader))
  }
}
