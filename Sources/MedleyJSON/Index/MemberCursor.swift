/// Finds members of one object, beginning after the last one that was found.
///
/// Most types read members in the order of the document, so the next member is the right one: one
/// comparison of kind and length, and one of eight bytes.
struct MemberCursor {
  let head: Int
  /// The member after the last one that was found.
  private(set) var position: Int
  /// The end of the members, or 0 for an object with repeated, escaped or very many keys.
  private let plainEnd: Int
  /// The member that is the tag of the object: a string that was read already and is skipped.
  private let tag: Int

  @inline(__always) init(_ index: DocumentIndex, _ head: Int) {
    self.head = head
    let word = index.words[head]
    plainEnd = word.flags == 0 ? word.end : 0
    tag = index.tag(of: head)
    let first = head &+ IndexWord.headCount
    position = first == tag ? first &+ 2 : first
  }

  /// Creates a cursor at a member.
  @inline(__always) init(_ index: DocumentIndex, _ head: Int, from position: Int) {
    self.init(index, head)
    self.position = position
  }

  /// Returns the value under a key if it is the next one, otherwise `DocumentIndex.nowhere`.
  ///
  /// The pattern is read in place, as far as needed.
  @inline(__always) mutating func findNext(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    let candidate = position
    // Sound: callers retain the pattern.
    guard candidate < plainEnd, index.matches(candidate, unsafe key.pointee) else {
      return DocumentIndex.nowhere
    }
    let next = index.next(candidate &+ 1)
    position = next == tag ? next &+ 2 : next
    return candidate &+ 1
  }

  /// Returns the value under a key, or `DocumentIndex.nowhere`.
  mutating func find(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    unsafe withUnsafePointer(to: key) { unsafe find($0, in: index) }
  }

  /// Searches the rest of the members, and then the first ones.
  @inline(__always) mutating func find(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    // Sound, here and below: callers retain the pattern.
    guard plainEnd > 0 else { return index.findCarefully(unsafe key.pointee, in: head) }
    let start = position
    var value = unsafe search(key, from: start, to: plainEnd, in: index)
    if value < 0 {
      value = unsafe search(key, from: head &+ IndexWord.headCount, to: start, in: index)
    }
    return value >= 0 ? value : index.findEquivalent(unsafe key.pointee, in: head)
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
    return DocumentIndex.nowhere
  }
}

// MARK: - Comparing keys

extension DocumentIndex {
  /// Returns whether a plain key is this one.
  @inline(__always) func matches(_ position: Int, _ key: KeyPattern) -> Bool {
    let word = words[position]
    guard UInt32(truncatingIfNeeded: word.bits &>> 32) == key.head else { return false }
    let offset = word.offset
    return bytes.word(at: offset) & key.mask == key.word
      && (key.count <= 8 || key.hasTail(bytes, at: offset))
  }

  /// Returns whether a key, plain or escaped, is this one.
  func equals(_ position: Int, _ key: KeyPattern) -> Bool {
    let word = words[position]
    guard kind(position) == .escaped else {
      return key.equals(bytes, at: word.offset, count: word.count)
    }
    return unsafe withUnescaped(position) { unescaped in
      unsafe key.equals(Bytes(unescaped), at: 0, count: unescaped.count)
    }
  }

  /// Finds the first member with a key in an object with repeated, escaped or many keys.
  @inline(never) func findCarefully(_ key: KeyPattern, in head: Int) -> Int {
    if words[head].flags & ObjectFlag.large != 0 {
      let position = document.keyTable(of: head).find(key, in: self)
      return position >= 0 ? position : findEquivalent(key, in: head)
    }
    let end = words[head].end
    var position = head + IndexWord.headCount
    while position < end {
      if equals(position, key) { return position + 1 }
      position = next(position + 1)
    }
    return findEquivalent(key, in: head)
  }

  /// Finds a key with other Unicode scalars that is an equal string, as `JSONDecoder` does.
  ///
  /// Keys in ASCII aren't compared in this way.
  @inline(never) func findEquivalent(_ key: KeyPattern, in head: Int) -> Int {
    if key.isASCII { return Self.nowhere }
    let name = key.string
    if words[head].flags & ObjectFlag.large != 0 {
      return document.convertedMembers(of: head)[name] ?? Self.nowhere
    }
    let end = words[head].end
    var position = head + IndexWord.headCount
    while position < end {
      if kind(position) != .ascii, string(at: position) == name { return position + 1 }
      position = next(position + 1)
    }
    return Self.nowhere
  }
}
