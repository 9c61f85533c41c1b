/// A wire form with the tag and the payload as the elements of an array: `["MOVIE", {"title":
/// "Heat"}]`.
///
/// A tag without content is alone in its array: `["DIVIDER"]`.
final class WrapperArrayForm: WireForm {
  var tagPlace: TagPlace { .pair(tagAt: 0) }

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    if DecoderTraits(encoder) == .toml, encoder.codingPath.last?.intValue != nil {
      let problem = "TOMLKit can't write an array in an array, so no wrapper array."
      throw EncodingError.invalid(payload, at: encoder.codingPath, problem)
    }
    var container = encoder.unkeyedContainer()
    try container.encodeTag(tag.canonical(for: payload, encoder))
    if !NoContent.isPayload(payload) { try container.encode(payload) }
  }
}
