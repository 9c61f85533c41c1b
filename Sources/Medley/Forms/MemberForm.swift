import MedleyBase

/// A wire form with the tag as the key of one of an object's members: `{"id": 7, "message": {"text":
/// "Hi"}}`.
///
/// A tag without content has an empty object: `{"divider": {}}`.
final class MemberForm: WireForm {
  var tagPlace: TagPlace { .presentMember }

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let key = try tag.key(for: payload, encoder)
    // As a member, because an envelope may write others into the same object.
    var fields = try MedleyEncoders.fieldTarget(ordered: ObjectIdentifier(tag), of: encoder)
    try fields.encode(payload, named: key, mayOmit: false)
  }
}

// MARK: - Reading

extension TagPlace {
  /// Finds the tag that is registered first among the keys of an object.
  static func locatePresentMember(in object: ObjectReader, among tags: TagTable) -> LocatedTag {
    let decoder = object.element
    let keys = object.members
    var first: PresentMember?
    for key in keys {
      guard let tag = object.registered(key, tags) else { continue }
      // XML doesn't distinguish null from an empty object.
      if !object.isMarkup, (try? object.container.decodeNil(forKey: key)) == true { continue }
      let member = PresentMember(key: key, tag: tag)
      if let first, !member.precedes(first, among: tags) { continue }
      first = member
    }
    if let first {
      return LocatedTag(finding: .tag(first.tag), source: .member(object, first.key))
    }
    // Of an object that isn't complete, the tag may still come.
    if decoder.isGrowing {
      return LocatedTag(finding: .missing(nil), source: .whole(decoder))
    }
    let objects = keys.filter { object.object(at: $0)?.isText == false }
    if objects.count == 1 {
      let tag = TypeTag.string(object.original(of: objects[0]))
      let source = PayloadSource.member(object, objects[0])
      return LocatedTag(finding: .tag(tag), source: source, isTentative: true)
    }
    // In an order of their own, because decoders list them in any.
    let names = keys.names.inOrder
    let found = names.isEmpty ? "no members" : "only \(names.listedAsTags())"
    let place = TagPlace.presentMember.description
    return LocatedTag(missing: DiscriminatorError(place, tags: tags, found: found), in: decoder)
  }
}

/// A member whose key is a registered tag.
private struct PresentMember {
  let key: WireKey
  let tag: TypeTag

  /// Whether the tag is registered before that of another member.
  @inline(never) func precedes(_ other: PresentMember, among tags: TagTable) -> Bool {
    let (position, otherPosition) = (tags[tag] ?? .max, tags[other.tag] ?? .max)
    if position != otherPosition { return position < otherPosition }
    let (own, others) = (tags.tags.firstIndex(of: tag), tags.tags.firstIndex(of: other.tag))
    if own != others { return own ?? .max < others ?? .max }
    // One pattern takes both.
    return Array(key.stringValue.utf8).lexicographicallyPrecedes(Array(other.key.stringValue.utf8))
  }
}

// The keys of an object as tags, which a key strategy may convert to others.
extension ObjectReader {
  /// Returns the registered tag that a key stands for.
  @inline(never) func registered(_ key: WireKey, _ tags: TagTable) -> TypeTag? {
    let name = key.stringValue
    guard tags.converted.contains(name) else { return tags.registered(name) }
    let original = original(of: key)
    if let found = tags.registered(original) { return found }
    guard original != name else { return nil }
    // The encoder may have converted the tag as well: "Big_Image" to "big_image".
    return tags.tags.first { $0.keyText.map(SnakeCase.camelCase) == name }
  }

  /// Returns a key as the document has it.
  @inline(never) func original(of key: WireKey) -> String {
    let name = key.stringValue
    if keysAsWritten.contains(name) { return name }
    return keysAsWritten.first { SnakeCase.camelCase($0) == name } ?? name
  }
}
