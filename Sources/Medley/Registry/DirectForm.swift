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
  private indirect enum Place {
    /// Under the keys of a path, beside the members of the payload.
    case path([WireKey])
    /// Several strings beside the members of the payload.
    case members([WireKey])
    case adjacent(tag: WireKey, content: WireKey)
    /// The tag is the key of the content.
    case named(tag: WireKey)
    case onlyKey
    /// In the first of several places in an object.
    case alternatives([Place])
    case firstElement
    case jsonKind
    case anywhere(@Sendable (any Decoder) throws -> TypeTag?)
    /// Nowhere: the fields tell the type. The indices are those of the tags of the candidates.
    case fields(FieldMasks, [Int])

    /// Whether the place can be one of several in an object.
    var isInObject: Bool {
      switch self {
      case .path(let keys): keys.count == 1
      case .adjacent, .named, .onlyKey: true
      case .members, .alternatives, .firstElement, .jsonKind, .anywhere, .fields: false
      }
    }
  }

  private let place: Place
  private let tags: DirectTags
  /// Whether a string under the one key is a tag, registered or not.
  private let isPlain: Bool

  /// Creates the form of a registry, or returns nil if its wire form has to find the tags.
  ///
  /// - Parameters:
  ///   - contents: The contents of the registry.
  ///   - isPlain: Whether its tags are a ``PlainTags``.
  init?(_ contents: RegistryContents, isPlain: Bool) {
    let table = contents.table
    guard !contents.hasElements, table.alternatives.isEmpty, !table.comparison.foldsCase,
      let tags = DirectTags(table),
      let place = contents.discriminator.form.tagPlace.flatMap({ Self.place(of: $0, table, tags) })
    else { return nil }
    self.place = place
    self.tags = tags
    self.isPlain = isPlain
  }

  private static func place(of place: TagPlace, _ table: TagTable, _ tags: DirectTags) -> Place? {
    switch place {
    case .path(let keys):
      return keys.isEmpty ? nil : .path(keys.map { MemberKey($0).key })
    case .members(let keys):
      return .members(keys.map { MemberKey($0).key })
    case .adjacent(let tag, nil):
      return table.converted.isEmpty ? .named(tag: MemberKey(tag).key) : nil
    case .adjacent(let tag, let content?):
      let content = MemberKey(content)
      return content.isConverted ? nil : .adjacent(tag: MemberKey(tag).key, content: content.key)
    case .onlyKey:
      return table.converted.isEmpty ? .onlyKey : nil
    case .firstElement:
      return .firstElement
    case .jsonKind:
      return .jsonKind
    case .anywhere(let readTag):
      return .anywhere(readTag)
    case .fields:
      let masks = table.fieldMasks
      let indices = masks.tags.compactMap(tags.index(of:))
      return masks.areAsked && indices.count == masks.tags.count ? .fields(masks, indices) : nil
    case .alternatives(let all):
      let places = all.compactMap { $0.flatMap { Self.place(of: $0, table, tags) } }
      guard places.count == all.count, places.allSatisfy(\.isInObject) else { return nil }
      return .alternatives(places)
    }
  }

  /// The tag of a finding, for errors and issues.
  func tag(at index: Int) -> TypeTag { tags.all[index].tag }

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
    case .firstElement:
      return firstElement(of: decoder, &elements)
    case .jsonKind:
      return kind(of: decoder)
    case .anywhere(let readTag):
      let reading = Result { try readTag(decoder) }
      guard case .success(let tag?) = reading, let index = tags.index(of: tag) else {
        return .custom(reading)
      }
      return found(index, .value)
    case .path, .members, .fields, .adjacent, .named, .onlyKey, .alternatives:
      guard let members = try? decoder.container(keyedBy: WireKey.self) else { return .nothing }
      return find(in: SharedObjectDecoder(decoder, members))
    }
  }

  private func find(in object: SharedObjectDecoder) -> DirectFinding {
    guard case .alternatives(let places) = place else {
      return find(at: place, in: object) ?? .object(object)
    }
    for place in places {
      if let finding = find(at: place, in: object) { return finding }
    }
    return .object(object)
  }

  /// Finds a tag at a place; nil if there is none, so that another place may have it.
  private func find(at place: Place, in object: SharedObjectDecoder) -> DirectFinding? {
    switch place {
    case .path(let keys):
      return find(at: keys, in: object)
    case .members(let keys):
      var left = tags.every
      for (index, key) in keys.enumerated() {
        guard let text = try? object.members.decodeIfPresent(String.self, forKey: key) else {
          return nil
        }
        left = tags.keeping(left, withPart: text, at: index)
        if left == 0 { return nil }
      }
      return found(left.trailingZeroBitCount, .whole(object))
    case .fields(let masks, let indices):
      return masks.only(in: object.members).map { found(indices[$0], .whole(object)) }
    case .adjacent(let tag, let content):
      return find(at: tag, of: object.members, in: object) { _ in .member(object, content) }
    case .named(let tag):
      return find(at: tag, of: object.members, in: object) { .member(object, tags.all[$0].key) }
    case .onlyKey:
      let keys = KeyCollector.keys(of: object.members)
      guard keys.count == 1 else { return nil }
      guard let index = tags.index(of: keys[0]) else { return .object(object) }
      return found(index, .member(object, tags.all[index].key))
    case .alternatives, .firstElement, .jsonKind, .anywhere:
      return nil
    }
  }

  /// Finds a tag under the keys of a path.
  private func find(at keys: [WireKey], in object: SharedObjectDecoder) -> DirectFinding? {
    guard keys.count > 1 else {
      return find(at: keys[0], of: object.members, in: object) { _ in .whole(object) }
    }
    var members = object.members
    for key in keys.dropLast() {
      guard let inner = try? members.nestedContainer(keyedBy: WireKey.self, forKey: key) else {
        return nil
      }
      members = inner
    }
    return find(at: keys[keys.count - 1], of: members, in: object) { _ in .whole(object) }
  }

  /// Finds a tag under a key; nil if the member is absent or null.
  @inline(__always) private func find(
    at key: WireKey,
    of members: KeyedDecodingContainer<WireKey>,
    in object: SharedObjectDecoder,
    _ source: (Int) -> DirectSource
  ) -> DirectFinding? {
    do {
      guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
      if let index = tags.index(of: text) { return found(index, source(index)) }
      guard isPlain else { return .object(object) }
      object.keep(text, under: key)
      return .unregistered(object, text)
    } catch {
      return .object(object)
    }
  }

  private func found(_ index: Int, _ source: DirectSource) -> DirectFinding {
    .tag(index, at: tags.all[index].position, source)
  }

  private func firstElement(
    of decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) -> DirectFinding {
    guard var own = try? decoder.unkeyedContainer(), own.count == 2,
      let text = try? own.decode(String.self), let index = tags.index(of: text)
    else { return .nothing }
    elements = consume own
    return found(index, .element)
  }

  /// Finds the kind of a value by the first attempt to read it, or by the error of that.
  private func kind(of decoder: any Decoder) -> DirectFinding {
    guard let container = try? decoder.singleValueContainer(), !container.decodeNil() else {
      return .nothing
    }
    do {
      let text = try container.decode(String.self)
      guard let index = tags.index(of: .string) else { return .nothing }
      return found(index, .text(text))
    } catch {
      guard let kind = tags.kind(hintedBy: error), let index = tags.index(of: kind) else {
        return .nothing
      }
      return found(index, .value)
    }
  }
}

/// The tag of an element and the place of its payload, as a `DirectForm` finds it.
enum DirectFinding {
  /// A registered tag: its index, the position of its entry, and the place of the payload.
  case tag(Int, at: Int, DirectSource)
  /// A string that isn't registered, at the only place of a tag, in an object that keeps it.
  case unregistered(SharedObjectDecoder, String)
  /// Nothing in an object that is open.
  case object(SharedObjectDecoder)
  /// Nothing in what a function of the app returned or threw.
  case custom(Result<TypeTag?, any Error>)
  case nothing
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

  /// Whether the payload is the element itself.
  var isWhole: Bool {
    switch self {
    case .whole, .value, .text: true
    case .member, .element: false
    }
  }
}

extension EntryDecoder {
  /// Decodes a payload that was found.
  ///
  /// - Parameters:
  ///   - source: The place of the payload.
  ///   - decoder: The decoder of the element.
  ///   - elements: The elements of an array, of which the payload is the next.
  /// - Returns: The base.
  /// - Throws: What the payload throws.
  @inline(__always) func decode(
    from source: DirectSource,
    of decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) throws -> Base {
    switch source {
    case .whole(let object): return try decode(from: object)
    case .value: return try decode(value: decoder)
    case .text(let text): return try decode(text: text, of: decoder)
    case .member(let object, let key): return try decode(member: key, of: object.members)
    case .element:
      // Without a copy, because the container would copy what it stores when it changes. The form
      // sets the elements whenever it finds this place.
      guard var next = elements.take() else { fatalError("The form has found an array.") }
      return try decode(next: &next)
    }
  }
}

/// The tags of a registry, if they are found by comparing strings.
///
/// All of them are ASCII, so that those of the same length are equal only by code unit.
struct DirectTags: Sendable {
  struct Entry: Sendable {
    let tag: TypeTag
    let position: Int
    /// The tag as a key.
    let key: WireKey
  }

  let all: [Entry]
  /// A bit for each tag.
  let every: UInt64
  private let strings: KeyPositions<String>
  private let parts: [[String]]
  /// The indices of the JSON kinds; -1 for others.
  private let kinds: [Int]

  init?(_ table: TagTable) {
    var all: [Entry] = []
    var parts: [[String]] = []
    var strings = KeyPositions<String>()
    for tag in table.tags {
      guard let own = Self.texts(of: tag), all.count < UInt64.bitWidth - 1 || tag.string != nil,
        own.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }),
        let position = table.position(of: tag)
      else { return nil }
      if let string = tag.string { strings.insert(all.count, for: string.compacted) }
      parts.append(own)
      all.append(Entry(tag: tag, position: position, key: WireKey(own.first ?? "")))
    }
    self.all = all
    self.strings = strings
    self.parts = parts
    every = all.count < UInt64.bitWidth ? 1 << UInt64(all.count) - 1 : 0
    kinds = JSONKind.allCases.map { kind in all.firstIndex { $0.tag == kind.tag } ?? -1 }
  }

  /// Returns the parts of a tag; nil if one isn't a string.
  private static func texts(of tag: TypeTag) -> [String]? {
    // Without the list of its parts, whose type takes 27,000 instructions when it is first used.
    if let string = tag.string { return [string.compacted] }
    let texts = tag.parts.compactMap { $0?.string?.compacted }
    return texts.count == tag.parts.count ? texts : nil
  }

  @inline(__always) func index(of text: String) -> Int? {
    guard let (own, index) = strings[text] else { return nil }
    return own.utf8.count == text.utf8.count ? index : nil
  }

  func index(of tag: TypeTag) -> Int? {
    if case .string(let text) = tag { index(of: text) } else { nil }
  }

  func index(of kind: JSONKind) -> Int? {
    let index = kinds[Int(kind.rawValue)]
    return index < 0 ? nil : index
  }

  /// Returns the kind of a value by the error that it is no string; nil if that doesn't tell.
  func kind(hintedBy error: any Error) -> JSONKind? {
    switch ValueKind(hintOf: error) {
    case .object?: .object
    case .array?: .array
    case .boolean?: .boolean
    case .integer? where index(of: JSONKind.integer) == nil: .number
    default: nil
    }
  }

  /// Returns those of some tags with a part.
  func keeping(_ tags: UInt64, withPart text: String, at index: Int) -> UInt64 {
    var (left, kept) = (tags, UInt64(0))
    while left != 0 {
      let bit = left & ~(left &- 1)
      left &= ~bit
      let own = parts[bit.trailingZeroBitCount]
      if index < own.count, own[index] == text, own[index].utf8.count == text.utf8.count {
        kept |= bit
      }
    }
    return kept
  }
}
