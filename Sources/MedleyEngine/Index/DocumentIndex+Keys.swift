// MARK: - Comparing keys

extension DocumentIndex {
  /// Returns the value of a member with a key as it is written; `notFound` if there is none.
  package func member(_ key: String, of object: Int) -> Int {
    var cursor = MemberCursor(self, object)
    return KeyPattern.withPattern(of: key) { cursor.find($0, in: self) }
  }

  /// Returns whether a plain key is this one.
  @inline(__always) package func matches(_ position: Int, _ key: KeyPattern) -> Bool {
    let entry = entries[position]
    guard UInt32(truncatingIfNeeded: entry.bits &>> 32) == key.activeShape else { return false }
    let offset = entry.offset
    return bytes.word(at: offset) & key.mask == key.word
      && (key.count <= 8 || key.hasTail(bytes, at: offset))
  }

  /// Returns whether a key, plain or escaped, is this one.
  func equals(_ position: Int, _ key: KeyPattern) -> Bool {
    let entry = entries[position]
    guard kind(position) == .escaped else {
      return key.equals(bytes, at: entry.offset, count: entry.count)
    }
    return unsafe withUnescaped(position) { unescaped in
      unsafe key.equals(Bytes(unescaped), at: 0, count: unescaped.count)
    }
  }

  /// Finds the first member with a key in an object with repeated, escaped or many keys.
  @inline(never) func findOnSlowPath(_ key: KeyPattern, in object: Int) -> Int {
    if entries[object].flags & ObjectFlag.large != 0 {
      let position = document.keyTable(of: object).find(key, in: self)
      return position >= 0 ? position : findEquivalent(key, in: object)
    }
    let end = entries[object].end
    var position = object + IndexEntry.entriesPerContainer
    while position < end {
      if equals(position, key) { return position + 1 }
      position = next(position + 1)
    }
    return findEquivalent(key, in: object)
  }

  /// Finds a key with other Unicode scalars that is an equal string, as `JSONDecoder` does.
  ///
  /// Keys in ASCII aren't compared in this way.
  @inline(never) func findEquivalent(_ key: KeyPattern, in object: Int) -> Int {
    if key.isASCII { return Self.notFound }
    let name = key.string
    if entries[object].flags & ObjectFlag.large != 0 {
      return document.convertedMembers(of: object)[name]
    }
    let end = entries[object].end
    var position = object + IndexEntry.entriesPerContainer
    while position < end {
      if kind(position) != .ascii, string(at: position) == name { return position + 1 }
      position = next(position + 1)
    }
    return Self.notFound
  }
}
