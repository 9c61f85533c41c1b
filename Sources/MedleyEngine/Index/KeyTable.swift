/// A hash table of the keys of an object with many members, in which the first of equal keys wins.
///
/// Hashes are seeded for each process, so that colliding keys can't be prepared. It is a class,
/// because the document retains it while it is used.
final class KeyTable {
  private var slots: [UInt32]
  /// Whether two keys have the same bytes.
  private(set) var hasRepeatedKeys = false
  private static let seed = UInt64.random(in: .min ... .max) | 1

  init(of object: Int, in index: DocumentIndex) {
    var capacity = 64
    let size = index.size(object)
    while capacity < size * 2 { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    for position in index.keys(of: object) {
      let place = index.withUnescaped(position) { slot(of: $0, in: index) }
      if slots[place] == 0 {
        slots[place] = UInt32(truncatingIfNeeded: position)
      } else {
        hasRepeatedKeys = true
      }
    }
  }

  @inline(__always) func find(_ key: Bytes, in index: DocumentIndex) -> Int {
    let position = Int(slots[slot(of: key, in: index)])
    return position > 0 ? position + 1 : DocumentIndex.notFound
  }

  /// Returns the slot with the position of a key, or the free one for it.
  @inline(never) private func slot(of key: Bytes, in index: DocumentIndex) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(key) & mask
    while slots[slot] != 0, !index.equals(Int(slots[slot]), key) { slot = (slot + 1) & mask }
    return slot
  }

  private static func hash(_ key: Bytes) -> Int {
    var hash = seed &+ UInt64(truncatingIfNeeded: key.count)
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15 ^ (seed << 1 | 1))
      hash = product.high ^ product.low &+ seed
    }
    var position = 0
    while position + 8 <= key.count {
      mix(key.word(at: position))
      position += 8
    }
    mix(key.head(position, key.count - position))
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7fff_ffff)
  }
}

extension DocumentIndex {
  /// Returns whether no key before this one in its object has the same bytes.
  package func isFirst(_ key: Int, of object: Int) -> Bool {
    let table = document.keyTable(of: object)
    return withUnescaped(key) { table.find($0, in: self) } == key + 1
  }
}
