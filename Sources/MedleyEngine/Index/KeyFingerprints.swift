/// Fingerprints of the keys of an object, in order: sixteen bits of each hash.
struct KeyFingerprints {
  private var fingerprints: [UInt16] = []
  private var positions: [UInt32] = []
  /// The number of remaining searches before a hash table would be cheaper.
  private var remainingLookups = 128

  init(of object: Int, in index: DocumentIndex, hash: (Bytes) -> Int) {
    let size = index.size(object)
    fingerprints.reserveCapacity(size + 3)
    positions.reserveCapacity(size)
    let end = index.entries[object].end
    var position = object + IndexEntry.entriesPerContainer
    while position < end {
      let fingerprint = unsafe index.withUnescaped(position) {
        Self.fingerprint(hash(unsafe Bytes($0)))
      }
      fingerprints.append(fingerprint)
      positions.append(UInt32(truncatingIfNeeded: position))
      position = index.next(position + 1)
    }
    // Four are compared at once.
    while fingerprints.count % 4 != 0 { fingerprints.append(0) }
  }

  private static func fingerprint(_ hash: Int) -> UInt16 {
    // No fingerprint is zero, so the padding of the last four is never found.
    UInt16(truncatingIfNeeded: hash) | 1
  }

  /// Returns the value under a key, or `DocumentIndex.notFound`, or nil without remaining searches.
  mutating func find(_ key: KeyPattern, hash: Int, in index: DocumentIndex) -> Int? {
    guard remainingLookups > 0 else { return nil }
    remainingLookups -= 1
    let wanted = UInt64(Self.fingerprint(hash)) &* 0x0001_0001_0001_0001
    return unsafe fingerprints.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        // Sound: the count is a multiple of eight bytes.
        let four = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ wanted
        // Marks lanes that are zero, and perhaps lanes after them, which then don't match.
        if (four &- 0x0001_0001_0001_0001) & ~four & 0x8000_8000_8000_8000 != 0 {
          let first = offset / 2
          for place in first..<min(first + 4, positions.count) {
            let position = Int(positions[place])
            if index.equals(position, key) { return position + 1 }
          }
        }
        offset += 8
      }
      return DocumentIndex.notFound
    }
  }
}
