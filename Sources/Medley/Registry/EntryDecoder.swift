/// Decodes one registered type, where the payload is the element itself.
///
/// Generic code has to look up the metadata of each generic type that it names, 325 instructions
/// each time; a class has those of its own arguments at hand. So what a registry does for each
/// element goes through classes: this one, found without naming the base,
class AnyEntryDecoder: @unchecked Sendable {
  // Sound: subclasses have constants only, of types that can be sent.
  fileprivate init() {}
}

/// this one, which knows the base,
class EntryDecoder<Base>: AnyEntryDecoder, @unchecked Sendable {
  func decode(from decoder: any Decoder) throws -> Base {
    fatalError("A subclass decodes.")
  }
}

/// and this one, which knows the payload.
final class PayloadEntryDecoder<Base, Payload: Decodable & SendableMetatype>: EntryDecoder<Base>,
  @unchecked Sendable
{
  private let makeBase: @Sendable (Payload) throws -> Base

  init(_ makeBase: @escaping @Sendable (Payload) throws -> Base) {
    self.makeBase = makeBase
    super.init()
  }

  override func decode(from decoder: any Decoder) throws -> Base {
    try makeBase(Payload(from: decoder))
  }
}
