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

  static func make<Payload: Decodable & SendableMetatype>(
    _ maker: BaseMaker<Base, Payload>
  ) -> EntryDecoder<Base> {
    func fields<Fields: FieldDecodable>(_ type: Fields.Type) -> EntryDecoder<Base>? {
      guard WitnessProbe.reachesMedley(type),
        let maker = maker as? BaseMaker<Base, Fields>
      else { return nil }
      return FieldEntryDecoder(maker)
    }
    let type = Payload.self as? any FieldDecodable.Type
    return type.flatMap { fields($0) } ?? PayloadEntryDecoder(maker)
  }
}

// MARK: - Knowing the payload

/// Makes a `Base` of a payload, by a function.
///
/// It is safe to send: all it has is a constant, a function that can be sent; and a subclass says
/// the same.
class BaseMaker<Base, Payload>: @unchecked Sendable {
  typealias Function = @Sendable (consuming Payload) throws -> Base

  let function: Function

  init(_ function: @escaping Function) {
    self.function = function
  }

  /// - Throws: What the function throws.
  func make(_ payload: consuming Payload) throws -> Base {
    try function(payload)
  }

  /// One whose function casts the payload, and throws if it isn't a `Base`.
  static func casting(_ cast: @escaping Function) -> BaseMaker<Base, Payload> {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return BaseMaker(cast)
    }
    return ExistentialMold(cast)
  }
}

/// This one knows the payload.
///
/// It is safe to send: all it has is a constant that can be sent.
private final class PayloadEntryDecoder<Base, Payload: Decodable & SendableMetatype>: EntryDecoder<
  Base
>,
@unchecked Sendable
{
  private let maker: BaseMaker<Base, Payload>

  init(_ maker: BaseMaker<Base, Payload>) {
    self.maker = maker
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try maker.make(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    try maker.make(Payload(from: elements.decoder(at: object.head)))
  }
}

/// This one knows a payload that reads its own fields.
///
/// It is safe to send for the same reason.
private final class FieldEntryDecoder<Base, Payload: FieldDecodable>: EntryDecoder<Base>,
  @unchecked Sendable
{
  private let maker: BaseMaker<Base, Payload>

  init(_ maker: BaseMaker<Base, Payload>) {
    self.maker = maker
    super.init()
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try maker.make(Payload(from: decoder))
  }

  override func decode(
    _ object: TaggedObject,
    among elements: any IndexedElements
  ) throws -> Base {
    var reader = FieldReader(elements.fields(at: object))
    return try maker.make(Payload(fields: &reader))
  }
}
