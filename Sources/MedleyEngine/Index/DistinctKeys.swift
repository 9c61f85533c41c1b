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
