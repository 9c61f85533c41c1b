/// Finds members of one object, from where the last was found.
///
/// Most types ask for members in the order in which they were written, so that the next member is
/// the one asked for: one comparison of kind and length, one of eight bytes.
struct MemberCursor {
  let head: Int
  /// Where the next member is, after the last that was found.
  private(set) var position: Int
  /// Where the members end; 0 where something has to be minded: repeated, escaped or very many keys.
  private let plainEnd: Int
  /// The member that is the tag of the object, which is read already: a string, and passed by.
  private let tag: Int

  @inline(__always) init(_ index: DocumentIndex, _ head: Int) {
    self.head = head
    let word = index.words[head]
    plainEnd = word.flags == 0 ? word.end : 0
    tag = index.tag(of: head)
    let first = head &+ IndexWord.headCount
    position = first == tag ? first &+ 2 : first
  }

  /// A cursor that has come to a member already.
  @inline(__always) init(_ index: DocumentIndex, _ head: Int, from position: Int) {
    self.init(index, head)
    self.position = position
  }

  /// The position of the value under a key if it is the next one, else `DocumentIndex.nowhere`.
  ///
  /// The pattern is read where it is, and no more of it than has to be.
  @inline(__always) mutating func findNext(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    let candidate = position
    // Sound: callers keep the pattern.
    guard candidate < plainEnd, index.matches(candidate, unsafe key.pointee) else {
      return DocumentIndex.nowhere
    }
    let next = index.next(candidate &+ 1)
    position = next == tag ? next &+ 2 : next
    return candidate &+ 1
  }

  /// The position of the value under a key, or `DocumentIndex.nowhere`.
  mutating func find(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    unsafe withUnsafePointer(to: key) { unsafe find($0, in: index) }
  }

  /// The same: looks through the rest, and then from the first.
  @inline(__always) mutating func find(
    _ key: UnsafePointer<KeyPattern>,
    in index: DocumentIndex
  ) -> Int {
    // Sound, here and below: callers keep the pattern.
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
  /// Whether a plain key is this one.
  @inline(__always) func matches(_ position: Int, _ key: KeyPattern) -> Bool {
    let word = words[position]
    guard UInt32(truncatingIfNeeded: word.bits &>> 32) == key.head else { return false }
    let offset = word.offset
    return bytes.word(at: offset) & key.mask == key.word
      && (key.count <= 8 || key.hasTail(bytes, at: offset))
  }

  /// Whether any key is this one.
  func equals(_ position: Int, _ key: KeyPattern) -> Bool {
    let word = words[position]
    guard kind(position) == .escaped else {
      return key.equals(bytes, at: word.offset, count: word.count)
    }
    return unsafe withUnescaped(position) { unescaped in
      unsafe key.equals(Bytes(unescaped), at: 0, count: unescaped.count)
    }
  }

  /// Finds a member of an object with repeated, escaped or many keys; the first of them wins.
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

  /// Finds a key that is spelled with other scalars of Unicode but is the same string.
  ///
  /// `JSONDecoder` does so, too. Keys in ASCII have no other spelling that anybody uses.
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
