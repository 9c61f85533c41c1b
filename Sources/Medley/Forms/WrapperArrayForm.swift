/// A wire form with the tag and the payload as the elements of an array: `["MOVIE", {"title":
/// "Heat"}]`.
///
/// A tag without content is alone in its array: `["DIVIDER"]`.
final class WrapperArrayForm: WireForm {
  var tagPlace: TagPlace { .pair(tagAt: 0) }

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    if DecoderTraits(encoder) == .toml, encoder.codingPath.last?.intValue != nil {
      throw EncodingError.invalidValue(
        payload,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "TOMLKit can't write an array in an array, so no wrapper array."
        )
      )
    }
    var container = encoder.unkeyedContainer()
    try container.encodeTag(tag.canonical(for: payload, encoder))
    if !NoContent.isPayload(payload) { try container.encode(payload) }
  }
}
