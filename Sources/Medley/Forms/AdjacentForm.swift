/// A wire form with the tag and the payload as two members of an object.
///
/// Examples are `{"type": "MOVIE", "data": {"title": "Heat"}}` and, without a fixed key for the
/// content, `{"type": "image", "image": {"url": "a.png"}}`.
final class AdjacentForm: ObjectForm {
  let tag: MemberKey
  /// The key of the content; nil if the tag is the key.
  let content: MemberKey?

  init(tag: String, content: String?) {
    self.tag = MemberKey(tag)
    self.content = content.map { MemberKey($0) }
  }

  var members: [MemberUse] {
    [MemberUse(path: [tag.name], role: .tag)]
      + (content.map { [MemberUse(path: [$0.name], role: .content)] } ?? [])
  }

  var place: String { "under \"\(tag.name)\"" }

  var isPayloadWhole: Bool { false }

  func isEqual(to other: any WireForm) -> Bool {
    guard let other = other as? AdjacentForm else { return false }
    return tag == other.tag && content == other.content
  }

  /// A tag that names the content's key must be one, and not the tag's own key.
  func accepts(_ tag: TypeTag) -> Bool {
    content == nil
      ? tag.keyText != nil && tag.keyText != self.tag.name
      : ScalarKind(tag) != nil
  }

  func clashingKey(with tag: TypeTag) -> String? {
    content == nil && tag.keyText == self.tag.name ? self.tag.name : nil
  }

  // MARK: - Reading

  func source(assuming tag: TypeTag, in decoder: any Decoder) -> PayloadSource? {
    guard let content = content ?? tag.keyText.map(MemberKey.init),
      let object = try? ObjectReader(decoder)
    else { return nil }
    return .member(object, content.shown(in: object))
  }

  var absentPlace: [WireKey] { [tag.key] }

  func locate(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    let key = tag.shown(in: object)
    let finding = try object.tag(at: key, kinds: tags.kinds, among: tags)
    var source = PayloadSource.whole(decoder)
    if let content {
      source = .member(object, content.shown(in: object))
    } else if case .tag(let tag) = finding, let name = tag.keyText {
      source = .member(object, MemberKey(name).shown(in: object))
    }
    return LocatedTag(finding: finding, place: [key], source: source)
  }

  var tagPlace: TagPlace? { .adjacent(tag: tag.name, content: content?.name) }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let written = try tag.canonical(for: payload, encoder)
    guard let contentKey = content?.name ?? written.keyText else {
      throw tag.unwritable(payload, encoder)
    }
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encodeTag(written, forKey: self.tag.key)
    try container.encode(payload, forKey: WireKey(contentKey))
  }
  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let written = try tag.canonical(for: NoContent(), encoder)
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encodeTag(written, forKey: self.tag.key)
  }
  func encodeContent(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    guard let key = try content?.name ?? tag.canonical(for: payload, encoder).keyText else {
      throw tag.unwritable(payload, encoder)
    }
    var container = encoder.container(keyedBy: WireKey.self)
    // A tag that is written nowhere leaves an empty object.
    if !(payload is NoContent) { try container.encode(payload, forKey: WireKey(key)) }
  }
}

/// Content that an element doesn't have, though it has a tag.
package struct AbsentContent {
  let decoder: any Decoder
  /// Where the content would be.
  let key: WireKey

  /// The error for a payload that needs content.
  @inline(never) var error: DecodingError {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath,
      debugDescription: "Expected the tag and its content but found the tag alone."
    )
    // An array with too few elements isn't missing a key.
    return key.intValue == nil ? .keyNotFound(key, context) : .dataCorrupted(context)
  }
}

/// The payload of a registered value, whose tag is all there is to it.
///
/// Wire forms without a form of their own for such a tag write it beside this, an empty object.
struct NoContent: Encodable {
  func encode(to encoder: any Encoder) {
    _ = encoder.container(keyedBy: WireKey.self)
  }
}
