import TestSupport

/// The twin of a catalogue type that is only `Decodable`, as `decodeOnly` registers it.
///
/// Its name holds that of the type, which messages about it have to mention.
struct DecodeOnly<Wrapped: Registrable>: Decodable, EveryBase {
  let wrapped: Wrapped

  init(from decoder: any Decoder) throws {
    wrapped = try Wrapped(from: decoder)
  }
}

extension DecodeOnly: CaseDescribable {
  func described(by describer: Describer) throws -> JSONTree {
    try wrapped.described(by: describer)
  }

  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    try wrapped.describedAsKnown(by: describer)
  }
}
