import MedleyBase

/// A wire form with the tag under a key or a path of the payload.
///
/// Examples are `{"type": "MOVIE", "title": "Heat"}` and
/// `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
final class PathForm: InlineTagForm {
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
    return try locate(after: nil, in: object, of: decoder, among: tags)
  }

  /// Finds the tag under the only key, whose text may have been read before.
  @inline(never) fileprivate func locate(
    after text: TextReading?,
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    let key = path[0].shown(in: object)
    let isDeclared = key == keys[0]
    let finding = try object.tag(
      at: key,
      kinds: tags.kinds,
      among: tags,
      after: isDeclared ? text : nil
    )
    return LocatedTag(
      finding: finding,
      place: isDeclared ? keys : [key],
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

  var tagPlace: TagPlace? { .path(path.map(\.name)) }
}

/// The tags of a registry that are strings under one key, which are looked up without a wire form.
///
/// All of them are ASCII, so that those of the same length are equal only by code unit.
struct PlainTags: Sendable {
  private let key: WireKey
  private let positions: KeyPositions<String>
  private let form: PathForm

  /// Creates the tags of a table, or returns nil if a wire form has to find them.
  init?(_ table: TagTable, of form: any WireForm) {
    guard let name = table.strings.key, table.alternatives.isEmpty, let form = form as? PathForm
    else { return nil }
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
    self.form = form
  }

  /// Reads the text of an object under the key, which may be an unregistered tag.
  @inline(__always) func text(in members: KeyedDecodingContainer<WireKey>) -> TextReading {
    do {
      return try members.decodeIfPresent(String.self, forKey: key).map { .text($0) } ?? .absent
    } catch {
      return .failed(error)
    }
  }

  /// Returns the position of the entry that a tag selects.
  @inline(__always) func position(of tag: String) -> Int? {
    guard let (own, position) = positions[tag] else { return nil }
    return own.utf8.count == tag.utf8.count ? position : nil
  }

  /// Returns what the wire form finds in an object whose text was read.
  @inline(never) func locate(
    after text: TextReading,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    guard case .text(let tag) = text else {
      return try form.locate(after: text, in: ObjectReader(decoder), of: decoder, among: tags)
    }
    // The element may be kept, with its tag.
    SharedObjectDecoder.keep(tag, under: key, of: decoder)
    return LocatedTag(finding: .tag(.string(tag)), place: [key], source: .whole(decoder))
  }
}
