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

  /// The decoder of a type.
  ///
  /// - Parameters:
  ///   - type: The type, which may be a subclass of `Payload`.
  ///   - makeBase: Makes a base of a payload.
  /// - Returns: The decoder.
  static func make<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    _ makeBase: @escaping @Sendable (consuming Payload) throws -> Base
  ) -> EntryDecoder<Base> {
    func ofFields<Fields: FieldDecodable>(_ type: Fields.Type) -> EntryDecoder<Base>? {
      guard WitnessProbe.reachesMedley(type),
        let makeBase = makeBase as? @Sendable (consuming Fields) throws -> Base
      else { return nil }
      return FieldEntryDecoder(makeBase)
    }
    guard type == Payload.self else { return SubclassEntryDecoder(type, makeBase) }
    if let type = Payload.self as? any FieldDecodable.Type, let decoder = ofFields(type) {
      return decoder
    }
    return PayloadEntryDecoder(makeBase)
  }
}

// MARK: - Knowing the payload

/// This one knows the payload.
///
/// It is safe to send: all it has is a constant, a function that can be sent.
private class PayloadEntryDecoder<Base, Payload: Decodable>: EntryDecoder<Base>,
  @unchecked Sendable
{
  final let makeBase: @Sendable (consuming Payload) throws -> Base

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

/// This one decodes a subclass of the payload's type, which is known only as a value.
///
/// It is safe to send: all it has are constants that can be sent.
private final class SubclassEntryDecoder<Base, Payload: Decodable & SendableMetatype>: EntryDecoder<
  Base
>,
@unchecked Sendable
{
  private let type: Payload.Type
  private let makeBase: @Sendable (consuming Payload) throws -> Base

  init(_ type: Payload.Type, _ makeBase: @escaping @Sendable (consuming Payload) throws -> Base) {
    self.type = type
    self.makeBase = makeBase
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try makeBase(type.init(from: decoder))
  }
}

/// This one's payload reads its own fields.
///
/// It is safe to send: it adds nothing to what it has.
private final class FieldEntryDecoder<Base, Payload: FieldDecodable>: PayloadEntryDecoder<
  Base, Payload
>,
@unchecked Sendable
{
  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    var reader = FieldReader(elements.fields(at: object))
    return try makeBase(Payload(fields: &reader))
  }
}
