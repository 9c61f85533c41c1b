import MedleyBase

/// A wire form that Foundation's decoders read without a `LocatedTag`, if the tag is a registered
/// string.
///
///     decoder ── find ──▶ DirectFinding ── decode ──▶ base
///                   │
///             anything else
///                   ▼
///            ElementReader, from the beginning
///
/// A finding of the wire form and the reader around it take 60 more counted references for each
/// element, which is an eighth of the time of code by hand.
final class DirectForm: Sendable {
  private let place: TagPlace
  private let table: TagTable
  /// The positions of the entries, by the texts of the tags.
  ///
  /// All of them are ASCII, so that other texts of ASCII are equal only by code unit.
  private let positions: KeyPositions<String>
  /// For each of several places, the positions of the entries that the tags select there; empty if
  /// they select the same in every place.
  private let divided: [KeyPositions<String>]
  /// The fields that tell the types.
  private let masks: FieldMasks?
  /// Whether the types are tried.
  let isTrial: Bool
  /// Whether a string under the one key is a tag, registered or not.
  private let isPlain: Bool

  /// Creates the form of a registry, or returns nil if its wire form has to find the tags.
  ///
  /// - Parameters:
  ///   - place: The place of the tags.
  ///   - table: The tags.
  init?(_ place: TagPlace, _ table: TagTable) {
    guard !table.ignoresCase, Self.reads(place, table) else { return nil }
    isTrial = if case .trial = place { true } else { false }
    masks = place.usesCandidates ? table.fieldMasks : nil
    if let masks { guard isTrial ? masks.areAsked : masks.tell else { return nil } }
    var positions = KeyPositions<String>()
    for tag in table.tags {
      guard let text = tag.text, text.isASCII, let position = table.position(of: tag) else {
        return nil
      }
      positions.insert(position, for: text.compacted)
    }
    self.positions = positions
    divided = table.alternatives.map { own in
      var positions = KeyPositions<String>()
      for tag in table.tags.compactMap(\.string) {
        if let position = own[.string(tag)] { positions.insert(position, for: tag.compacted) }
      }
      return positions
    }
    self.place = place
    self.table = table
    isPlain =
      table.alternatives.isEmpty && place.key != nil && table.tags.allSatisfy { $0.string != nil }
  }

  /// Returns whether a place is read, which may be one of several in an object.
  private static func reads(
    _ place: TagPlace,
    _ table: TagTable,
    ofSeveral isOneOfSeveral: Bool = false
  ) -> Bool {
    switch place {
    case .path(let keys, .element): isOneOfSeveral ? keys.count == 1 : !keys.isEmpty
    case .path(let keys, .member), .path(let keys, .named): keys.count == 1
    case .onlyKey: table.converted.isEmpty
    case .presentMember: table.families.isEmpty
    case .members(let keys): !isOneOfSeveral && !keys.isEmpty
    case .pair(let index): index == 0 && !isOneOfSeveral
    case .kind, .fields, .trial, .anywhere: !isOneOfSeveral
    case .caseName: false
    case .alternatives(let all):
      all.places.allSatisfy { place in
        // Where types are registered for one place only, each has its tag under a key.
        reads(place, table, ofSeveral: true)
          && (table.alternatives.isEmpty || !place.readsLoneMembers)
      }
    }
  }

  /// Returns the position of the entry of a tag.
  ///
  /// A search takes more than a call does, and inlined ones were 2 KB.
  @inline(never) private func position(of text: String) -> Int? {
    text.isASCII ? positions[text] : nil
  }

  // MARK: - Finding

  /// Finds the tag of an element, if it is a registered string.
  ///
  /// What isn't as expected is found again by the wire form, which throws the errors.
  ///
  /// - Parameters:
  ///   - decoder: One of Foundation's decoders.
  ///   - elements: Set to the elements of an array after the tag.
  /// - Returns: The finding.
  @inline(never) func find(
    in decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) -> DirectFinding {
    switch place {
    case .pair: return pair(in: decoder, &elements)
    case .kind: return kind(of: decoder)
    case .anywhere(let readTag):
      let reading = Result { try readTag(decoder) }
      guard case .success(let tag?) = reading, let position = table.position(of: tag) else {
        return .unread(nil, .custom(reading))
      }
      return .tag(tag, at: position, .value)
    case .path, .members, .onlyKey, .caseName, .presentMember, .fields, .trial, .alternatives:
      guard let members = try? decoder.container(keyedBy: WireKey.self) else {
        return candidates(in: nil) ?? .nothing
      }
      return find(in: SharedObjectDecoder(decoder, members))
    }
  }

  private func find(in object: SharedObjectDecoder) -> DirectFinding {
    guard case .alternatives(let all) = place else {
      return find(at: place, in: object) ?? .unread(object, .elsewhere)
    }
    var hasForeign = false
    for (number, place) in all.places.enumerated() {
      switch find(at: place, in: object) {
      case nil: continue
      case .tag(.string(let tag), _, let source)? where !divided.isEmpty:
        if let position = divided[number][tag] { return .tag(.string(tag), at: position, source) }
      case let finding?: return finding
      }
      // A tag of another place gives way once; `AlternativePlaces` knows what several of them mean.
      if hasForeign { break }
      hasForeign = true
    }
    return .unread(object, .elsewhere)
  }

  /// Finds a tag at a place; nil if there is none, so that another place may have it.
  private func find(at place: TagPlace, in object: SharedObjectDecoder) -> DirectFinding? {
    switch place {
    case .path(let keys, let payload):
      var members = object.members
      for member in keys.dropLast() {
        guard
          let inner = try? members.nestedContainer(keyedBy: WireKey.self, forKey: member.key)
        else { return nil }
        members = inner
      }
      return find(under: keys[keys.count - 1].key, of: members, payload, in: object)
    case .members(let keys):
      var (parts, text) = ([TypeTag?](), "")
      for member in keys {
        guard let part = try? object.members.decodeIfPresent(String.self, forKey: member.key) else {
          return nil
        }
        parts.append(.string(part))
        text += part
        text += "\0"
      }
      return position(of: text).map { .tag(.compound(parts), at: $0, .whole(object)) }
    case .onlyKey:
      let keys = KeyCollector.keys(of: object.members)
      guard keys.count == 1 else { return nil }
      guard let position = position(of: keys[0]) else { return .unread(object, .elsewhere) }
      return .tag(.string(keys[0]), at: position, .member(object, WireKey(keys[0])))
    case .presentMember: return presentMember(in: object)
    case .fields:
      guard let masks, let only = masks.only(in: object.members) else { return nil }
      return .tag(masks.types[only].tag, at: masks.positions[only], .whole(object))
    case .trial: return candidates(in: object)
    case .caseName, .pair, .kind, .anywhere, .alternatives: return nil
    }
  }

  /// Finds the types to try, for an object or another value; nil if none fits.
  private func candidates(in object: SharedObjectDecoder?) -> DirectFinding? {
    guard isTrial, let masks else { return nil }
    let fitting = masks.fitting(in: object?.members)
    return fitting.isEmpty ? nil : .candidates(fitting, object)
  }

  /// Finds the tag that is registered first among the keys of an object; nil if there is none.
  private func presentMember(in object: SharedObjectDecoder) -> DirectFinding? {
    var first: (position: Int, key: WireKey)?
    for name in KeyCollector.keys(of: object.members) {
      // The decoder may have converted it from another tag.
      if table.converted.contains(name) { return .unread(object, .elsewhere) }
      guard let position = position(of: name), first.map({ position <= $0.position }) ?? true
      else { continue }
      let key = WireKey(name)
      guard (try? object.members.decodeNil(forKey: key)) == false else { continue }
      // Two tags of one entry.
      if position == first?.position { return .unread(object, .elsewhere) }
      first = (position, key)
    }
    return first.map { .tag(.string($1.stringValue), at: $0, .member(object, $1)) }
  }

  /// Finds a tag under a key; nil if the member is absent or null.
  private func find(
    under key: WireKey,
    of members: KeyedDecodingContainer<WireKey>,
    _ payload: TagPlace.Payload,
    in object: SharedObjectDecoder
  ) -> DirectFinding? {
    do {
      guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
      let tag = TypeTag.string(text)
      if let position = position(of: text) {
        return source(payload, of: text, in: object).map { .tag(tag, at: position, $0) }
          ?? .unread(object, .elsewhere)
      }
      guard isPlain else { return .unread(object, .elsewhere) }
      object.keep(text, under: key)
      return table.family(of: tag).map { .tag(tag, at: $0, .whole(object)) }
        ?? .unread(object, .unregistered(tag))
    } catch {
      return .unread(object, .elsewhere)
    }
  }

  /// The place of a payload; nil if it may be a member whose key the decoder has converted.
  private func source(
    _ payload: TagPlace.Payload,
    of tag: String,
    in object: SharedObjectDecoder
  ) -> DirectSource? {
    let (key, isConverted): (WireKey, Bool)
    switch payload {
    case .element: return .whole(object)
    case .member(let content): (key, isConverted) = (content.key, content.isConverted)
    case .named: (key, isConverted) = (WireKey(tag), !table.converted.isEmpty)
    }
    return isConverted && !object.members.contains(key) ? nil : .member(object, key)
  }

  private func pair(
    in decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) -> DirectFinding {
    guard var payload = try? decoder.unkeyedContainer(), payload.count == 2,
      let text = try? payload.decode(String.self), let position = position(of: text)
    else { return .nothing }
    elements = consume payload
    return .tag(.string(text), at: position, .element)
  }

  /// Finds the kind of a value by the first attempt to read it, or by the error of that.
  private func kind(of decoder: any Decoder) -> DirectFinding {
    guard let container = try? decoder.singleValueContainer(), !container.decodeNil() else {
      return .nothing
    }
    func tellsIntegers() -> Bool { position(of: JSONKind.integer.rawValue) != nil }
    guard let (kind, text) = JSONKind.first(in: container, of: decoder, tellsIntegers()),
      let position = position(of: kind.rawValue)
    else { return .nothing }
    return .tag(kind.tag, at: position, text.map { .text($0) } ?? .value)
  }
}

/// The tag of an element and the place of its payload, as a `DirectForm` finds it, or what is known
/// of an element that isn't read as the payload of a registered tag alone.
enum DirectFinding {
  /// A tag that selects an entry, the position of that, and the place of the payload.
  ///
  /// It may also be a string that isn't registered, but that a pattern takes, at the only place of a tag.
  case tag(TypeTag, at: Int, DirectSource)
  /// The positions of the entries to try.
  case candidates([Int], SharedObjectDecoder?)
  /// What `ElementReader` reads, in an object that is open or in another value.
  ///
  /// An object keeps a tag that isn't registered.
  case unread(SharedObjectDecoder?, TagMember)
  /// The form wasn't asked, and nothing of the element was read.
  case whole
  /// The same, and issues of the element go to a collector.
  case heard(IssueCollector)
  /// The payload of a tag threw an error.
  case failed(any Error, TypeTag, DirectSource)

  /// Nothing in a value of another shape.
  static var nothing: DirectFinding { .unread(nil, .elsewhere) }
}

/// The place of a payload that a `DirectForm` finds.
enum DirectSource {
  /// The object itself.
  case whole(SharedObjectDecoder)
  /// The value itself.
  case value
  /// The value itself, which was read as a string.
  case text(String)
  /// A member of an object that is open.
  ///
  /// With the container itself, every finding would be of a size that is only known at run time.
  case member(SharedObjectDecoder, WireKey)
  /// The next element of the array, which isn't in here, because a copy would copy what it stores.
  case element
}
