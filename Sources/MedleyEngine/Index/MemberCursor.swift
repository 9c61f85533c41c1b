/// Finds members of one object, beginning after the last one that was found.
///
/// Most types read members in the order of the document, so the next member is the right one: one
/// comparison of kind and length, and one of eight bytes.
struct MemberCursor {
  let object: Int
  /// The member after the last one that was found.
  private(set) var position: Int
  /// The end of the members, or 0 for an object with repeated, escaped or very many keys, or with
  /// keys whose converted names are the same.
  private let plainEnd: Int
  /// The member that is the tag of the object: a string that was read already and is skipped.
  private let tag: Int

  @inline(__always) init(_ index: DocumentIndex, _ object: Int) {
    self.object = object
    let entry = index.entries[object]
    let isPlain = entry.flags == 0 && (!index.convertsKeys || !index.mayCollide(in: object))
    plainEnd = isPlain ? entry.end : 0
    tag = index.tag(of: object)
    let first = object &+ IndexEntry.entriesPerContainer
    position = first == tag ? first &+ 2 : first
  }

  /// Creates a cursor at a member.
  @inline(__always) init(_ index: DocumentIndex, _ object: Int, from position: Int) {
    self.init(index, object)
    self.position = position
  }

  /// Whether each key of the object has one member.
  @inline(__always) var isPlain: Bool { plainEnd > 0 }

  /// Advances past a value that was found.
  mutating func move(behind value: Int, in index: DocumentIndex) {
    position = index.next(value)
  }

  /// Returns the value under a key if it is the next one, otherwise `DocumentIndex.notFound`.
  ///
  /// The pattern is read in place, as far as needed.
  @inline(__always) mutating func findNext(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    let candidate = position
    // Sound: callers retain the pattern.
    guard candidate < plainEnd, index.matches(candidate, unsafe key.pointee) else {
      return DocumentIndex.notFound
    }
    let next = index.next(candidate &+ 1)
    position = next == tag ? next &+ 2 : next
    return candidate &+ 1
  }

  /// Returns the value under a key, or `DocumentIndex.notFound`.
  mutating func find(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    unsafe withUnsafePointer(to: key) { unsafe find($0, in: index) }
  }

  /// Searches the rest of the members, and then the first ones.
  @inline(__always) mutating func findBytes(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    let start = position
    // Sound: callers retain the pattern.
    let value = unsafe search(key, from: start, to: plainEnd, in: index)
    if value >= 0 { return value }
    return unsafe search(
      key,
      from: object &+ IndexEntry.entriesPerContainer,
      to: start,
      in: index
    )
  }

  /// Searches all members, also of objects that aren't plain.
  @inline(__always) mutating func find(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    // Sound, here and below: callers retain the pattern.
    guard plainEnd > 0 else { return index.findOnSlowPath(unsafe key.pointee, in: object) }
    let value = unsafe findBytes(key, in: index)
    return value >= 0 ? value : index.findEquivalent(unsafe key.pointee, in: object)
  }

  @inline(__always) private mutating func search(
    _ key: UnsafePointer<KeyPattern>,
    from begin: Int,
    to end: Int,
    in index: DocumentIndex
  ) -> Int {
    var candidate = begin
    while candidate < end {
      let next = index.next(candidate &+ 1)
      if index.matches(candidate, unsafe key.pointee) {
        position = next
        return candidate &+ 1
      }
      candidate = next
    }
    return DocumentIndex.notFound
  }
}
