/// A place in a JSON text; `JSONError` says what its properties are.
package struct JSONLocation: Sendable {
  let line: Int
  let column: Int
  let offset: Int

  /// The bytes that an excerpt needs.
  private let surroundings: Surroundings

  /// Whether there is an excerpt, which may be an empty line.
  private let hasExcerpt: Bool
}

extension JSONLocation {
  var excerpt: String {
    guard hasExcerpt else { return "" }
    let before = Self.text(surroundings.lead)
    let after = Self.text(surroundings.restOfLine)
    return before + after + "\n" + String(repeating: " ", count: before.count) + "^"
  }

  /// Whether the excerpt has text.
  var showsText: Bool {
    hasExcerpt && !(surroundings.lead.isEmpty && surroundings.restOfLine.isEmpty)
  }

  /// Returns a part of a line as text, with question marks for invalid bytes and controls.
  private static func text(_ bytes: [UInt8]) -> String {
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
  ///   - before: The number of bytes before the document, of which it is a part.
  @inline(__always)
  package init(
    of offset: Int,
    in bytes: Bytes,
    line: (number: Int, start: Int),
    hasExcerpt: Bool,
    after before: Int = 0
  ) {
    self.offset = before + offset
    self.line = line.number + 1
    column = offset - line.start + 1
    self.hasExcerpt = hasExcerpt
    guard hasExcerpt else {
      surroundings = Surroundings(bytes, from: 0, at: 0, to: 0)
      return
    }
    var end = min(bytes.count, offset + Surroundings.reach)
    // Never in the middle of a character.
    while end < bytes.count, end > offset, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    // A line of a feed may begin before the bytes that are still there.
    var start = min(max(line.start, offset - Surroundings.reach, 0), end)
    while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
    surroundings = Surroundings(bytes, from: start, at: min(max(offset, start), end), to: end)
  }
}
