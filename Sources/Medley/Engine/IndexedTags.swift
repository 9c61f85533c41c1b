/// The string tags of a registry, to be looked up as bytes.
///
/// It is a class, so that copies of a registry share what is built on first use; a registry that
/// changes gets a new one.
package final class IndexedTags: Sendable {
  /// The key under which the tag stands; nil if it stands elsewhere.
  package let key: String?
  private let built = Lock<TagIndex?>(nil)

  init(key: String?) {
    self.key = key
  }

  /// The index; one that has no tags until it is built.
  package var index: TagIndex {
    built.withLock { $0 ?? TagIndex([:]) }
  }

  func build(_ positions: [TypeTag: Int]) {
    built.withLock { built in
      if built == nil { built = TagIndex(positions) }
    }
  }
}

/// A hash table of tags by their bytes.
///
/// Open addressing with two to four places for each tag; a tag is compared by length and bytes, so
/// that looking one up makes no string. It is seeded for each process, so that nobody can prepare
/// tags that collide, and a class because it is shared and never changes.
package final class TagIndex: Sendable {
  private struct Slot {
    var position: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private let slots: [Slot]
  private let bytes: [UInt8]
  private let mask: Int
  private static let seed = UInt64.random(in: .min ... .max) | 1

  init(_ positions: [TypeTag: Int]) {
    var capacity = 8
    while capacity < positions.count * 2 { capacity *= 2 }
    mask = capacity - 1
    var slots = [Slot](repeating: Slot(), count: capacity)
    var bytes: [UInt8] = []
    for (tag, position) in positions {
      guard case .string(let string) = tag else { continue }
      let utf8 = Array(string.utf8)
      var place = unsafe utf8.withUnsafeBufferPointer { unsafe Self.hash($0) } & mask
      while slots[place].position >= 0 { place = (place + 1) & mask }
      slots[place] = Slot(
        position: Int32(truncatingIfNeeded: position),
        start: Int32(truncatingIfNeeded: bytes.count),
        count: Int32(truncatingIfNeeded: utf8.count)
      )
      bytes += utf8
    }
    self.slots = slots
    self.bytes = bytes
  }

  /// The position of the entry for a tag; -1 if there is none.
  package func position(of tag: UnsafeBufferPointer<UInt8>) -> Int {
    var place = unsafe Self.hash(tag) & mask
    while true {
      let slot = slots[place]
      guard slot.position >= 0 else { return -1 }
      if Int(slot.count) == tag.count, unsafe isEqual(Int(slot.start), tag) {
        return Int(slot.position)
      }
      place = (place &+ 1) & mask
    }
  }

  @inline(__always) private func isEqual(_ start: Int, _ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<tag.count where bytes[start &+ index] != (unsafe tag[index]) { return false }
    return true
  }

  @inline(__always) private static func hash(_ tag: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = seed &+ UInt64(truncatingIfNeeded: tag.count)
    for index in 0..<tag.count {
      hash = (hash ^ UInt64(unsafe tag[index])) &* 0x0000_0100_0000_01b3
    }
    return Int(truncatingIfNeeded: (hash ^ hash >> 29) & 0x7fff_ffff)
  }
}
