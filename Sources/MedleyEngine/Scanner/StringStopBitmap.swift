/// A bitmap of the bytes of a document at which a plain string can end.
///
/// Those are quotation marks, backslashes, controls, and bytes that aren't ASCII. The bits are made
/// for sixteen bytes at a time, at more than ten gigabytes per second. The scanner then looks up
/// the next bit, without a loop whose end can't be predicted.
struct StringStopBitmap {
  private let memory: OwnedMemory<UInt64>

  /// The largest number of bytes.
  var capacity: Int { (memory.capacity &- 2) &<< 6 }

  /// - Parameter capacity: The largest number of bytes.
  init(capacity: Int) {
    // The rest of the last block, and the words that are read after it.
    memory = OwnedMemory(capacity: (capacity + 63) >> 6 + 2)
  }

  func deallocate() {
    memory.deallocate()
  }

  // MARK: - Looking up

  /// Returns the bits of at least 57 bytes from a position, the first in the lowest bit.
  @inline(__always) func stops(from position: Int) -> UInt64 {
    assert(position >= 0 && position <= capacity)
    // There is a word after those of the document.
    let word = UInt64(littleEndian: memory.load(UInt64.self, atByte: position &>> 3))
    return word &>> UInt64(truncatingIfNeeded: position & 7)
  }

  /// The number of bytes that ``stops(from:)`` covers at least.
  static var reach: Int { 57 }

  // MARK: - Filling

  /// Makes the bits for a document, and sets those of the blocks after its texts.
  ///
  /// A string that goes on there is refused, as one that isn't closed in its text.
  func fill(for bytes: Bytes, upTo end: Int) {
    assert(end <= bytes.count && bytes.readable <= capacity)
    let last = bytes.readable &>> 6
    let blocks = min((end &+ 63) &>> 6, last)
    for block in 0..<blocks { memory[block] = bytes.stops(from: block &* 64).littleEndian }
    for block in blocks..<last &+ 2 { memory[block] = .max }
    if end > last &* 64 { memory[last] = bytes.stops(ofRestFrom: last &* 64).littleEndian }
  }
}

extension Bytes {
  /// Returns the bits of 64 bytes.
  @inline(__always) fileprivate func stops(from position: Int) -> UInt64 {
    stops(ofSixteenFrom: position)
      | stops(ofSixteenFrom: position &+ 16) &<< 16
      | stops(ofSixteenFrom: position &+ 32) &<< 32
      | stops(ofSixteenFrom: position &+ 48) &<< 48
  }

  /// Returns the bits of the last bytes, fewer than 64, and sets those after them.
  fileprivate func stops(ofRestFrom begin: Int) -> UInt64 {
    var bits = UInt64.max << (count - begin)
    var position = begin
    while position + 16 <= count {
      bits |= stops(ofSixteenFrom: position) << (position - begin)
      position += 16
    }
    while position < count {
      if self[position].canEndString { bits |= 1 << (position - begin) }
      position += 1
    }
    return bits
  }

  /// Returns the bits of 16 bytes.
  @inline(__always) private func stops(ofSixteenFrom position: Int) -> UInt64 {
    let bytes = vector(at: position)
    // With the highest bit inverted, bytes that aren't ASCII and controls are below 0xa0.
    let others = (bytes ^ SIMD16<UInt8>(repeating: 0x80)) .< SIMD16<UInt8>(repeating: 0xa0)
    let stops =
      others .| (bytes .== SIMD16<UInt8>(repeating: 0x22))
      .| (bytes .== SIMD16<UInt8>(repeating: 0x5c))
    return stops.bits
  }
}

extension UInt8 {
  /// Whether a plain string can end at this byte.
  fileprivate var canEndString: Bool {
    self < 0x20 || self >= 0x80 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
