import MedleyBase

/// The tags of a registry, for wire forms.
///
/// It doesn't depend on the registry's base, so that a wire form isn't generic.
package struct TagTable: Sendable {
  private var positions = KeyPositions<TypeTag>()
  /// Every tag, in the order of registration.
  package private(set) var tags: [TypeTag] = []
  /// The kinds of the tags.
  private(set) var kinds = TagKinds()
  /// The same for each part of compound tags.
  private(set) var partKinds: [TagKinds] = []
  /// The types in the order of registration, for forms without a tag.
  package var candidates: [TypeCandidate] = [] {
    didSet { indexes = Lock([]) }
  }
  /// The patterns of entries, in the order of their registration.
  package private(set) var families: [(pattern: TagPattern, position: Int)] = [] {
    didSet { indexes = Lock([]) }
  }
  /// The tags of each alternative, if some tags are registered for one only.
  package private(set) var alternatives: [TagTable] = []
  /// Whether values are registered, whose elements may be tags alone.
  private(set) var hasValues = false
  /// The forms of string tags that key strategies convert them to, if they differ.
  private(set) var converted: Set<String> = []
  /// Whether tags that differ only in case are equal.
  let ignoresCase: Bool
  /// Whether a list of tags stands for the first that is registered.
  let takesLists: Bool
  /// The indexes of the tags and candidates, which the core and MedleyJSON make on first use.
  ///
  /// Copies of a table share them. A changed table gets new ones.
  private var indexes = Lock<[any AnyObject & Sendable]>([])

  init(ignoringCase ignoresCase: Bool, takingLists takesLists: Bool) {
    self.ignoresCase = ignoresCase
    self.takesLists = takesLists
  }

  /// The fields of the candidates as bits.
  package var fieldMasks: FieldMasks { index { FieldMasks(candidates) } }

  /// The position of the entry that `tag` selects: the one that it is registered for, or the first
  /// whose pattern takes it.
  package subscript(tag: TypeTag) -> Int? {
    position(of: tag) ?? family(of: tag)
  }

  /// Whether `tag` selects an entry.
  @inline(never) package func contains(_ tag: TypeTag) -> Bool {
    self[tag] != nil
  }

  /// The position of the entry that `tag` is registered for itself.
  ///
  /// A lookup takes more than a call does, and inlined ones were 6 KB.
  @inline(never) package func position(of tag: TypeTag) -> Int? {
    positions[ignoresCase ? tag.folded : tag]
  }

  /// The position of the first entry whose pattern takes `tag`.
  @inline(never) package func family(of tag: TypeTag) -> Int? {
    families.isEmpty
      ? nil : families.first { $0.pattern.takes(tag, ignoringCase: ignoresCase) }?.position
  }

  /// Returns the registered tag that a key stands for.
  @inline(never) package func registered(_ key: String) -> TypeTag? {
    // First without making the other tags.
    contains(.string(key)) ? .string(key) : TypeTag.spelled(key).dropFirst().first(where: contains)
  }

  /// The position of the entry that has `tag`, in an alternative or in any.
  @inline(never) func position(of tag: TypeTag, in alternative: Int?) -> Int? {
    if alternatives.isEmpty { return position(of: tag) }
    if let alternative { return alternatives[alternative].position(of: tag) }
    for index in alternatives.indices {
      if let position = alternatives[index].position(of: tag) { return position }
    }
    return nil
  }

  /// The tags of an alternative, or all tags.
  @inline(never) package func tags(of alternative: Int?) -> TagTable {
    guard let alternative, !alternatives.isEmpty else { return self }
    return alternatives[alternative]
  }

  /// Tells the alternatives of a discriminator apart from now on.
  mutating func divide(into count: Int) {
    if alternatives.isEmpty { alternatives = Array(repeating: self, count: count) }
  }

  /// What an entry adds to the tables.
  enum Addition {
    case tag(TypeTag, position: Int)
    case family(TagPattern, position: Int)
    case candidate(TypeCandidate)
    /// The entry is a value.
    case value
  }

  /// Adds to the tags of an alternative, or of each, and to the table of all.
  mutating func insert(_ addition: Addition, in alternative: Int?) {
    for index in alternatives.indices where alternative == nil || alternative == index {
      alternatives[index].insert(addition, in: nil)
    }
    switch addition {
    // Of a tag with a type in each alternative, the first is looked up without one.
    case .tag(let tag, let position): if self.position(of: tag) == nil { insert(tag, at: position) }
    case .family(let pattern, let position): families.append((pattern, position))
    case .candidate(let candidate): candidates.append(candidate)
    case .value: hasValues = true
    }
  }

  private mutating func insert(_ tag: TypeTag, at position: Int) {
    positions.insert(position, for: ignoresCase ? tag.folded : tag.compacted)
    indexes = Lock([])
    tags.append(tag)
    kinds.insert(tag)
    if let key = tag.keyText.flatMap({ WireKey($0).convertedFromSnakeCase }) {
      converted.insert(key.stringValue)
    }
    if case .compound(let parts) = tag {
      for (index, part) in parts.enumerated() {
        if index == partKinds.count { partKinds.append(TagKinds()) }
        partKinds[index].insert(part)
      }
    }
  }

  /// Returns the index of a type; the function that makes it must not ask for another one.
  // Inlined: otherwise the whole table might be copied for it.
  @inline(__always)
  package func index<Index: AnyObject & Sendable>(_ make: @Sendable () -> Index) -> Index {
    indexes.withLock { made in
      for case let index as Index in made { return index }
      let index = make()
      made.append(index)
      return index
    }
  }

  /// The tags for messages.
  var nearestTags: NearestTags { index { NearestTags(tags) } }

  /// The first patterns for messages, and the number of the others.
  var listedPatterns: String {
    list(families.prefix(8).map { $0.pattern.description.bounded(to: 60) }, of: families.count)
  }

  /// Returns the kinds of a part of compound tags; every kind if none is registered.
  func kinds(ofPart index: Int) -> TagKinds {
    index < partKinds.count ? partKinds[index] : TagKinds()
  }

  /// Returns whether a registered compound tag lacks a part.
  package func mayLack(part index: Int) -> Bool {
    kinds(ofPart: index).mayBeAbsent
  }
}

/// The kinds of scalar that registered tags have.
struct TagKinds: Sendable {
  /// The kinds in the order in which they are tried: strings, integers, Booleans.
  private(set) var registered: [ScalarKind] = []
  /// Whether a registered tag lacks the part.
  private(set) var mayBeAbsent = false

  mutating func insert(_ tag: TypeTag?) {
    guard let tag else {
      mayBeAbsent = true
      return
    }
    guard let kind = ScalarKind(tag), !registered.contains(kind) else { return }
    registered = [.string, .integer, .boolean].filter { $0 == kind || registered.contains($0) }
  }
}
