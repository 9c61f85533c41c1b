/// Finds members of one object, beginning after the last one that was found.
///
/// Most types read members in the order of the document, so the next member is the right one: one
/// comparison of kind and length, and one of eight bytes. It has 16 bytes, so that an existential
/// holds it with an index.
struct MemberCursor {
  private let objectPosition: Int32
  /// The member after the last one that was found.
  private var position: Int32
  /// The end of the members, or 0 for an object with repeated, escaped or very many keys, or with
  /// keys whose converted names are the same; -1 if only converted names may be compared.
  private let plainEnd: Int32
  /// The member that is the tag of the object: a string that was read already and is skipped.
  private let tag: Int32

  /// Creates a cursor for keys as they are written.
  @inline(__always) init(_ index: DocumentIndex, _ object: Int) {
    self.init(index, object, passing: index.tag(of: object), converting: false)
  }

  /// - Parameters:
  ///   - index: The index.
  ///   - object: The object.
  ///   - tag: The member with the tag, which is skipped.
  ///   - isConverting: Whether names are those that a strategy converts keys to.
  @inline(__always)
  init(_ index: DocumentIndex, _ object: Int, passing tag: Int, converting isConverting: Bool) {
    objectPosition = Int32(truncatingIfNeeded: object)
    let entry = index.entries[object]
    let isPlain = entry.flags == 0 && (!index.convertsKeys || !index.mayCollide(in: object))
    plainEnd = isPlain ? isConverting ? -1 : Int32(truncatingIfNeeded: entry.end) : 0
    self.tag = Int32(truncatingIfNeeded: tag)
    let first = object &+ IndexEntry.entriesPerContainer
    position = Int32(truncatingIfNeeded: first == tag ? first &+ 2 : first)
  }

  @inline(__always) var object: Int { Int(objectPosition) }

  /// Whether each key of the object has one member.
  @inline(__always) var isPlain: Bool { plainEnd != 0 }

  /// Advances past a value that was found.
  mutating func move(behind value: Int, in index: DocumentIndex) {
    position = Int32(truncatingIfNeeded: index.next(value))
  }

  /// Returns the value under a key if it is the next one, otherwise `DocumentIndex.notFound`.
  @inline(__always) mutating func findNext(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    let candidate = Int(position)
    guard position < plainEnd, index.matches(candidate, key) else { return DocumentIndex.notFound }
    let next = Int32(truncatingIfNeeded: index.next(candidate &+ 1))
    position = next == tag ? next &+ 2 : next
    return candidate &+ 1
  }

  /// Searches the rest of the members, and then the first ones.
  @inline(__always) mutating func findBytes(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    let start = Int(position)
    var (candidate, end, isAtFirst) = (start, Int(plainEnd), false)
    while true {
      guard candidate < end else {
        if isAtFirst { return DocumentIndex.notFound }
        (candidate, end, isAtFirst) = (object &+ IndexEntry.entriesPerContainer, start, true)
        continue
      }
      let next = index.next(candidate &+ 1)
      if index.matches(candidate, key) {
        position = Int32(truncatingIfNeeded: next)
        return candidate &+ 1
      }
      candidate = next
    }
  }

  /// Searches all members, also of objects that aren't plain.
  @inline(__always) mutating func find(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    guard isPlain else { return index.findOnSlowPath(key, in: object) }
    let value = findBytes(key, in: index)
    return value >= 0 ? value : index.findEquivalent(key, in: object)
  }
}

// MARK: - Visiting all members

/// The positions of the children of a container, in order: keys or elements.
struct ChildPositions: Sequence, IteratorProtocol {
  private let entries: IndexEntries
  private var position: Int
  private let end: Int
  /// The number of entries from the position of a child to its value: 1 for a member.
  private let step: Int

  @inline(__always) init(_ entries: IndexEntries, of container: Int, step: Int) {
    self.entries = entries
    position = container &+ IndexEntry.entriesPerContainer
    end = entries[container].end
    self.step = step
  }

  @inline(__always) mutating func next() -> Int? {
    guard position < end else { return nil }
    defer { position = entries.next(position &+ step) }
    return position
  }
}

extension DocumentIndex {
  /// Returns the positions of the keys of an object; each value is at the next position.
  @inline(__always) func keys(of object: Int) -> ChildPositions {
    ChildPositions(entries, of: object, step: 1)
  }
}
