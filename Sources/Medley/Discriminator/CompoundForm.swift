/// Several members of the payload are the tag together:
/// `{"apiVersion": "v1", "kind": "Pod", "name": "web"}`.
struct CompoundForm: WireForm, Equatable {
  let keys: [MemberKey]

  init(_ keys: [String]) {
    self.keys = keys.map { MemberKey($0) }
  }

  var members: [MemberUse] {
    keys.map { MemberUse(path: [$0.name], role: .tag) }
  }

  var place: String {
    "under " + keys.map { "\"\($0.name)\"" }.joined(separator: ", ")
  }

  var isComplete: Bool { !keys.isEmpty }

  func accepts(_ tag: TypeTag) -> Bool {
    guard case .compound(let parts) = tag else { return false }
    return parts.count == keys.count && parts.allSatisfy { TagKind($0) != nil }
  }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let object: ObjectReader
    do {
      object = try ObjectReader(decoder)
    } catch {
      return try absent(error, in: decoder, among: tags)
    }
    let source = PayloadSource.whole(decoder)
    var parts: [TypeTag] = []
    for (index, member) in keys.enumerated() {
      let key = member.shown(in: object)
      let kinds = tags.kinds(ofPart: index)
      // A part isn't in the table by itself: of several readings the first registered kind counts.
      switch try object.tag(at: key, kinds: kinds, isRegistered: { _ in true }) {
      case .tag(let part): parts.append(part)
      case .missing(let error):
        return LocatedTag(finding: .missing(error), place: [key], source: source)
      case .null: return LocatedTag(finding: .null, place: [key], source: source)
      case .wrongKind(let found):
        return LocatedTag(
          finding: .wrongKind("\(found) under \"\(member.name)\""),
          source: source
        )
      case .oversizedInteger: return LocatedTag(finding: .oversizedInteger, source: source)
      case .malformedWrapper(let error):
        return LocatedTag(finding: .malformedWrapper(error), source: source)
      }
    }
    return LocatedTag(finding: .tag(.compound(parts)), source: source)
  }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let paths = keys.map { [$0.name] }
    let written = try tag.written(for: payload, under: paths, to: encoder) { .compound($0) }
    guard case .compound(let parts) = written, parts.count == paths.count else {
      throw tag.unwritable(payload, encoder)
    }
    let reserved = zip(paths, parts).map { ReservedMember($0, $1) }
    try MergingEncoder.encode(payload, with: reserved, to: encoder)
  }
}
