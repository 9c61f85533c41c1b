/// Where the lines of a document begin, as far as somebody has asked.
///
/// Lossy lists may have thousands of faults: each looks its line up, and the document is gone through
/// once for all of them.
struct LineTable {
  private var starts = [0]
  /// The first byte that nobody has looked at.
  private var seen = 0

  /// The line of a byte, from 0, and where it begins.
  ///
  /// - Complexity: O(log *n*) in the number of lines, and once O(*n*) in the bytes before.
  mutating func line(of offset: Int, in bytes: Bytes) -> (number: Int, start: Int) {
    if offset > seen { look(until: min(offset, bytes.count), in: bytes) }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low, starts[low])
  }

  private mutating func look(until limit: Int, in bytes: Bytes) {
    let newLines = UInt64(repeating: UInt8(ascii: "\n"))
    while seen < limit {
      if seen + 8 <= limit {
        let word = bytes.word(at: seen) ^ newLines
        // No byte is zero: none is the end of a line.
        if (word &- UInt64(repeating: 1)) & ~word & .highBits == 0 {
          seen += 8
          continue
        }
      }
      for _ in 0..<min(8, limit - seen) {
        if bytes[seen] == UInt8(ascii: "\n") { starts.append(seen + 1) }
        seen += 1
      }
    }
  }
}
