/// A wire form with a tag, or a list of tags, under a key of the payload.
///
/// Examples are `{"type": "Person", "name": "Ada"}` and
/// `{"type": ["Person", "x:Author"], "name": "Ada"}`.
final class ListForm: WireForm {
  let tagPlace: TagPlace
  private let members: TagMembers

  init(_ key: String) {
    members = TagMembers(path: [key])
    tagPlace = .path([MemberKey(key, isList: true)], .element)
  }

  // MARK: - Writing

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    // Only what it encodes tells whether a payload stores its tags, which it writes itself then.
    let record = try ObjectRecorder(of: payload, before: encoder)
    if record.hasMember(at: members.keys) {
      try payload.encodeStrictly(to: encoder)
    } else {
      try ObjectWriter.encode(payload, tagged: tag, at: members, to: encoder)
    }
  }
}
