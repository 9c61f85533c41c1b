import Medley

/// Finds the tags of one registry in the values of a document.
///
/// Each subclass knows one place in which tags stand, as the wire forms of Medley do. It finds tags
/// that are plain strings, of which most documents have no others. What it doesn't find,
/// `ElementReader` reads.
class TagFinder {
  final let index: DocumentIndex

  init(_ index: DocumentIndex) {
    self.index = index
  }

  /// Returns the registration that the tag of a value selects.
  func object(at position: Int) -> TaggedObject {
    // Swift has no abstract methods; `make` returns only subclasses.
    fatalError("A subclass finds.")
  }

  /// Returns the tag of a value that was found.
  func tag(of object: TaggedObject) -> TypeTag {
    .string(index.string(at: object.tag))
  }

  /// Returns the member with the tag of a value whose registration wasn't found.
  func member(of object: TaggedObject) -> TagMember { .elsewhere }

  /// Returns the key of the tag, if the only key that tags have is absent; nil otherwise.
  func absentKey(of object: TaggedObject) -> String? { nil }

  /// Returns the finder for a registry.
  ///
  /// - Returns: Nil if the tags aren't in one of the known places, or if keys are converted: then
  ///   the core compares both spellings of a key.
  static func make<Base>(_ registry: SharedRegistry<Base>, in index: DocumentIndex) -> TagFinder? {
    guard let search = registry.tagSearch else { return nil }
    if case .anywhere(let readTag) = search.place {
      return CustomFinder(readTag, search, index)
    }
    return index.document.options.convertsKeys ? nil : make(search, in: index)
  }

  static func make(_ search: TagSearch, in index: DocumentIndex) -> TagFinder? {
    switch search.place {
    case .path(let path) where path.count == 1: KeyFinder(path[0], search, index)
    case .path(let path): PathFinder(path, search, index)
    case .members(let keys): MembersFinder(keys, search, index)
    case .adjacent(let tag, let content): AdjacentFinder(tag, content, search, index)
    case .onlyKey: OnlyKeyFinder(search, index)
    case .firstElement: FirstElementFinder(search, index)
    case .jsonKind: KindFinder(search, index)
    case .fields: FieldsFinder(search, index)
    case .anywhere: nil
    case .alternatives: AlternativesFinder(search.alternatives, index)
    }
  }
}

// MARK: - Reading the index

extension TagSearch {
  /// The index of the tags that are strings.
  var strings: TagIndex { index { TagIndex(stringPositions) } }
}

extension DocumentIndex {
  /// Whether a value is a string without escapes.
  @inline(__always) func isPlainString(_ position: Int) -> Bool {
    let kind = kind(position)
    return kind == .ascii || kind == .text
  }

  /// Returns the registration for a plain string; -1 if there is none.
  @inline(__always) func registration(for position: Int, in tags: TagIndex) -> Int {
    let entry = entries[position]
    let count = entry.count
    if count <= 8, entry.offset &+ 8 <= bytes.readable {
      let word = bytes.word(at: entry.offset)
      return tags.position(of: count == 8 ? word : word & .first(count), count: count)
    }
    return unsafe bytes.withBytes(from: entry.offset, count: count) {
      unsafe tags.position(of: $0)
    }
  }

  /// Returns the position of the value under a key of an object, or `notFound`.
  @inline(__always) func member(_ key: KeyPattern, of object: Int) -> Int {
    let entry = entries[object]
    guard entry.flags == 0 else { return findOnSlowPath(key, in: object) }
    var member = object &+ IndexEntry.entriesPerContainer
    while member < entry.end {
      if matches(member, key) { return member &+ 1 }
      member = next(member &+ 1)
    }
    return findEquivalent(key, in: object)
  }
}

// MARK: - One key

/// Finds the tag under one key: `{"type": "MOVIE", "title": "Heat"}`.
final class KeyFinder: TagFinder {
  private let key: String
  private let pattern: KeyPattern
  private let tags: TagIndex

  init(_ key: String, _ search: TagSearch, _ index: DocumentIndex) {
    self.key = key
    pattern = KeyPattern(key)
    tags = search.strings
    super.init(index)
  }

  deinit {
    pattern.deallocate()
  }

  /// Returns the registration that the tag of a value selects.
  ///
  /// The tag can be any member. They are compared from the first.
  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return untagged(position) }
    let entries = index.entries
    let entry = entries[position]
    var member = position &+ IndexEntry.entriesPerContainer
    guard entry.flags == 0 else {
      return object(position, index.findOnSlowPath(pattern, in: position))
    }
    while member < entry.end, !index.matches(member, pattern) {
      member = entries.next(member &+ 1)
    }
    guard member < entry.end else {
      return object(position, index.findEquivalent(pattern, in: position))
    }
    guard index.isPlainString(member &+ 1) else { return object(position, member &+ 1) }
    index.keepTag(member, of: position)
    let registration = index.registration(for: member &+ 1, in: tags)
    return TaggedObject(at: position, tag: member, registration: registration)
  }

  /// Returns the registration for a tag that a slower search found, or didn't find.
  @inline(never) private func object(_ position: Int, _ value: Int) -> TaggedObject {
    guard value >= 0 else { return untagged(position) }
    let registration =
      index.isPlainString(value)
      ? index.registration(for: value, in: tags) : TaggedObject.otherValue
    return TaggedObject(at: position, tag: value - 1, registration: registration)
  }

  @inline(__always) private func untagged(_ position: Int) -> TaggedObject {
    TaggedObject(at: position, registration: TaggedObject.untagged)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    .string(index.string(at: object.tag + 1))
  }

  override func member(of object: TaggedObject) -> TagMember {
    guard object.tag < 0 else {
      return .value(ValueDecoder(document: index.document, position: object.tag + 1))
    }
    return index.kind(object.position) == .object ? .absent : .elsewhere
  }

  override func absentKey(of object: TaggedObject) -> String? {
    object.tag < 0 && index.kind(object.position) == .object ? key : nil
  }
}
