/// Finds members of one object, from where the last was found.
///
/// Most types ask for members in the order in which they were written, so that the next member is
/// the one asked for: one comparison of kind and length, one of eight bytes.
struct MemberCursor {
  let head: Int
  let end: Int
  private(set) var position: Int
  /// Whether nothing has to be minded: no repeated, escaped or very many keys.
  let isPlain: Bool

  @inline(__always) init(_ index: DocumentIndex, _ head: Int) {
    self.head = head
    let word = index.words[head]
    end = word.end
    position = head &+ IndexWord.headCount
    isPlain = word.flags == 0
  }

  /// A cursor that has come to a member already.
  @inline(__always) init(_ index: DocumentIndex, _ head: Int, from position: Int) {
    self.init(index, head)
    self.position = position
  }

  /// The position of the value under a key, or `DocumentIndex.nowhere`.
  @inline(__always) mutating func find(_ key: KeyPattern, in index: DocumentIndex) -> Int {
    let candidate = position
    guard isPlain else { return index.findCarefully(key, in: head) }
    if candidate < end, index.matches(candidate, key) {
      position = index.next(candidate &+ 1)
      return candidate &+ 1
    }
    return search(key, index)
  }

  /// Looks through the rest, and then from the first.
  @inline(never) private mutating func search(_ key: KeyPattern, _ index: DocumentIndex) -> Int {
    let start = position
    var candidate = start
    if candidate < end { candidate = index.next(candidate &+ 1) }
    while candidate < end {
      let value = candidate &+ 1
      if index.matches(candidate, key) {
        position = index.next(value)
        return value
      }
      candidate = index.next(value)
    }
    candidate = head &+ IndexWord.headCount
    while candidate < start {
      let value = candidate &+ 1
      if index.matches(candidate, key) {
        position = index.next(value)
        return value
      }
      candidate = index.next(value)
    }
    return index.findEquivalent(key, in: head)
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
  @inline(never) fileprivate func findEquivalent(_ key: KeyPattern, in head: Int) -> Int {
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
