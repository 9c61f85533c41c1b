import MedleyBase

/// An error in a JSON text, or in a value of it, with its place.
///
/// It is the `underlyingError` of the errors of ``DropInJSONDecoder``, and of those of
/// `PolymorphicJSONDecoder` of MedleyJSON, or is inside the `PayloadError` with the tag of the element. If
/// a type provides another underlying error, that error stays. `DecodingError.jsonError` finds it in
/// any case:
///
/// ```swift
/// do {
///   feed = try decoder.decode(Feed.self, from: data)
/// } catch let error as DecodingError {
///   if let place = error.jsonError {
///     print(place.line, place.column)
///   }
/// }
/// ```
public struct JSONError: Error, Sendable {
  /// The line, beginning with 1.
  public let line: Int

  /// The byte of the line in UTF-8, beginning with 1.
  public let column: Int

  /// The byte of the text, beginning with 0.
  public let offset: Int

  /// The part of the line around the place, with a caret under the place.
  ///
  /// ```text
  /// {"title": "Heat", "duration": "long"}
  ///                               ^
  /// ```
  ///
  /// It is empty if `includesExcerpts` of the decoder is false.
  public var excerpt: String {
    guard let surroundings else { return "" }
    let before = Self.text(surroundings.lead)
    let after = Self.text(surroundings.restOfLine)
    return before + after + "\n" + String(repeating: " ", count: before.count) + "^"
  }

  /// The bytes of the excerpt, which may be an empty line; nil without one.
  private let surroundings: Surroundings?

  /// The reason why the text isn't JSON; nil if it is.
  let reason: SyntaxError.Reason?

  /// The place of the element in a feed, which the module for feeds knows; nil for other documents.
  package let feedPlace: (any Sendable)?
}

// MARK: - Making

extension JSONError {
  /// Creates the error at a byte of a document.
  ///
  /// - Parameters:
  ///   - offset: The byte, or the end of the document.
  ///   - bytes: The document.
  ///   - line: The number of its line, beginning with 0, and the beginning of the line.
  ///   - hasExcerpt: Whether it has the bytes of an excerpt.
  ///   - before: The number of bytes before the document, of which it is a part.
  ///   - reason: The reason why the text isn't JSON; nil if it is.
  ///   - feedPlace: The place of the element in a feed.
  @inline(__always)
  package init(
    at offset: Int,
    in bytes: Bytes,
    line: (number: Int, start: Int),
    hasExcerpt: Bool,
    after before: Int = 0,
    reason: SyntaxError.Reason?,
    feedPlace: (any Sendable)? = nil
  ) {
    self.offset = before + offset
    self.line = line.number + 1
    column = offset - line.start + 1
    self.reason = reason
    self.feedPlace = feedPlace
    guard hasExcerpt else {
      surroundings = nil
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

// MARK: - Describing

extension JSONError: LocatedError {
  package var saysWhy: Bool { reason != nil }
  package var place: String { (reason.map { "\($0) " } ?? "") + "At \(lineAndColumn)." }

  /// The line and the column, for descriptions.
  package var lineAndColumn: String { "line \(line), column \(column)" }
}

extension JSONError: CustomStringConvertible {
  /// A description of the error and its place, with an excerpt.
  public var description: String {
    guard let surroundings, !surroundings.lead.isEmpty || !surroundings.restOfLine.isEmpty else {
      return place
    }
    return "\(place.dropLast()):\n\(excerpt)"
  }

  /// Returns a part of a line as text, with question marks for invalid bytes and controls.
  @inline(never) private static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isShown = scalar != "\u{fffd}" && scalar.value >= 0x20
      text.unicodeScalars.append(isShown ? scalar : "?")
    }
    return text
  }
}

extension JSONError: CustomReflectable {
  /// A mirror of the line, the column and the offset.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["line": line, "column": column, "offset": offset],
      displayStyle: .struct
    )
  }
}

extension DecodingError {
  /// The error with its place in the JSON text; nil if another decoder threw it.
  ///
  /// It is also nil for an error that the outermost type itself throws, because there is no path.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   log(error.redactedDescription, at: error.jsonError?.line)
  /// }
  /// ```
  public var jsonError: JSONError? { locatedError as? JSONError }
}

/// The bytes of a line before a place, and bytes after it, also of further lines.
///
/// They are stored inline, and the end of the line isn't searched for before it is needed: most
/// errors of attempts with `try?` are never read.
struct Surroundings {
  /// The number of bytes on each side of the place.
  static let reach = 40

  /// Sixteen bytes.
  ///
  /// It isn't a vector, because memory with its alignment takes three times as long to allocate.
  private struct Part {
    let low: UInt64
    let high: UInt64

    @inline(__always) init(_ bytes: Bytes, at position: Int) {
      low = bytes.word(at: position)
      high = bytes.word(at: position + 8)
    }

    /// Reads as many bytes as there are up to an end.
    @inline(never) init(_ bytes: Bytes, at position: Int, to end: Int) {
      low = bytes.head(position, max(0, end - position))
      high = bytes.head(position + 8, max(0, end - position - 8))
    }

    subscript(position: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (position < 8 ? low : high) >> UInt64(position % 8 * 8))
    }
  }

  // Eighty bytes.
  private let first, second, third, fourth, fifth: Part
  private let leadCount: UInt8
  private let count: UInt8

  /// - Parameters:
  ///   - bytes: The document.
  ///   - start: The first byte, at most ``reach`` before the place.
  ///   - place: The place.
  ///   - end: The end, at most ``reach`` after the place.
  @inline(__always) init(_ bytes: Bytes, from start: Int, at place: Int, to end: Int) {
    leadCount = UInt8(place - start)
    count = UInt8(end - start)
    let isNearEnd = start + 80 > bytes.readable
    @inline(__always) func part(_ place: Int) -> Part {
      isNearEnd ? Part(bytes, at: place, to: end) : Part(bytes, at: place)
    }
    (first, second) = (part(start), part(start + 16))
    (third, fourth, fifth) = (part(start + 32), part(start + 48), part(start + 64))
  }

  private subscript(position: Int) -> UInt8 {
    [first, second, third, fourth, fifth][position / 16][position % 16]
  }

  /// The bytes before the place.
  @inline(never) var lead: [UInt8] { (0..<Int(leadCount)).map { self[$0] } }

  /// The bytes of the line from the place on.
  @inline(never) var restOfLine: [UInt8] {
    (Int(leadCount)..<Int(count)).lazy.map { self[$0] }
      .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }
}

/// A table of the beginnings of lines, made as far as needed.
///
/// Lossy lists may have thousands of errors. Each looks up its line, and the document is scanned
/// once for all of them.
package struct LineTable {
  private var starts = [0]
  /// The first byte that isn't scanned yet.
  private var seen = 0

  package init() {}

  /// Returns the line of a byte, beginning with 0, and the beginning of the line.
  ///
  /// - Complexity: O(log *n*) in the number of lines, and once O(*n*) in the bytes before.
  package mutating func line(of offset: Int, in bytes: Bytes) -> (number: Int, start: Int) {
    let limit = min(offset, bytes.count)
    while seen < limit {
      let lineFeed = bytes.first(0x0a, from: seen, to: limit)
      if lineFeed < limit { starts.append(lineFeed + 1) }
      seen = min(lineFeed + 1, limit)
    }
    let line = (1..<starts.count).partitioningIndex { starts[$0] > offset } - 1
    return (line, starts[line])
  }
}
