/// A wire form with the tag and the payload as the elements of an array: `["MOVIE", {"title":
/// "Heat"}]`.
///
/// A tag without content is alone in its array: `["DIVIDER"]`.
final class WrapperArrayForm: WireForm {
  var shape: ElementShape? { .array }

  var place: String { "as the first element" }

  var isPayloadWhole: Bool { false }

  func accepts(_ tag: TypeTag) -> Bool {
    ScalarKind(tag) != nil
  }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let place = [WireKey(index: 0)]
    var container: any UnkeyedDecodingContainer
    do {
      container = try decoder.unkeyedContainer()
    } catch {
      return try absent(error, in: decoder, among: tags, at: place)
    }
    if container.isAtEnd {
      return LocatedTag(finding: .missing(nil), place: place, source: .whole(decoder))
    }
    if let count = container.count, count > 2 {
      return malformed(decoder, "\(count) elements")
    }
    let finding = try finding(&container, of: decoder, among: tags)
    if container.isAtEnd {
      // Without values, a tag alone is a mistake whatever it is.
      guard tags.hasValues else { return malformed(decoder, "1 element") }
      return LocatedTag(
        finding: finding,
        place: place,
        source: .absent(AbsentContent(decoder: decoder, key: WireKey(index: 1)))
      )
    }
    return LocatedTag(finding: finding, place: place, source: .next(container))
  }

  private func finding(
    _ container: inout any UnkeyedDecodingContainer,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag.Finding {
    // A string is nothing else then, and the container stays where it is if this fails.
    if DecoderTraits(decoder) == .strict, let text = try? container.decode(String.self) {
      return .tag(.string(text))
    }
    return try container.decode(TagCandidates.self).finding(among: tags)
  }

  private func malformed(_ decoder: any Decoder, _ found: String) -> LocatedTag {
    let text = "Expected an array of the tag and the payload but found \(found)."
    return LocatedTag(finding: .malformedWrapper(text), source: .whole(decoder))
  }

  var tagPlace: TagPlace? { .firstElement }

  // MARK: - Writing

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
    let payload = NoContent()
    var container = try container(of: encoder, for: payload)
    try container.encodeTag(tag.canonical(for: payload, encoder))
  }

  func findsNothing(in element: ObjectRecorder) throws -> Bool {
    try element.kind != .array
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
