/// A place in a JSON text.
///
/// ```swift
/// do {
///   feed = try PolymorphicJSONDecoder(media).decode(Feed.self, from: data)
/// } catch let error as DecodingError {
///   print(error.jsonLocation?.line ?? 0, error.jsonLocation?.column ?? 0)
/// }
/// ```
public struct JSONLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int

  /// The byte of the line in UTF-8, from 1.
  public let column: Int

  /// The byte of the text, from 0.
  public let offset: Int

  /// The part of the line around the place, and below it a caret under the place.
  ///
  /// ```text
  /// {"title": "Heat", "duration": "long"}
  ///                               ^
  /// ```
  public let excerpt: String
}

extension JSONLocation: CustomStringConvertible {
  /// The line and the column in words.
  public var description: String { "line \(line), column \(column)" }
}

// MARK: - Making

extension JSONLocation {
  /// How many bytes of a line are shown on each side of the place.
  private static let reach = 40

  /// The place of a byte in a document.
  ///
  /// - Parameters:
  ///   - offset: The byte, which may be the one behind the last.
  ///   - bytes: The document.
  ///   - lineStart: Where its line begins.
  ///   - line: The number of its line.
  init(of offset: Int, in bytes: Bytes, lineStart: Int, line: Int) {
    self.offset = offset
    self.line = line
    column = offset - lineStart + 1
    let limit = min(bytes.count, offset + Self.reach)
    let end = (offset..<max(offset, limit)).first { Self.endsLine(bytes[$0]) } ?? limit
    let start = max(lineStart, offset - Self.reach)
    let before = Self.text(bytes, from: start, to: offset)
    let after = Self.text(bytes, from: offset, to: max(offset, end))
    excerpt = before + after + "\n" + String(repeating: " ", count: before.count) + "^"
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// A part of the document as text on one line; what is no character is shown as a question mark.
  private static func text(_ bytes: Bytes, from start: Int, to end: Int) -> String {
    guard start < end else { return "" }
    var start = start
    // Not from the middle of a character.
    while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
    let text = unsafe bytes.withBytes(from: start, count: end - start) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    return String(
      text.map { character in
        character == "\u{fffd}" || character.unicodeScalars.contains { $0.value < 0x20 }
          ? "?" : character
      }
    )
  }
}
