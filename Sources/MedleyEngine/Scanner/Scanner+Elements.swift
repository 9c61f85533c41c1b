// MARK: - Scanning elements

extension Scanner {
  /// Scans texts one after the other, as the elements of one array.
  ///
  /// Its entries are those of the array of all valid texts, so that paths and places are derived as
  /// in other documents. The scanner may read beyond the end of an invalid text.
  ///
  /// - Parameters:
  ///   - ranges: The texts, without white space around them.
  ///   - origin: What the document's first byte is in the ranges.
  /// - Returns: The number of valid texts before the first invalid one.
  /// - Throws: `SyntaxError` if the first text is invalid.
  mutating func scanElements(
    _ ranges: ArraySlice<Range<Int>>,
    from origin: Int
  ) throws(SyntaxError) -> Int {
    beginElements(upTo: ranges.last.map { $0.upperBound &- origin })
    var valid = 0
    for place in ranges {
      let range = place.lowerBound &- origin..<place.upperBound &- origin
      let start = count
      do throws(SyntaxError) {
        // The data of an event may be empty.
        guard !range.isEmpty else { throw SyntaxError(offset: range.lowerBound, reason: .empty) }
        let end = try scanValue(from: range.lowerBound)
        guard end == range.upperBound else {
          throw Lexer(bytes, stringStops).error(.trailingBytes, at: end)
        }
      } catch {
        count = start
        guard valid > 0 else { throw error }
        break
      }
      if entries[start].isContainer { entries[start + 2] = IndexEntry(0, valid) }
      valid += 1
    }
    endElements(valid)
    return valid
  }

  /// - Parameter end: The end of the elements, if it is known.
  mutating func beginElements(upTo end: Int? = nil) {
    stringStops.fill(for: bytes, upTo: end ?? bytes.count)
    count = IndexEntry.entriesPerContainer
  }

  /// Scans a text as the next element.
  ///
  /// - Parameters:
  ///   - begin: The first byte.
  ///   - ordinal: The number of elements before it.
  /// - Returns: The position after it; nil if it isn't valid, or isn't complete as far as the bytes
  ///   show. A number or literal is followed by a byte that ends it.
  package mutating func scanElement(from begin: Int, _ ordinal: Int) -> Int? {
    let start = count
    guard let end = try? scanValue(from: begin) else {
      count = start
      return nil
    }
    if entries[start].isContainer {
      entries[start &+ 2] = IndexEntry(0, ordinal)
    } else if bytes[begin] != UInt8(ascii: "\""), !bytes[end].endsPlainValue {
      count = start
      return nil
    }
    return end
  }

  func endElements(_ size: Int) {
    entries[0] = IndexEntry(.array, flags: 0, size: size, end: count)
    entries[1] = IndexEntry(0, bytes.count)
    entries[2] = IndexEntry(Self.root, 0)
  }
}
