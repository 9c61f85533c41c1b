/// Decodes one registered type.
///
/// Generic code has to look up the metadata of each generic type that it names, 325 instructions
/// each time; a class has those of its own arguments at hand. So what a registry does for each
/// element goes through classes. This one is found without naming the base.
package class AnyEntryDecoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.

  /// Whether the payload reads its own fields, so that it can be decoded without a decoder.
  package final let readsFields: Bool

  fileprivate init(readsFields: Bool) {
    self.readsFields = readsFields
  }
}

/// This one knows the base.
///
/// It has no state of its own, so that it is safe to send.
package class EntryDecoder<Base>: AnyEntryDecoder, @unchecked Sendable {
  // Swift has no abstract methods; `make` gives out subclasses only.

  /// Decodes a payload that is the element itself.
  package func decode(from decoder: consuming any Decoder) throws -> Base {
    fatalError("A subclass decodes.")
  }

  /// Decodes a payload that reads its own fields.
  package func decode(fields: consuming any FieldSource) throws -> Base {
    fatalError("A subclass decodes.")
  }

  /// Decodes a payload where the tag's wire form has it.
  func decode(from source: PayloadSource) throws -> Base {
    fatalError("A subclass decodes.")
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
      guard CustomInitProbe.reachesMedley(type),
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

  init(
    _ makeBase: @escaping @Sendable (consuming Payload) throws -> Base,
    readsFields: Bool = false
  ) {
    self.makeBase = makeBase
    super.init(readsFields: readsFields)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try makeBase(Payload(from: decoder))
  }

  override func decode(from source: PayloadSource) throws -> Base {
    try makeBase(source.decode(Payload.self))
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
    super.init(readsFields: false)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    try makeBase(type.init(from: decoder))
  }

  override func decode(from source: PayloadSource) throws -> Base {
    try makeBase(source.decode(type))
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
  init(_ makeBase: @escaping @Sendable (consuming Payload) throws -> Base) {
    super.init(makeBase, readsFields: true)
  }

  override func decode(fields: consuming any FieldSource) throws -> Base {
    var reader = FieldReader(fields)
    return try makeBase(Payload(fields: &reader))
  }
}
