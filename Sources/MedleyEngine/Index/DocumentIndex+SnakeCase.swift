import MedleyBase

// MARK: - Finding keys by their converted names

/// With `convertFromSnakeCase`, keys are compared by a hash that a key and its converted name
/// share: it leaves out underscores and the case of letters. So few keys have to be converted, and
/// a type's key is found by the bytes that it had in the last object.
extension DocumentIndex {
  /// Returns whether two keys of an object may have the same converted name.
  ///
  /// - Complexity: O(*n*²) for at most 48 keys, but O(*n*) for the same keys as in an earlier object;
  ///   for more keys, the result is always true.
  @inline(never) package func mayCollide(in object: Int) -> Bool {
    // An object with more keys than the limit has a flag.
    guard convertsFromSnakeCase, entries[object].flags == 0 else { return true }
    let count = size(object)
    guard count > 0 else { return false }
    if state.distinctKeys.contains(object, in: self) { return false }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    for position in keys(of: object) {
      guard let hash = snakeHash(ofKeyAt: position), !hashes.contains(hash) else { return true }
      hashes.append(hash)
    }
    state.distinctKeys.keep(object, in: self)
    return false
  }

  /// Returns the value under a key with a converted name, or `notFound`.
  ///
  /// No two keys of the object may have the same converted name.
  @inline(never) func findConverted(_ name: String, in object: Int) -> Int {
    guard let wanted = name.withBytes({ Self.snakeHash($0) }) else { return Self.notFound }
    for key in keys(of: object) where snakeHash(ofKeyAt: key) == wanted {
      if SnakeCase.camelCase(string(at: key)) == name { return key &+ 1 }
    }
    return Self.notFound
  }

  /// Returns the hash of a key; nil if it isn't in ASCII.
  @inline(__always) package func snakeHash(ofKeyAt position: Int) -> UInt64? {
    guard kind(position) == .ascii else { return nil }
    let entry = entries[position]
    return Self.hash(of: bytes.part(from: entry.offset, count: entry.count))
  }

  /// Returns the hash of a name; nil if it isn't in ASCII, as no key with this hash is then.
  package static func snakeHash(_ name: Bytes) -> UInt64? {
    (0..<name.count).allSatisfy { name[$0] < 0x80 } ? hash(of: name) : nil
  }

  @inline(__always) private static func hash(of name: Bytes) -> UInt64 {
    var hash: UInt64 = 0
    for position in 0..<name.count where name[position] != UInt8(ascii: "_") {
      hash = (hash ^ UInt64(name[position] | 0x20)) &* 0x100_0000_01b3
      hash ^= hash &>> 29
    }
    return hash
  }
}

/// The keys of objects whose converted names differ, from this decode call and earlier ones.
///
/// Most objects of a type have the same keys, and comparing them with those of an earlier object
/// takes a tenth of converting them. It has a fixed size; keys replace others.
struct DistinctKeys {
  /// Lists of keys, each with its length before it, and eight zeros; few objects have more than 256
  /// bytes of keys.
  private var lists: [[UInt8]] = Array(repeating: [], count: Self.count)

  private static let count = 16
  private static let longestList = 512
  private static let padding = 8

  /// Returns whether the keys of an object, in ASCII, are the same as those that were kept.
  func contains(_ object: Int, in index: DocumentIndex) -> Bool {
    lists[Self.place(of: object, in: index)].withBytes { list in
      let listEnd = list.count &- Self.padding
      var offset = 0
      for position in index.keys(of: object) {
        let key = index.entries[position]
        let count = key.count
        guard count < 0x80, offset &+ 1 &+ count <= listEnd,
          list[offset] == UInt8(truncatingIfNeeded: count),
          index.bytes.equal(key.offset, list, offset &+ 1, count: count)
        else { return false }
        offset &+= 1 &+ count
      }
      return offset == listEnd && offset > 0
    }
  }

  /// Keeps the keys of an object, which must be plain and in ASCII.
  mutating func keep(_ object: Int, in index: DocumentIndex) {
    var list: [UInt8] = []
    for position in index.keys(of: object) {
      let key = index.entries[position]
      guard key.count < 0x80, list.count + 1 + key.count <= Self.longestList else { return }
      list.append(UInt8(key.count))
      for offset in key.offset..<key.offset + key.count { list.append(index.bytes[offset]) }
    }
    list += repeatElement(0, count: Self.padding)
    lists[Self.place(of: object, in: index)] = list
  }

  /// Returns the place for the keys of an object, by their number and the first one.
  private static func place(of object: Int, in index: DocumentIndex) -> Int {
    let first = index.entries[object &+ IndexEntry.entriesPerContainer]
    return (index.size(object) &* 5 &+ first.count) & (count &- 1)
  }
}
