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
  private let tags: DirectTags
  /// The fields that tell the types, and the indices of the tags of their candidates.
  private let fields: (masks: FieldMasks, indices: [Int])?
  /// Whether the types are tried.
  let isTrial: Bool
  private let table: TagTable
  /// Whether a string under the one key is a tag, registered or not.
  private let isPlain: Bool
  /// For each of several places, the positions of the entries that the tags select there, by their
  /// indices; empty if they select the same in every place.
  private let divided: [Int?]

  /// Creates the form of a registry, or returns nil if its wire form has to find the tags.
  ///
  /// - Parameters:
  ///   - place: The place of the tags.
  ///   - table: The tags.
  init?(_ place: TagPlace, _ table: TagTable) {
    guard !table.ignoresCase, let tags = DirectTags(table), Self.reads(place, table)
    else { return nil }
    isTrial = if case .trial = place { true } else { false }
    var fields: (masks: FieldMasks, indices: [Int])?
    if place.usesCandidates {
      let masks = table.fieldMasks
      let indices = masks.types.compactMap { tags.index(of: $0.tag) }
      guard isTrial ? masks.areAsked : masks.tell, indices.count == masks.count else { return nil }
      fields = (masks, indices)
    }
    self.fields = fields
    divided = table.alternatives.flatMap { own in table.tags.map { own[$0] } }
    self.place = place
    self.tags = tags
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
    case .pair, .kind, .fields, .trial, .anywhere: !isOneOfSeveral
    case .caseName: false
    case .alternatives(let all):
      all.places.allSatisfy { place in
        // Where types are registered for one place only, each has its tag under a key.
        reads(place, table, ofSeveral: true)
          && (table.alternatives.isEmpty || !place.readsLoneMembers)
      }
    }
  }

  /// The tag of a finding, for errors and issues.
  func tag(at index: Int, _ source: DirectSource) -> TypeTag {
    guard index == DirectTags.none else { return table.tags[index] }
    // Read again, because only errors and issues need it.
    guard case .whole(let object) = source, let key = place.key?.key,
      let text = try? object.members.decode(String.self, forKey: key)
    else { return "" }
    return .string(text)
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
    case .pair(let index): return pair(tagAt: index, of: decoder, &elements)
    case .kind: return kind(of: decoder)
    case .anywhere(let readTag):
      let reading = Result { try readTag(decoder) }
      guard case .success(let tag?) = reading, let index = tags.index(of: tag) else {
        return .custom(reading)
      }
      return found(index, .value)
    case .path, .members, .onlyKey, .caseName, .presentMember, .fields, .trial, .alternatives:
      guard let members = try? decoder.container(keyedBy: WireKey.self) else {
        return candidates(in: nil) ?? .nothing
      }
      return find(in: SharedObjectDecoder(decoder, members))
    }
  }

  private func find(in object: SharedObjectDecoder) -> DirectFinding {
    guard case .alternatives(let all) = place else {
      return find(at: place, in: object) ?? .object(object)
    }
    var hasForeign = false
    for (number, place) in all.places.enumerated() {
      guard let finding = find(at: place, in: object) else { continue }
      guard !divided.isEmpty, case .tag(let index, _, let source) = finding else { return finding }
      if let position = divided[number * tags.keys.count + index] {
        return .tag(index, at: position, source)
      }
      // A tag of another place gives way once; `AlternativePlaces` knows what several of them mean.
      if hasForeign { break }
      hasForeign = true
    }
    return .object(object)
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
      var parts: [String] = []
      for member in keys {
        guard let text = try? object.members.decodeIfPresent(String.self, forKey: member.key) else {
          return nil
        }
        parts.append(text)
      }
      return tags.index(ofParts: parts).map { found($0, .whole(object)) }
    case .onlyKey:
      let keys = KeyCollector.keys(of: object.members)
      guard keys.count == 1 else { return nil }
      guard let index = tags.index(of: keys[0]) else { return .object(object) }
      return found(index, .member(object, tags.keys[index]))
    case .presentMember: return presentMember(in: object)
    case .fields:
      return fields.flatMap { fields in
        fields.masks.only(in: object.members).map { found(fields.indices[$0], .whole(object)) }
      }
    case .trial: return candidates(in: object)
    case .caseName, .pair, .kind, .anywhere, .alternatives: return nil
    }
  }

  /// Finds the types to try, for an object or another value; nil if none fits.
  private func candidates(in object: SharedObjectDecoder?) -> DirectFinding? {
    guard isTrial, let masks = fields?.masks else { return nil }
    let fitting = masks.fitting(in: object?.members)
    return fitting.isEmpty ? nil : .candidates(fitting, object)
  }

  /// Finds the tag that is registered first among the keys of an object; nil if there is none.
  private func presentMember(in object: SharedObjectDecoder) -> DirectFinding? {
    var first: (position: Int, index: Int)?
    for key in KeyCollector.keys(of: object.members) {
      // The decoder may have converted it from another tag.
      if table.converted.contains(key) { return .object(object) }
      guard let index = tags.index(of: key) else { continue }
      let found = (position: tags.positions[index], index: index)
      guard first.map({ found < $0 }) ?? true,
        (try? object.members.decodeNil(forKey: tags.keys[index])) == false
      else { continue }
      first = found
    }
    return first.map { found($0.index, .member(object, tags.keys[$0.index])) }
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
      if let index = tags.index(of: text) {
        return source(payload, at: index, of: object).map { found(index, $0) } ?? .object(object)
      }
      guard isPlain else { return .object(object) }
      object.keep(text, under: key)
      let tag = TypeTag.string(text)
      return table.family(of: tag).map { .tag(DirectTags.none, at: $0, .whole(object)) }
        ?? .unregistered(object, tag)
    } catch {
      return .object(object)
    }
  }

  /// The place of a payload; nil if it may be a member whose key the decoder has converted.
  private func source(
    _ payload: TagPlace.Payload,
    at index: Int,
    of object: SharedObjectDecoder
  ) -> DirectSource? {
    let (key, isConverted): (WireKey, Bool)
    switch payload {
    case .element: return .whole(object)
    case .member(let content): (key, isConverted) = (content.key, content.isConverted)
    case .named: (key, isConverted) = (tags.keys[index], !table.converted.isEmpty)
    }
    return isConverted && !object.members.contains(key) ? nil : .member(object, key)
  }

  private func found(_ index: Int, _ source: DirectSource) -> DirectFinding {
    .tag(index, at: tags.positions[index], source)
  }

  private func pair(
    tagAt index: Int,
    of decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) -> DirectFinding {
    guard var payload = try? decoder.unkeyedContainer(), payload.count == 2 else { return .nothing }
    let text: String?
    if index == 0 {
      text = try? payload.decode(String.self)
    } else {
      // A tag behind the payload is read with another container.
      var tag = try? decoder.unkeyedContainer()
      guard (try? tag?.decode(DecoderProbe.self)) != nil else { return .nothing }
      text = try? tag?.decode(String.self)
    }
    guard let index = text.flatMap(tags.index(of:)) else { return .nothing }
    elements = consume payload
    return found(index, .element)
  }

  /// Finds the kind of a value by the first attempt to read it, or by the error of that.
  private func kind(of decoder: any Decoder) -> DirectFinding {
    guard let container = try? decoder.singleValueContainer(), !container.decodeNil() else {
      return .nothing
    }
    do {
      let text = try container.decode(String.self)
      guard let index = tags.index(of: JSONKind.string.tag) else { return .nothing }
      return found(index, .text(text))
    } catch {
      let tellsIntegers = tags.index(of: JSONKind.integer.tag) != nil
      guard let kind = JSONKind(hintOf: error, of: decoder, tellingIntegers: tellsIntegers),
        let index = tags.index(of: kind.tag)
      else { return .nothing }
      return found(index, .value)
    }
  }
}

/// The tag of an element and the place of its payload, as a `DirectForm` finds it, or what is known
/// of an element that isn't read as the payload of a registered tag alone.
enum DirectFinding {
  /// A tag that selects an entry: its index, the position of the entry, and the place of the payload.
  ///
  /// It may also be a string that isn't registered, but that a pattern takes. That is at the only place
  /// of a tag, in an object that keeps it, and has no index.
  case tag(Int, at: Int, DirectSource)
  /// The positions of the entries to try.
  case candidates([Int], SharedObjectDecoder?)
  /// A string for which no type is registered, at the only place of a tag, in an object that keeps it.
  case unregistered(SharedObjectDecoder, TypeTag)
  /// Nothing in an object that is open.
  case object(SharedObjectDecoder)
  /// Nothing in what a function of the app returned or threw.
  case custom(Result<TypeTag?, any Error>)
  /// Nothing in a value of another shape.
  case nothing
  /// The form wasn't asked, and nothing of the element was read.
  case whole
  /// The same, and issues of the element go to a collector.
  case heard(IssueCollector)
  /// The payload of a tag threw an error.
  case failed(any Error, at: Int, DirectSource)
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

/// The tags of a registry, if they are found by comparing strings.
///
/// All of them are ASCII, so that those of the same length are equal only by code unit.
struct DirectTags: Sendable {
  /// The index of a tag that isn't registered.
  static let none = -1

  /// The positions of their entries, in the order of the table.
  let positions: [Int]
  /// The tags as keys.
  let keys: [WireKey]
  private let strings: KeyPositions<String>
  private let parts: [[String]]

  init?(_ table: TagTable) {
    var positions: [Int] = []
    var keys: [WireKey] = []
    var parts: [[String]] = []
    var strings = KeyPositions<String>()
    for tag in table.tags {
      // Tags of several parts are compared one by one.
      guard let own = Self.texts(of: tag), keys.count < 64 || tag.string != nil,
        // Of ASCII alone, a string has as many units in both.
        own.allSatisfy({ $0.utf8.count == $0.utf16.count }),
        let position = table.position(of: tag)
      else { return nil }
      if tag.string != nil { strings.insert(keys.count, for: own[0]) }
      parts.append(own)
      keys.append(WireKey(own.first ?? ""))
      positions.append(position)
    }
    self.positions = positions
    self.keys = keys
    self.strings = strings
    self.parts = parts
  }

  /// Returns the parts of a tag; nil if one isn't a string.
  private static func texts(of tag: TypeTag) -> [String]? {
    // Without the list of its parts, whose type takes 27,000 instructions when it is first used.
    if let string = tag.string { return [string.compacted] }
    let texts = tag.parts.compactMap { $0?.string?.compacted }
    return texts.count == tag.parts.count ? texts : nil
  }

  /// A search takes more than a call does, and inlined ones were 2 KB.
  @inline(never) func index(of text: String) -> Int? {
    guard let index = strings[text] else { return nil }
    return keys[index].stringValue.utf8.count == text.utf8.count ? index : nil
  }

  func index(of tag: TypeTag) -> Int? {
    if case .string(let text) = tag { index(of: text) } else { nil }
  }

  func index(ofParts texts: [String]) -> Int? {
    parts.firstIndex { own in
      own.count == texts.count
        && zip(own, texts).allSatisfy { $0 == $1 && $0.utf8.count == $1.utf8.count }
    }
  }
}
