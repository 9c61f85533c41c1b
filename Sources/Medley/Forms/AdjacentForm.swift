import MedleyBase

/// A wire form with the tag and the payload as two members of an object.
///
/// Examples are `{"type": "MOVIE", "data": {"title": "Heat"}}` and, without a fixed key for the
/// content, `{"type": "image", "image": {"url": "a.png"}}`.
final class AdjacentForm: WireForm {
  let tagPlace: TagPlace
  private let tag: MemberKey
  /// The key of the content; nil if the tag is the key.
  private let content: MemberKey?

  init(tag: String, content: String?) {
    self.tag = MemberKey(tag)
    self.content = content.map { MemberKey($0) }
    tagPlace = .path([self.tag], self.content.map { .member($0) } ?? .named)
  }

  // MARK: - Writing

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let written = try tag.canonical(for: payload, encoder)
    let hasContent = !NoContent.isPayload(payload)
    let contentName = try content?.name ?? tag.key(for: payload, encoder)
    var fields = try MedleyEncoders.fieldTarget(ordered: ObjectIdentifier(tag), of: encoder)
    try fields.encodeTag(written, named: self.tag.name)
    if hasContent { try fields.encode(payload, named: contentName, mayOmit: false) }
  }
}
