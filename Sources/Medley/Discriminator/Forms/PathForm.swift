/// A wire form with the tag under a key or a path of the payload.
///
/// Examples are `{"type": "MOVIE", "title": "Heat"}` and
/// `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
struct PathForm: WireForm, Equatable {
  let path: [MemberKey]
  /// The keys of the path, made once.
  private let keys: [WireKey]

  init(_ path: [String]) {
    self.path = path.map { MemberKey($0) }
    keys = self.path.map(\.key)
  }

  var members: [MemberUse] {
    [MemberUse(path: path.map(\.name), role: .tag)]
  }

  var shape: ElementShape? { .object }

  var place: String {
    "under \"\(path.map(\.name).joined(separator: "."))\""
  }

  var isComplete: Bool { !path.isEmpty }

  func accepts(_ tag: TypeTag) -> Bool {
    TagKind(tag) != nil
  }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let object: ObjectReader
    do {
      object = try ObjectReader(decoder)
    } catch {
      return try absent(error, in: decoder, among: tags, at: keys)
    }
    guard path.count == 1 else { return try locateStepByStep(in: object, of: decoder, among: tags) }
    let key = path[0].shown(in: object)
    let finding = try object.tag(at: key, kinds: tags.kinds) { tags.contains($0) }
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
    let finding = try object.tag(at: key, kinds: tags.kinds) { tags.contains($0) }
    return LocatedTag(finding: finding, place: place, source: source)
  }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let path = path.map(\.name)
    let written = try tag.written(for: payload, under: [path], to: encoder) { $0.first }
    if path.count > 1, try !TagProbe.isStored(payload, under: path[0], encoder: encoder) {
      // Nothing has to be merged, so the objects around the tag are a value of their own: TOMLKit
      // traps on containers in containers.
      let object = try MergedObject(
        encoder.container(keyedBy: WireKey.self),
        reserved: [],
        owner: type(of: payload)
      )
      try object.container.encode(NestedTag(path.dropFirst(), written), forKey: WireKey(path[0]))
      try MergingEncoder(object: object, base: encoder).encode(payload)
      return
    }
    try MergingEncoder.encode(payload, with: [ReservedMember(path, written)], to: encoder)
  }
}

/// A tag in nested objects.
private struct NestedTag: Encodable {
  let path: ArraySlice<String>
  let tag: TypeTag

  init(_ path: ArraySlice<String>, _ tag: TypeTag) {
    self.path = path
    self.tag = tag
  }

  func encode(to encoder: any Encoder) throws {
    guard let key = path.first else {
      try tag.encode(to: encoder)
      return
    }
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encode(NestedTag(path.dropFirst(), tag), forKey: WireKey(key))
  }
}
