extension [MemberKey] {
  /// Finds a tag whose parts are under these keys.
  @inline(never) func locate(in object: ObjectReader, among tags: TagTable) throws -> LocatedTag {
    let source = PayloadSource.whole(object.element)
    // Without any for a part that is absent.
    var readings: [[TypeTag]] = []
    var absent: LocatedTag?
    for (index, member) in enumerated() {
      let key = member.shown(in: object)
      let all = try object.readings(at: key, kinds: tags.kinds(ofPart: index))
      guard all.isEmpty else {
        readings.append(all)
        continue
      }
      let finding = try object.tag(at: key, kinds: TagKinds(), among: tags)
      switch finding {
      case .missing, .null:
        let located = LocatedTag(finding: finding, place: [key], source: source)
        guard tags.mayLack(part: index) else { return located }
        readings.append([])
        absent = absent ?? located
      case .wrongKind(let found):
        let text = "\(found) under \"\(member.name)\""
        return LocatedTag(finding: .wrongKind(text), source: source)
      default:
        return LocatedTag(finding: finding, source: source)
      }
    }
    // An object without any part has no tag.
    if let absent, readings.allSatisfy(\.isEmpty) { return absent }
    let tag = tag(of: readings, among: tags)
    return LocatedTag(
      finding: .tag(tag),
      source: source,
      // Only a registered tag may lack a part.
      isTentative: absent != nil && !tags.contains(tag)
    )
  }

  /// Returns a registered tag that the parts can be read as, or the tag of their first readings.
  private func tag(of readings: [[TypeTag]], among tags: TagTable) -> TypeTag {
    let first = TypeTag.compound(readings.map(\.first))
    guard readings.contains(where: { $0.count > 1 }), !tags.contains(first) else { return first }
    return tags.tags.first { tag in
      guard case .compound(let parts) = tag, parts.count == readings.count else { return false }
      return parts.indices.allSatisfy { index in
        parts[index].map(readings[index].contains) ?? readings[index].isEmpty
      }
    } ?? first
  }
}
