/// A table of the beginnings of lines, made as far as needed.
///
/// Lossy lists may have thousands of errors. Each looks up its line, and the document is scanned
/// once for all of them.
package struct LineTable {
  private var starts: [Int]
  /// The first byte that isn't scanned yet.
  private var seen: Int

  package init() {
    (starts, seen) = ([0], 0)
  }

  /// Returns the line of a byte, beginning with 0, and the beginning of the line.
  ///
  /// - Complexity: O(log *n*) in the number of lines, and once O(*n*) in the bytes before.
  package mutating func line(of offset: Int, in bytes: Bytes) -> (number: Int, start: Int) {
    if offset > seen { look(until: min(offset, bytes.count), in: bytes) }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low, starts[low])
  }

  @inline(__always) private mutating func look(until limit: Int, in bytes: Bytes) {
    while seen < limit {
      let lineFeed = bytes.first(0x0a, from: seen, to: limit)
      guard lineFeed < limit else {
        seen = limit
        return
      }
      seen = lineFeed + 1
      starts.append(seen)
    }
  }
}
