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

/// The tags of a registry that are strings under one key, which are looked up without a wire form.
///
/// All of them are ASCII, so that those of the same length are equal only by code unit.
struct PlainTags: Sendable {
  let key: WireKey
  private let positions: KeyPositions<String>

  /// Creates the tags of a table, or returns nil if a wire form has to find them.
  init?(_ table: TagTable) {
    guard let name = table.strings.key, table.alternatives.isEmpty else { return nil }
    var positions = KeyPositions<String>()
    for tag in table.tags {
      guard case .string(let string) = tag, string.utf8.allSatisfy({ $0 < 0x80 }) else {
        return nil
      }
      if let position = table.position(of: tag) {
        positions.insert(position, for: string.compacted)
      }
    }
    key = WireKey(name.compacted)
    self.positions = positions
  }

  /// Returns the tag of an object, which may be unregistered, or nil if it isn't a string.
  @inline(__always) func tag(in members: KeyedDecodingContainer<WireKey>) -> String? {
    (try? members.decodeIfPresent(String.self, forKey: key)) ?? nil
  }

  /// Returns the position of the entry that a tag selects.
  @inline(__always) func position(of tag: String) -> Int? {
    guard let (own, position) = positions[tag] else { return nil }
    return own.utf8.count == tag.utf8.count ? position : nil
  }

  /// Returns what the wire form finds if a tag is a string.
  func located(_ tag: String, in decoder: any Decoder) -> LocatedTag {
    LocatedTag(finding: .tag(.string(tag)), place: [key], source: .whole(decoder))
  }
}
