import Medley
import MedleyBase
import MedleyEngine

/// Finds the tags of one registry in the values of a document.
///
/// Each subclass knows one place in which tags stand, as the wire forms of Medley do. It finds tags
/// that are plain strings, of which most documents have no others. What it doesn't find,
/// `ElementReader` reads.
class TagFinder {
  final let index: DocumentIndex
  private let ownedKeys: [SpelledKey]

  /// - Parameters:
  ///   - index: The index of the document.
  ///   - keys: The keys that are deallocated with this finder.
  init(_ index: DocumentIndex, owning keys: [SpelledKey] = []) {
    self.index = index
    ownedKeys = keys
  }

  deinit { Self.deallocate(ownedKeys) }

  // Never inlined: each subclass has a deinitialiser with it.
  @inline(never) private static func deallocate(_ keys: [SpelledKey]) {
    for key in keys { key.deallocate() }
  }

  /// Returns the registration that the tag of a value selects.
  func object(at position: Int) -> TaggedObject {
    abstractMethod()
  }

  /// Returns the next registration to try for a value, if the type of the one before has failed.
  ///
  /// - Returns: Nil if `ElementReader` decides.
  func next(after object: TaggedObject) -> TaggedObject? { nil }

  /// Whether the types are tried one after the other.
  var isTrial: Bool { false }

  /// Whether strings that aren't registered are told from other values, which `ElementReader` reads.
  var tellsUnregistered: Bool { false }

  /// Returns the tag of a value that was found.
  func tag(of object: TaggedObject) -> TypeTag {
    .string(index.string(at: object.tag))
  }

  /// Returns the member with the tag of a value whose registration wasn't found.
  func member(of object: TaggedObject) -> TagMember { .elsewhere }
}

// MARK: - What is found

/// A value of the index and the registration that its tag selects.
struct TaggedObject {
  /// The position of the value.
  let position: Int
  /// The position of the tag, or what stands for it in another place; `DocumentIndex.notFound` if there
  /// is none.
  let tag: Int
  /// The index of the registration, or why there is none.
  let registration: Int
  /// The position of the payload; `DocumentIndex.notFound` if that is the value itself.
  let content: Int

  /// A string for which no type is registered.
  static let unregistered = -1
  /// A tag that isn't a string or has escapes, or another value whose tag isn't known yet.
  static let otherValue = -2
  /// A value without a tag in the form.
  static let untagged = -3

  @inline(__always) init(
    _ registration: Int,
    at position: Int,
    tag: Int = DocumentIndex.notFound,
    content: Int = DocumentIndex.notFound
  ) {
    self.position = position
    self.tag = tag
    self.registration = registration
    self.content = content
  }

  /// Returns a value whose tag isn't known yet.
  @inline(__always) static func other(at position: Int) -> TaggedObject {
    TaggedObject(otherValue, at: position)
  }

  /// Returns a value without a tag in the form.
  @inline(__always) static func untagged(at position: Int) -> TaggedObject {
    TaggedObject(untagged, at: position)
  }

  @inline(__always) var isRegistered: Bool { registration >= 0 }

  /// Whether the tag is a string for which no type is registered.
  @inline(__always) var isUnregistered: Bool { registration == Self.unregistered }

  /// Whether the value has no tag in the form, so that another form is tried.
  @inline(__always) var isUntagged: Bool { registration == Self.untagged }
}

// MARK: - Keys

/// Finds the tag under a path of keys, and the payload beside it.
///
/// Examples are `{"meta": {"kind": "MOVIE"}, "title": "Heat"}` and `{"type": "MOVIE", "data":
/// {"title": "Heat"}}`.
class PathFinder: TagFinder {
  private let keys: [SpelledKey]
  private let payload: TagPlace.Payload
  /// The key of the payload, if it is a member that always has the same.
  private let content: SpelledKey?
  fileprivate final let tags: TagIndex

  init(
    _ keys: [SpelledKey],
    _ payload: TagPlace.Payload,
    _ tags: TagTable,
    _ index: DocumentIndex
  ) {
    var owned = keys
    if case .member(let member) = payload {
      let content = SpelledKey(member.name, in: index)
      owned.append(content)
      self.content = content
    } else {
      content = nil
    }
    self.keys = keys
    self.payload = payload
    self.tags = tags.strings
    super.init(index, owning: owned)
  }

  override func object(at position: Int) -> TaggedObject {
    var tag = position
    for key in keys {
      guard index.kind(tag) == .object else { return .untagged(at: position) }
      tag = key.value(in: tag, index)
      guard tag >= 0 else {
        // With another spelling, it may be there.
        return index.convertsKeys ? .other(at: position) : .untagged(at: position)
      }
    }
    guard index.isPlainString(tag) else {
      return TaggedObject(TaggedObject.otherValue, at: position, tag: tag)
    }
    let registration = index.registration(for: tag, in: tags)
    guard registration >= 0, payload != .element else {
      return TaggedObject(registration, at: position, tag: tag)
    }
    let content = content.map { $0.value(in: position, index) } ?? named(tag, in: position)
    guard content >= 0 else { return .other(at: position) }
    return TaggedObject(registration, at: position, tag: tag, content: content)
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
      if key.count == name.count,
        index.bytes.equal(key.offset, index.bytes, name.offset, count: name.count)
      {
        return member &+ 1
      }
      member = index.next(member &+ 1)
    }
    return DocumentIndex.notFound
  }
}

/// Finds the tag under one key: `{"type": "MOVIE", "title": "Heat"}`.
final class KeyFinder: PathFinder {
  private let key: SpelledKey

  init(_ key: SpelledKey, _ tags: TagTable, _ index: DocumentIndex) {
    self.key = key
    super.init([key], .element, tags, index)
  }

  /// Returns the registration that the tag of a value selects.
  ///
  /// The tag can be any member. They are compared from the first.
  override func object(at position: Int) -> TaggedObject {
    if !index.convertsKeys {
      let tag = index.plainString(under: key.written, of: position, in: tags)
      if tag.key >= 0 { return TaggedObject(tag.registration, at: position, tag: tag.key &+ 1) }
    }
    return super.object(at: position)
  }

  override var tellsUnregistered: Bool { true }

  override func member(of object: TaggedObject) -> TagMember {
    if object.tag >= 0 { return .value(index.decoder(at: object.tag)) }
    let isAbsent = !index.convertsKeys && index.kind(object.position) == .object
    return isAbsent ? .absent : .elsewhere
  }
}
