// MARK: - Finding members and tags

extension DocumentIndex {
  /// Whether a value is a string without escapes.
  @inline(__always) package func isPlainString(_ position: Int) -> Bool {
    let kind = kind(position)
    return kind == .ascii || kind == .text
  }

  /// Returns the registration for a plain string; -1 if there is none.
  @inline(__always) private func plainRegistration(for position: Int, in tags: TagIndex) -> Int {
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

  /// Returns the registration for a plain string; -1 if there is none.
  package func registration(for position: Int, in tags: TagIndex) -> Int {
    plainRegistration(for: position, in: tags)
  }

  /// Returns the position of the value under a key of an object, or `notFound`.
  package func member(_ key: KeyPattern, of object: Int) -> Int {
    let entry = entries[object]
    guard entry.flags == 0 else { return findOnSlowPath(key, in: object) }
    var member = object &+ IndexEntry.entriesPerContainer
    while member < entry.end {
      if matches(member, key) { return member &+ 1 }
      member = next(member &+ 1)
    }
    return findEquivalent(key, in: object)
  }

  /// Finds a plain string under a key of an object, and what is registered for it.
  ///
  /// The key can be that of any member. They are compared from the first.
  ///
  /// - Returns: The position of the key, and the registration, -1 if there is none; `notFound` for an object
  ///   that needs a slower search, and other values.
  package func plainString(
    under pattern: KeyPattern,
    of position: Int,
    in tags: TagIndex
  ) -> (key: Int, registration: Int) {
    let entries = entries
    let entry = entries[position]
    guard kind(position) == .object, entry.flags == 0 else { return (Self.notFound, -1) }
    var member = position &+ IndexEntry.entriesPerContainer
    while member < entry.end, !matches(member, pattern) { member = entries.next(member &+ 1) }
    guard member < entry.end, isPlainString(member &+ 1) else { return (Self.notFound, -1) }
    keepTag(member, of: position)
    return (member, plainRegistration(for: member &+ 1, in: tags))
  }
}
