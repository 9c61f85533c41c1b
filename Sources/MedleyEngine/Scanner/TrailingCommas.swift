/// Removes the commas before the end of an array or an object.
package enum TrailingCommas {
  /// Returns a part of a document without them.
  ///
  /// - Parameters:
  ///   - bytes: A document that the scanner has accepted.
  ///   - range: The range of a value.
  /// - Returns: The bytes of the value.
  /// - Complexity: O(*n*), where *n* is the length of the range.
  package static func removed(from bytes: Bytes, in range: Range<Int>) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let end = self.end(ofString: position, in: bytes, before: range.upperBound)
        while position < end {
          kept.append(bytes[position])
          position += 1
        }
        continue
      case UInt8(ascii: ",") where isLast(position, in: bytes, before: range.upperBound):
        break
      default:
        kept.append(byte)
      }
      position += 1
    }
    return kept
  }

  /// Returns the position after a string.
  private static func end(ofString begin: Int, in bytes: Bytes, before end: Int) -> Int {
    var position = begin + 1
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, end)
  }

  /// Returns whether nothing but the end of the container follows a comma.
  private static func isLast(_ comma: Int, in bytes: Bytes, before end: Int) -> Bool {
    var position = comma + 1
    while position < end, bytes[position] <= 0x20 { position += 1 }
    return position < end
      && (bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}"))
  }
}
