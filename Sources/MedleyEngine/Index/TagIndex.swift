/// A hash table of tags by their bytes.
///
/// It uses open addressing with two to four slots for each tag. A lookup compares the length and
/// eight bytes at a time, and makes no string: 30 instructions for a short tag. Hashes are seeded
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
  private let mask: Int
  private let seed: UInt64

  /// - Parameter positions: The tags, each once, with the indices of their registrations.
  package init(_ positions: [(tag: String, position: Int)]) {
    let seed = UInt64.random(in: .min ... .max) | 1
    self.seed = seed
    var capacity = 8
    while capacity < positions.count * 2 { capacity *= 2 }
    mask = capacity - 1
    var slots = [Slot](repeating: Slot(), count: capacity)
    var tails: [UInt8] = []
    for (tag, position) in positions {
      let utf8 = Array(tag.utf8)
      let (hash, word) = unsafe utf8.withUnsafeBufferPointer {
        (unsafe Self.hash($0, seed), unsafe Self.word($0))
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

  /// Returns the index of the registration for a tag of at most eight bytes, which are in one word;
  /// -1 if there is none.
  func position(of word: UInt64, count: Int) -> Int {
    var place = Self.hash(word, count, seed) & mask
    while true {
      let slot = slots[place]
      if slot.position < 0 || slot.word == word && Int(slot.count) == count {
        return Int(slot.position)
      }
      place = (place &+ 1) & mask
    }
  }

  /// Returns the index of the registration for a tag; -1 if there is none.
  package func position(of tag: UnsafeBufferPointer<UInt8>) -> Int {
    let word = unsafe Self.word(tag)
    guard tag.count > 8 else { return position(of: word, count: tag.count) }
    var place = unsafe Self.hash(tag, seed) & mask
    while true {
      let slot = slots[place]
      guard slot.position >= 0 else { return -1 }
      if slot.word == word, Int(slot.count) == tag.count, unsafe hasTail(slot.start, of: tag) {
        return Int(slot.position)
      }
      place = (place &+ 1) & mask
    }
  }

  private func hasTail(_ start: Int, of tag: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 8..<tag.count where tails[start &+ index &- 8] != (unsafe tag[index]) {
      return false
    }
    return true
  }

  /// Returns the first eight bytes, or all of fewer: both ends are read, which may overlap.
  @inline(__always) private static func word(_ tag: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(tag)
    func load<Part: FixedWidthInteger>(_ type: Part.Type, at offset: Int) -> UInt64 {
      // Sound: the callers read bytes inside the tag.
      UInt64(
        truncatingIfNeeded: Part(
          littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
        )
      )
    }
    switch tag.count {
    case 8...:
      return load(UInt64.self, at: 0)
    case 4...:
      let second = tag.count &- 4
      return load(UInt32.self, at: 0)
        | load(UInt32.self, at: second) &<< UInt64(truncatingIfNeeded: second &* 8)
    case 2...:
      let second = tag.count &- 2
      return load(UInt16.self, at: 0)
        | load(UInt16.self, at: second) &<< UInt64(truncatingIfNeeded: second &* 8)
    case 1:
      return load(UInt8.self, at: 0)
    default:
      return 0
    }
  }

  private static func hash(_ tag: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> Int {
    var word = unsafe word(tag)
    for index in tag.indices.dropFirst(8) {
      word = (word ^ UInt64(unsafe tag[index])) &* 0x0000_0100_0000_01b3
    }
    return hash(word, tag.count, seed)
  }

  @inline(__always) private static func hash(_ word: UInt64, _ count: Int, _ seed: UInt64) -> Int {
    let product = (word ^ seed &+ UInt64(truncatingIfNeeded: count))
      .multipliedFullWidth(by: seed)
    return Int(truncatingIfNeeded: (product.high ^ product.low) & 0x7fff_ffff)
  }
}
