import Medley

/// A wire form that Medley doesn't have: `[{"title": "Heat"}, "MOVIE"]`.
///
/// It is all that a new form takes, so it shows that nothing else has to know one.
final class LastElementForm: WireForm {
  var tagPlace: TagPlace { .pair(tagAt: 1) }

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    var container = encoder.unkeyedContainer()
    if !NoContent.isPayload(payload) { try container.encode(payload) }
    try container.encodeTag(tag.canonical(for: payload, encoder))
  }
}

extension Discriminator {
  /// A tag that is the second of two elements of an array.
  static var lastElement: Discriminator { Discriminator(LastElementForm()) }
}
