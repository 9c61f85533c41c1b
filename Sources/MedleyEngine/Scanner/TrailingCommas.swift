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
    let value = bytes.part(from: range.lowerBound, count: range.count)
    var kept: [UInt8] = []
    kept.reserveCapacity(value.count)
    var position = 0
    while position < value.count {
      let isString = value[position] == UInt8(ascii: "\"")
      let end = isString ? end(ofString: position, in: value) : position + 1
      if value[position] != UInt8(ascii: ",") || !isLast(position, in: value) {
        value.part(from: position, count: end - position).append(to: &kept)
      }
      position = end
    }
    return kept
  }

  /// Returns the position after a string.
  private static func end(ofString begin: Int, in value: Bytes) -> Int {
    var position = begin + 1
    while position < value.count, value[position] != UInt8(ascii: "\"") {
      position += value[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, value.count)
  }

  /// Returns whether nothing but the end of the container follows a comma.
  private static func isLast(_ comma: Int, in value: Bytes) -> Bool {
    var position = comma + 1
    while position < value.count, value[position] <= 0x20 { position += 1 }
    return position < value.count
      && (value[position] == UInt8(ascii: "]") || value[position] == UInt8(ascii: "}"))
  }
}
