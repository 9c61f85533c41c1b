import Medley
import MedleyEngine

/// Finds the tag under a path of keys, and the payload beside it.
///
/// Examples are `{"meta": {"kind": "MOVIE"}, "title": "Heat"}` and `{"type": "MOVIE", "data":
/// {"title": "Heat"}}`.
final class PathFinder: TagFinder {
  private let keys: [SpelledKey]
  private let payload: TagPlace.Payload
  /// The key of the payload, if it is a member that always has the same.
  private let content: SpelledKey?
  private let tags: TagIndex

  init(
    _ path: [String],
    _ payload: TagPlace.Payload,
    _ search: TagSearch,
    _ index: DocumentIndex
  ) {
    keys = path.map { SpelledKey($0, in: index) }
    self.payload = payload
    content =
      if case .member(let member) = payload { SpelledKey(member.name, in: index) } else { nil }
    tags = search.strings
    super.init(index)
  }

  deinit {
    for key in keys { key.deallocate() }
    content?.deallocate()
  }

  override func object(at position: Int) -> TaggedObject {
    var tag = position
    for key in keys {
      guard index.kind(tag) == .object else { return found(TaggedObject.untagged, position) }
      tag = key.value(in: tag, index)
      guard tag >= 0 else {
        // With another spelling, it may be there.
        let isSure = !index.convertsKeys
        return found(isSure ? TaggedObject.untagged : TaggedObject.otherValue, position)
      }
    }
    guard index.isPlainString(tag) else { return found(TaggedObject.otherValue, position) }
    let registration = index.registration(for: tag, in: tags)
    guard registration >= 0, payload != .element else {
      return found(registration, position, tag: tag)
    }
    let content = content.map { $0.value(in: position, index) } ?? named(tag, in: position)
    guard content >= 0 else { return found(TaggedObject.otherValue, position) }
    return found(registration, position, tag: tag, content: content)
  }

  /// Returns the position of the member whose key is the tag, or `notFound`.
  private func named(_ tag: Int, in object: Int) -> Int {
    let (entry, name) = (index.entries[object], index.entries[tag])
    guard entry.flags & ~ObjectFlag.edge == 0,
      !index.convertsKeys || !index.mayCollide(in: object)
    else { return DocumentIndex.notFound }
    var member = object &+ IndexEntry.entriesPerContainer
    while member < entry.end {
      let key = index.entries[member]
      if key.count == name.count, index.bytes.equal(key.offset, name.offset, count: name.count) {
        return member &+ 1
      }
      member = index.next(member &+ 1)
    }
    return DocumentIndex.notFound
  }
}

/// Finds a tag of several members: `{"apiVersion": "v1", "kind": "Pod"}`.
final class MembersFinder: TagFinder {
  private let keys: [SpelledKey]
  private let tags: CompoundTags

  init(_ keys: [String], _ search: TagSearch, _ index: DocumentIndex) {
    self.keys = keys.map { SpelledKey($0, in: index) }
    tags = search.index {
      CompoundTags(
        search.compoundPositions,
        count: keys.count,
        other: TaggedObject.otherValue
      )
    }
    super.init(index)
  }

  deinit {
    for key in keys { key.deallocate() }
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return found(TaggedObject.untagged, position) }
    var state = 0
    for (part, key) in keys.enumerated() {
      let value = key.value(in: position, index)
      // A registered tag may lack the part.
      guard index.isPlainString(value),
        let next = tags.parts[part].state(state, value, index)
      else { return found(TaggedObject.otherValue, position) }
      state = next
    }
    return found(tags.registrations[state], position)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    .compound(
      keys.map { .string(index.string(at: $0.value(in: object.position, index))) }
    )
  }
}

// MARK: - Wrappers

/// Finds a tag that is the only key: `{"MOVIE": {"title": "Heat"}}`.
class OnlyKeyFinder: TagFinder {
  private let tags: TagIndex

  init(_ search: TagSearch, _ index: DocumentIndex) {
    tags = search.strings
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    let entry = index.entries[position]
    guard index.kind(position) == .object, entry.size == 1 else {
      // A key that occurs twice may be the only one.
      let isSure = entry.flags & ObjectFlag.repeated == 0
      return found(isSure ? TaggedObject.untagged : TaggedObject.otherValue, position)
    }
    let key = position &+ IndexEntry.entriesPerContainer
    guard index.isPlainString(key) else { return found(TaggedObject.otherValue, position) }
    return found(index.registration(for: key, in: tags), position, tag: key, content: key &+ 1)
  }
}

/// Finds a tag that is the name of a case: `{"movie": {"_0": {"title": "Heat"}}}`.
final class CaseFinder: OnlyKeyFinder {
  private let value: SpelledKey
  private let readAllValues: [Bool]

  override init(_ search: TagSearch, _ index: DocumentIndex) {
    value = SpelledKey("_0", in: index)
    readAllValues = search.readAllValues
    super.init(search, index)
  }

  deinit {
    value.deallocate()
  }

  override func object(at position: Int) -> TaggedObject {
    let object = super.object(at: position)
    guard object.isRegistered, !readAllValues[object.registration] else { return object }
    let content =
      index.kind(object.content) == .object
      ? value.value(in: object.content, index) : DocumentIndex.notFound
    guard content >= 0 else { return found(TaggedObject.otherValue, position) }
    return found(object.registration, position, tag: object.tag, content: content)
  }
}

/// Finds a tag that is the key of a member: `{"id": 7, "message": {"text": "Hi"}}`.
final class PresentMemberFinder: TagFinder {
  private let tags: KeyTags

  /// - Returns: Nil if patterns take keys.
  init?(_ search: TagSearch, _ index: DocumentIndex) {
    guard search.family == nil else { return nil }
    tags = search.index { KeyTags(search.keyPositions) }
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return found(TaggedObject.untagged, position) }
    let entry = index.entries[position]
    // Of equal keys, the first counts.
    guard entry.flags & ObjectFlag.repeated == 0 else {
      return found(TaggedObject.otherValue, position)
    }
    var member = position &+ IndexEntry.entriesPerContainer
    var (first, key) = (Int.max, DocumentIndex.notFound)
    while member < entry.end {
      // Others may be equal strings with other bytes.
      guard index.kind(member) == .ascii else { return found(TaggedObject.otherValue, position) }
      let place = index.registration(for: member, in: tags.places)
      if place >= 0, place < first, index.kind(member &+ 1) != .null {
        (first, key) = (place, member)
      }
      member = index.next(member &+ 1)
    }
    guard key >= 0 else { return found(TaggedObject.untagged, position) }
    return found(tags.all[first].position, position, tag: key, content: key &+ 1)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    let place = index.registration(for: object.tag, in: tags.places)
    return place < 0 ? super.tag(of: object) : tags.all[place].tag
  }
}

/// The tags that are keys of members, in the order of their registration.
private final class KeyTags: Sendable {
  let all: [(key: String, tag: TypeTag, position: Int)]
  /// The places in `all`.
  let places: TagIndex

  init(_ all: [(key: String, tag: TypeTag, position: Int)]) {
    self.all = all
    places = TagIndex(all.enumerated().map { ($1.key, $0) })
  }
}

/// Finds a tag that is one of two elements: `["MOVIE", {"title": "Heat"}]`.
final class PairFinder: TagFinder {
  private let side: TagPlace.Side
  private let tags: TagIndex

  init(_ side: TagPlace.Side, _ search: TagSearch, _ index: DocumentIndex) {
    self.side = side
    tags = search.strings
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .array else { return found(TaggedObject.untagged, position) }
    guard index.entries[position].size == 2 else {
      return found(TaggedObject.otherValue, position)
    }
    let first = position &+ IndexEntry.entriesPerContainer
    let second = index.next(first)
    let (tag, content) = side == .first ? (first, second) : (second, first)
    guard index.isPlainString(tag) else { return found(TaggedObject.otherValue, position) }
    return found(index.registration(for: tag, in: tags), position, tag: tag, content: content)
  }
}

extension TagFinder {
  /// Returns a finding in which a string that isn't registered is left to `ElementReader`.
  @inline(__always) fileprivate func found(
    _ registration: Int,
    _ position: Int,
    tag: Int = DocumentIndex.notFound,
    content: Int = DocumentIndex.notFound
  ) -> TaggedObject {
    TaggedObject(
      at: position,
      tag: tag,
      registration: registration == TaggedObject.unregistered
        ? TaggedObject.otherValue : registration,
      content: content
    )
  }
}
