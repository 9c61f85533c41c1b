/// A hash table of tags by their bytes.
///
/// It uses open addressing with two to four slots for each tag. A lookup compares the length and
/// eight bytes at a time, and makes no string. Hashes are seeded
/// for each table, so colliding tags can't be prepared. It is an immutable class, because
/// registries and decoders share it.
package final class TagIndex: Sendable {
  private struct Slot {
    /// The first eight bytes.
    var word: UInt64 = 0
    var position: Int32 = -1
    var count: Int32 = 0
    /// The position of the bytes after the first eight.
    var start = 0
  }

  private let slots: [Slot]
  private let tails: [UInt8]
  private let seed: UInt64
  /// Returns the index of the registration for other tags; nil if there are none.
  fileprivate let others: (@Sendable (String) -> Int?)?

  /// - Parameters:
  ///   - positions: The tags with the indices of their registrations; the first of equal tags counts.
  ///   - others: Returns the index of the registration for another tag.
  package init(
    _ positions: [(tag: String, position: Int)],
    others: (@Sendable (String) -> Int?)? = nil
  ) {
    self.others = others
    let seed = UInt64.random(in: .min ... .max) | 1
    self.seed = seed
    var capacity = 8
    while capacity < positions.count * 2 { capacity *= 2 }
    let mask = capacity - 1
    var slots = [Slot](repeating: Slot(), count: capacity)
    var tails: [UInt8] = []
    for (tag, position) in positions {
      let utf8 = Array(tag.utf8)
      let (hash, word) = utf8.withBytes { tag in
        let word = tag.head(0, tag.count)
        return (Self.hash(tag, word, seed), word)
      }
      var place = hash & mask
      while slots[place].position >= 0 { place = (place + 1) & mask }
      slots[place] = Slot(
        word: word,
        position: Int32(truncatingIfNeeded: position),
        count: Int32(truncatingIfNeeded: utf8.count),
        start: tails.count
      )
      tails += utf8.dropFirst(8)
    }
    self.slots = slots
    self.tails = tails
  }

  /// Returns the index of the registration for a tag; -1 if there is none.
  package func position(of tag: Bytes) -> Int {
    let word = tag.head(0, tag.count)
    let mask = slots.count &- 1
    var place = Self.hash(tag, word, seed) & mask
    while true {
      let slot = slots[place]
      let isSame = slot.word == word && Int(slot.count) == tag.count
      if slot.position < 0 || isSame && hasTail(slot.start, of: tag) { return Int(slot.position) }
      place = (place &+ 1) & mask
    }
  }

  @inline(__always) private func hasTail(_ start: Int, of tag: Bytes) -> Bool {
    for index in 8..<max(8, tag.count) where tails[start &+ index &- 8] != tag[index] {
      return false
    }
    return true
  }

  /// Returns the hash of a tag, whose first eight bytes are in a word.
  @inline(__always)
  private static func hash(_ tag: Bytes, _ first: UInt64, _ seed: UInt64) -> Int {
    var word = first
    for index in 8..<max(8, tag.count) {
      word = (word ^ UInt64(tag[index])) &* 0x0000_0100_0000_01b3
    }
    let product = (word ^ seed &+ UInt64(truncatingIfNeeded: tag.count))
      .multipliedFullWidth(by: seed)
    return Int(truncatingIfNeeded: (product.high ^ product.low) & 0x7fff_ffff)
  }
}

// MARK: - Finding members and tags

extension DocumentIndex {
  /// Whether a value is a string without escapes.
  @inline(__always) package func isPlainString(_ position: Int) -> Bool {
    kind(position).isPlainString
  }

  /// Returns the registration for a plain string; -1 if there is none.
  @inline(__always) package func registration(for position: Int, in tags: TagIndex) -> Int {
    let entry = entries[position]
    let tag = bytes.part(from: entry.offset, count: entry.count)
    let registration = tags.position(of: tag)
    guard registration < 0, let others = tags.others else { return registration }
    return others(string(at: position)) ?? registration
  }

  /// Returns the position of the value under a key of an object, or `notFound`.
  package func member(_ key: KeyPattern, of object: Int) -> Int {
    guard entries[object].flags == 0 else { return findOnSlowPath(key, in: object) }
    for member in keys(of: object) where matches(member, key) { return member &+ 1 }
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
    return (member, registration(for: member &+ 1, in: tags))
  }
}
