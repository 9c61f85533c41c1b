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
    var (isInString, isEscaped) = (false, false)
    for position in range {
      let byte = bytes[position]
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"),
        let last = kept.lastIndex(where: { $0 > 0x20 }), kept[last] == UInt8(ascii: ",")
      {
        kept.remove(at: last)
      }
      kept.append(byte)
    }
    return kept
  }
}
