/// A wire form with the tag under a key or a path of the payload.
///
/// Examples are `{"type": "MOVIE", "title": "Heat"}` and
/// `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
final class PathForm: ObjectForm {
  let path: [MemberKey]
  /// The keys of the path, made once.
  private let keys: [WireKey]
  let places: TagPlaces

  init(_ path: [String]) {
    self.path = path.map { MemberKey($0) }
    keys = self.path.map(\.key)
    places = TagPlaces(path: path)
  }

  func isEqual(to other: any WireForm) -> Bool {
    (other as? PathForm)?.path == path
  }

  var members: [MemberUse] {
    [MemberUse(path: path.map(\.name), role: .tag)]
  }

  var place: String {
    "under \"\(path.map(\.name).joined(separator: "."))\""
  }

  var isComplete: Bool { !path.isEmpty }

  func accepts(_ tag: TypeTag) -> Bool {
    ScalarKind(tag) != nil
  }

  // MARK: - Reading

  var absentPlace: [WireKey] { keys }

  func locate(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    guard path.count == 1 else { return try locateStepByStep(in: object, of: decoder, among: tags) }
    let key = path[0].shown(in: object)
    let finding = try object.tag(at: key, kinds: tags.kinds, among: tags)
    return LocatedTag(
      finding: finding,
      place: key == keys[0] ? keys : [key],
      source: .whole(decoder)
    )
  }

  private func locateStepByStep(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    var object = object
    let source = PayloadSource.whole(decoder)
    var place: [WireKey] = []
    for step in path.dropLast() {
      let key = step.shown(in: object)
      place.append(key)
      guard let next = object.object(at: key) else {
        let rest = path.dropFirst(place.count).map(\.key)
        return LocatedTag(finding: .missing(nil), place: place + rest, source: source)
      }
      object = next
    }
    guard let last = path.last else {
      return LocatedTag(finding: .missing(nil), source: source)
    }
    let key = last.shown(in: object)
    place.append(key)
    let finding = try object.tag(at: key, kinds: tags.kinds, among: tags)
    return LocatedTag(finding: finding, place: place, source: source)
  }

  func search(among tags: TagTable) -> TagSearch? { TagSearch(.path(path.map(\.name)), tags) }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try ObjectWriter.encode(payload, tagged: tag, at: places, to: encoder)
  }

  func encodeContent<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try tag.check(payload, of: Payload.self, at: places, encoder)
    try encodeAlone(payload, to: encoder)
  }
}
