/// The kinds of scalar that a tag, or a part of one, may be.
enum TagKind: CaseIterable, Sendable {
  case string
  case integer
  case boolean

  init?(_ tag: TypeTag) {
    switch tag {
    case .string: self = .string
    case .integer: self = .integer
    case .boolean: self = .boolean
    case .compound: return nil
    }
  }
}

/// The tags of a registry, as wire forms need them to read one.
///
/// It doesn't depend on the registry's base, so that a wire form isn't generic.
struct TagTable: Sendable {
  private var positions: [TypeTag: Int] = [:]
  /// Every tag as it was registered, in that order.
  private(set) var tags: [TypeTag] = []
  /// The kinds among the tags: those that are registered come first, the others follow.
  private(set) var kinds = TagKinds()
  /// The same for each part of compound tags.
  private(set) var partKinds: [TagKinds] = []
  /// The fields of each payload, for `.deduced`.
  var candidates: [DeductionCandidate] = []
  /// What key strategies make of string tags, where that is something else.
  private(set) var converted: Set<String> = []
  let comparison: TagComparison
  /// The tags that are strings, for decoders of Medley's own.
  private(set) var strings: StringTags
  /// The same tags for messages.
  private var listing = TagListing()

  /// - Parameters:
  ///   - comparison: How tags are compared.
  ///   - form: Where they are found.
  init(comparison: TagComparison, form: any WireForm) {
    self.comparison = comparison
    let path = (form as? PathForm)?.path ?? []
    let key = path.count == 1 && !comparison.foldsCase ? path.first?.name : nil
    strings = StringTags(key: key)
  }

  /// The position of the entry that `tag` selects.
  subscript(tag: TypeTag) -> Int? {
    comparison.foldsCase ? positions[tag.folded] : positions[tag]
  }

  func contains(_ tag: TypeTag) -> Bool {
    self[tag] != nil
  }

  /// The strings that select an entry, with its position.
  ///
  /// A list, since strings that are only canonically equivalent are different tags.
  var stringPositions: [(tag: String, position: Int)] {
    positions.compactMap { tag, position in
      if case .string(let string) = tag { (string, position) } else { nil }
    }
  }

  mutating func insert(_ tag: TypeTag, position: Int) {
    positions[comparison.foldsCase ? tag.folded : tag] = position
    strings = StringTags(key: strings.key)
    listing = TagListing()
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

  /// The first of the tags for a message, and how many more there are.
  var listed: String { listing.list(tags) }

  /// The tag that looks most like one that isn't registered, or nil if none does.
  func nearest(to tag: TypeTag) -> TypeTag? {
    listing.nearest(to: tag, among: tags)
  }

  /// The kinds of the part at `index` of compound tags; every kind where none is registered.
  func kinds(ofPart index: Int) -> TagKinds {
    index < partKinds.count ? partKinds[index] : TagKinds()
  }
}

/// The kinds of scalar to try, in order, and which of them are registered.
struct TagKinds: Sendable {
  /// Strings, integers, Booleans: the registered ones in this order, then the others.
  private(set) var order = TagKind.allCases
  /// How many kinds at the beginning of `order` are registered.
  private(set) var registered = 0

  mutating func insert(_ tag: TypeTag) {
    guard let kind = TagKind(tag), !order[..<registered].contains(kind) else { return }
    let known = TagKind.allCases.filter { $0 == kind || order[..<registered].contains($0) }
    order = known + TagKind.allCases.filter { !known.contains($0) }
    registered = known.count
  }
}
