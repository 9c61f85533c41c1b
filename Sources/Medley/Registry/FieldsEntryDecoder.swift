/// Decodes elements with a function that reads their fields.
///
/// It is safe to send, because it has only a constant `Sendable` function.
///
/// `FieldEntryDecoder` is for payload types that read their own fields.
final class FieldsEntryDecoder<Base>: EntryDecoder<Base>, @unchecked Sendable {
  private let read: @Sendable (inout FieldReader) throws -> Base

  init(_ read: @escaping @Sendable (inout FieldReader) throws -> Base) {
    self.read = read
    super.init(readsFields: true)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    let decoder = copy decoder
    return try decode(fields: MedleyDecoders.cast(decoder)?.fields() ?? CodableFields(decoder))
  }

  override func decode(fields: consuming any FieldSource) throws -> Base {
    var reader = FieldReader(fields)
    return try read(&reader)
  }

  override func decode(from source: PayloadSource) throws -> Base {
    try decode(from: source.decoder())
  }
}

extension PayloadSource {
  /// The decoder of the payload, for what is no type.
  ///
  /// - Throws: `DecodingError` if there is no payload.
  fileprivate func decoder() throws -> any Decoder {
    switch self {
    case .whole(let decoder), .value(let decoder):
      return decoder
    case .member(let container, let key):
      guard container.contains(key) else {
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "Expected the content of the tag but found no such key."
          )
        )
      }
      return try container.superDecoder(forKey: key)
    case .next(var container):
      return try container.superDecoder()
    case .absent(let content):
      throw content.error
    }
  }
}
