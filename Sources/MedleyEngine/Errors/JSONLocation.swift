/// A place in a JSON text; `JSONError` says what its properties are.
package struct JSONLocation: Sendable {
  let line: Int
  let column: Int
  let offset: Int

  /// The bytes around the place that an excerpt needs; nil if there is none.
  ///
  /// Those after it may be of further lines: most errors of attempts with `try?` are never read, so the
  /// end of the line isn't searched for before it is needed.
  private let surroundings: [UInt8]?
  /// The number of those bytes before the place.
  private let leadCount: Int

  /// The number of bytes on each side of the place.
  private static let reach = 40
}

extension JSONLocation {
  /// The bytes of the line before the place and after it; nil if there is no excerpt.
  private var lineParts: (lead: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    surroundings.map {
      let rest = $0[leadCount...]
      return (
        $0[..<leadCount], rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      )
    }
  }

  var excerpt: String {
    guard let (lead, rest) = lineParts else { return "" }
    let before = Self.text(lead)
    return before + Self.text(rest) + "\n" + String(repeating: " ", count: before.count) + "^"
  }

  /// Whether the excerpt has text.
  var showsText: Bool {
    lineParts.map { !($0.lead.isEmpty && $0.rest.isEmpty) } ?? false
  }

  /// Returns a part of a line as text, with question marks for invalid bytes and controls.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      String(decoding: bytes, as: UTF8.self).map { character in
        character == "\u{fffd}" || character.unicodeScalars.contains { $0.value < 0x20 }
          ? "?" : character
      }
    )
  }
}

extension JSONLocation: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }
}

// MARK: - Making

extension JSONLocation {
  /// Creates the place of a byte in a document.
  ///
  /// - Parameters:
  ///   - offset: The byte, or the end of the document.
  ///   - bytes: The document.
  ///   - line: The number of its line, beginning with 0, and the beginning of the line.
  ///   - hasExcerpt: Whether it has the bytes of an excerpt.
  package init(
    of offset: Int,
    in bytes: Bytes,
    line: (number: Int, start: Int),
    hasExcerpt: Bool
  ) {
    self.offset = offset
    self.line = line.number + 1
    column = offset - line.start + 1
    guard hasExcerpt else {
      (surroundings, leadCount) = (nil, 0)
      return
    }
    var end = min(bytes.count, offset + Self.reach)
    // Never in the middle of a character.
    while end < bytes.count, end > offset, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    // A line of a feed may begin before the bytes that are still there.
    var start = min(max(line.start, offset - Self.reach, 0), end)
    while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
    surroundings = unsafe bytes.withBytes(from: start, count: end - start) { unsafe Array($0) }
    leadCount = min(max(offset, start), end) - start
  }

  /// Creates a place in a feed from one in the bytes after an offset.
  package init(_ other: JSONLocation, after offset: Int) {
    line = other.line
    column = other.column
    self.offset = other.offset + offset
    surroundings = other.surroundings
    leadCount = other.leadCount
  }
}
