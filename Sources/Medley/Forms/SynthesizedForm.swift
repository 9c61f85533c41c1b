import MedleyBase

/// The wire form that the compiler synthesises for an enum: `{"movie": {"_0": {"title": "Heat"}}}`.
///
/// The tag is the name of the case, and the only key. A registered type is a value without a label,
/// under `_0`. The fields of functions are the values with their labels: `{"rated": {"stars": 4}}`. A
/// tag without content has an empty object: `{"advert": {}}`.
final class SynthesizedForm: WireForm {
  var tagPlace: TagPlace { .caseName }

  func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let key = try WireKey(tag.key(for: payload, encoder))
    if let writer = ObjectWriter.cast(encoder) {
      throw writer.refusal("an object with one key", of: payload)
    }
    // Containers, because key strategies convert the names of cases and labels.
    var container = encoder.container(keyedBy: WireKey.self)
    if Payload.self == EncodedFields.self || Payload.self == NoContent.self {
      try container.encode(payload, forKey: key)
    } else {
      var values = container.nestedContainer(keyedBy: WireKey.self, forKey: key)
      try values.encodeMember(payload, forKey: .firstValue)
    }
  }
}

// MARK: - Reading

extension TagPlace {
  /// Finds a tag that is the only key of an object, whose value has the values of a case.
  static func locateCaseName(in object: ObjectReader, among tags: TagTable) throws -> LocatedTag {
    let located = try locateOnlyKey(in: object, among: tags)
    switch located.source {
    case .member(let object, let key):
      if case .tag(let tag) = located.finding, !tags.contains(tag),
        let tag = object.registered(key, tags)
      {
        return LocatedTag(finding: .tag(tag), source: .caseValue(object, key))
      }
      located.source = .caseValue(object, key)
      return located
    case .whole, .caseValue, .next: return located
    // The text of an element of XML.
    case .absent: return LocatedTag(finding: .missing(nil), source: .whole(object.element))
    }
  }
}

extension WireKey {
  /// The key of the first value of a case, if it has no label.
  static var firstValue: WireKey { WireKey("_0") }
}

extension ObjectReader {
  /// Returns whether a case has one value, without a label.
  func hasOneValue(inCase key: WireKey) -> Bool {
    let members = object(at: key)?.members ?? []
    return members.count == 1 && members[0] == .firstValue
  }
}
