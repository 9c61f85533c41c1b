import Medley
import MedleyBase
import MedleyEngine

/// Finds a tag of several members: `{"apiVersion": "v1", "kind": "Pod"}`.
final class MembersFinder: TagFinder {
  private let keys: [SpelledKey]
  private let tags: TagIndex
  /// The memory for the tag of an element, so that it isn't allocated for each.
  private var buffer: [UInt8] = []

  init(_ keys: [String], _ tags: TagTable, _ index: DocumentIndex) {
    self.keys = keys.map { SpelledKey($0, in: index) }
    self.tags = tags.strings
    super.init(index, owning: self.keys)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return .untagged(at: position) }
    var tag: [UInt8] = []
    swap(&tag, &buffer)
    defer { swap(&tag, &buffer) }
    tag.removeAll(keepingCapacity: true)
    for key in keys {
      let value = key.value(in: position, index)
      // A registered tag may lack the part.
      guard index.isPlainString(value) else { return .other(at: position) }
      let entry = index.entries[value]
      index.bytes.part(from: entry.offset, count: entry.count).append(to: &tag)
      // As texts of tags have it, and no string without escapes.
      tag.append(0)
    }
    let registration = tag.withBytes { tags.position(of: $0) }
    return registration < 0 ? .other(at: position) : TaggedObject(registration, at: position)
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
  private let tags: KeyTags
  private let family: (@Sendable (String) -> Int?)?

  /// - Returns: Nil if keys are converted and patterns take them.
  init?(_ tags: TagTable, _ index: DocumentIndex, owning keys: [SpelledKey] = []) {
    family = tags.family
    if index.convertsKeys, family != nil { return nil }
    self.tags = .of(tags)
    super.init(index, owning: keys)
  }

  override func object(at position: Int) -> TaggedObject {
    let entry = index.entries[position]
    guard index.kind(position) == .object, entry.size == 1 else {
      // A key that occurs twice may be the only one.
      let isSure = entry.flags & ObjectFlag.repeated == 0 && !index.convertsKeys
      return isSure ? .untagged(at: position) : .other(at: position)
    }
    let key = position &+ IndexEntry.entriesPerContainer
    guard index.isPlainString(key) else { return .other(at: position) }
    let place = tags.names.position(ofKeyAt: key, in: index)
    guard
      let registration = place >= 0 ? tags.all[place].position : family?(index.string(at: key))
    else { return .other(at: position) }
    return TaggedObject(registration, at: position, tag: key, content: key &+ 1)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    tags.tag(ofKeyAt: object.tag, in: index) ?? super.tag(of: object)
  }
}

/// Finds a tag that is the name of a case: `{"movie": {"_0": {"title": "Heat"}}}`.
final class CaseFinder: OnlyKeyFinder {
  private let value: SpelledKey
  /// Whether each entry reads all values of a case: its payload is known only by functions.
  private let readAllValues: [Bool]

  init?(_ tags: TagTable, _ entries: [Registration], _ index: DocumentIndex) {
    value = SpelledKey("_0", in: index)
    readAllValues = entries.map { $0.decoder.payload == nil }
    super.init(tags, index, owning: [value])
  }

  override func object(at position: Int) -> TaggedObject {
    let object = super.object(at: position)
    guard object.isRegistered, !readAllValues[object.registration] else { return object }
    guard index.kind(object.content) == .object else { return .other(at: position) }
    let content = value.value(in: object.content, index)
    guard content >= 0 else { return .other(at: position) }
    return TaggedObject(object.registration, at: position, tag: object.tag, content: content)
  }
}

/// Finds a tag that is the key of a member: `{"id": 7, "message": {"text": "Hi"}}`.
final class PresentMemberFinder: TagFinder {
  private let tags: KeyTags

  /// - Returns: Nil if patterns take keys.
  init?(_ tags: TagTable, _ index: DocumentIndex) {
    guard tags.families.isEmpty else { return nil }
    self.tags = .of(tags)
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return .untagged(at: position) }
    var (first, key) = (Int.max, DocumentIndex.notFound)
    // Of equal keys, the first counts.
    let areSure =
      index.entries[position].flags & ObjectFlag.repeated == 0
      && tags.names.visit(position, in: index) { place, member in
        if place < first, index.kind(member &+ 1) != .null { (first, key) = (place, member) }
      }
    guard areSure else { return .other(at: position) }
    guard key >= 0 else { return .untagged(at: position) }
    return TaggedObject(tags.all[first].position, at: position, tag: key, content: key &+ 1)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    tags.tag(ofKeyAt: object.tag, in: index) ?? super.tag(of: object)
  }
}

/// The tags by their texts, for keys of members and what functions return, in the order of their
/// registration.
final class KeyTags: Sendable {
  let all: [(key: String, tag: TypeTag, position: Int)]
  /// The keys, with their places in `all`.
  let names: MemberNames

  /// Makes them of each key once, with its entry: those registered first come first.
  private init(_ table: TagTable) {
    let keys = table.tags.compactMap { tag -> (key: String, tag: TypeTag, position: Int)? in
      // A key is a string before it is a number.
      guard let key = tag.keyText, table.registered(key) == tag else { return nil }
      return table.position(of: tag).map { (key, tag, $0) }
    }
    all = keys.indices.sortedOrder { keys[$0].position < keys[$1].position }.map { keys[$0] }
    names = MemberNames(all.enumerated().map { ($1.key, $0) }, areFoundAsWritten: true)
  }

  static func of(_ tags: TagTable) -> KeyTags { tags.index { KeyTags(tags) } }

  /// Returns the place in `all` of a tag that is a string, without hashing the tag.
  func place(ofString text: String) -> Int? {
    let place = text.withBytes { names.written.position(of: $0) }
    // A key may be that of another tag.
    guard place >= 0, case .string = all[place].tag else { return nil }
    return place
  }

  /// Returns the tag that a key of a document is; nil if it is found in another spelling.
  func tag(ofKeyAt key: Int, in index: DocumentIndex) -> TypeTag? {
    let place = names.position(ofKeyAt: key, in: index)
    return place < 0 ? nil : all[place].tag
  }
}

/// Finds a tag that is one of two elements: `["MOVIE", {"title": "Heat"}]`.
final class PairFinder: TagFinder {
  private let isTagFirst: Bool
  private let tags: TagIndex

  init(tagAt place: Int, _ tags: TagTable, _ index: DocumentIndex) {
    isTagFirst = place == 0
    self.tags = tags.strings
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .array else { return .untagged(at: position) }
    guard index.entries[position].size == 2 else { return .other(at: position) }
    let first = position &+ IndexEntry.entriesPerContainer
    let second = index.next(first)
    let (tag, content) = isTagFirst ? (first, second) : (second, first)
    guard index.isPlainString(tag) else { return .other(at: position) }
    let registration = index.registration(for: tag, in: tags)
    return TaggedObject(registration, at: position, tag: tag, content: content)
  }
}

/// Finds the tag with a function of the app, which is called once for each value.
final class CustomFinder: TagFinder {
  private let readTag: (any Decoder) throws -> TypeTag?
  private let tags: KeyTags
  /// What the function returned or threw for the last value that it doesn't select a type for.
  private var reading = Result<TypeTag?, any Error>.success(nil)

  init(
    _ readTag: @escaping (any Decoder) throws -> TypeTag?,
    _ tags: TagTable,
    _ index: DocumentIndex
  ) {
    self.readTag = readTag
    self.tags = .of(tags)
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    do {
      let tag = try readTag(index.decoder(at: position))
      if case .string(let text)? = tag, let place = tags.place(ofString: text) {
        // Not the position of a member.
        return TaggedObject(tags.all[place].position, at: position, tag: ~place)
      }
      reading = .success(tag)
    } catch {
      reading = .failure(error)
    }
    return .other(at: position)
  }

  override func tag(of object: TaggedObject) -> TypeTag { tags.all[~object.tag].tag }

  override func member(of object: TaggedObject) -> TagMember {
    defer { reading = .success(nil) }
    return .custom(reading)
  }
}
