/// The payload of a registered value, whose tag is all there is to it.
///
/// Wire forms without a form of their own for such a tag write it beside this, an empty object.
struct NoContent: Encodable {
  func encode(to encoder: any Encoder) {
    _ = encoder.container(keyedBy: WireKey.self)
  }
}
