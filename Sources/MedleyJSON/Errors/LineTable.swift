import Foundation

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
    while seen < limit {
      let offset = unsafe bytes.withBytes(from: seen, count: limit - seen) { rest in
        // Sound: it looks at no more than these bytes.
        unsafe memchr(rest.baseAddress.unsafelyUnwrapped, 0x0a, rest.count).map {
          unsafe UnsafeRawPointer($0) - UnsafeRawPointer(rest.baseAddress.unsafelyUnwrapped)
        }
      }
      guard let offset else {
        seen = limit
        return
      }
      seen += offset + 1
      starts.append(seen)
    }
  }
}
