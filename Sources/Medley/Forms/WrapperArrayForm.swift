/// A wire form with the tag and the payload as the elements of an array: `["MOVIE", {"title":
/// "Heat"}]`.
///
/// A tag without content is alone in its array: `["DIVIDER"]`.
final class WrapperArrayForm: WireForm {
  var tagPlace: TagPlace { .pair(.first) }

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    var container = try container(of: encoder, for: payload)
    try container.encodeTag(tag.canonical(for: payload, encoder))
    try container.encode(payload)
  }

  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let payload = NoContent.payload
    var container = try container(of: encoder, for: payload)
    try container.encodeTag(tag.canonical(for: payload, encoder))
  }

  private func container(
    of encoder: any Encoder,
    for payload: some Encodable
  ) throws -> any UnkeyedEncodingContainer {
    if DecoderTraits(encoder) == .toml, encoder.codingPath.last?.intValue != nil {
      throw EncodingError.invalidValue(
        payload,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "TOMLKit can't write an array in an array, so no wrapper array."
        )
      )
    }
    return encoder.unkeyedContainer()
  }
}
