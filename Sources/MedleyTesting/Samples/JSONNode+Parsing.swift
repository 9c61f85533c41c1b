import Foundation

extension JSONNode {
  /// The deepest document that is a sample: what `JSONDecoder` reads.
  static let maximumDepth = 512

  /// Splits a document into its values, as far as this needs: what a scalar spells is for decoders
  /// to judge.
  ///
  /// Returns nil for what isn't a document of JSON in UTF-8, or one that is too deep.
  ///
  /// - Complexity: O(*n*) in the length of the document.
  init?(parsing bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard String(bytes: bytes, encoding: .utf8) != nil else { return nil }
    var parser = Parser(bytes: bytes)
    guard let node = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = node
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    private mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[position]) {
        position += 1
      }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
      position += 1
      return true
    }

    /// Whether there is nothing but space left.
    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return position == bytes.count
      }
    }

    mutating func value(depth: Int) -> JSONNode? {
      guard depth <= maximumDepth else { return nil }
      if take("{") { return object(depth: depth) }
      if take("[") { return array(depth: depth) }
      return scalar().map { .scalar($0) }
    }

    private mutating func object(depth: Int) -> JSONNode? {
      var members: [Member] = []
      if take("}") { return .object([]) }
      repeat {
        guard let spelling = scalar(), let key = Self.string(spelling), take(":"),
          let value = value(depth: depth + 1)
        else { return nil }
        members.append(Member(key: key, value: value))
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONNode? {
      var elements: [JSONNode] = []
      if take("]") { return .array([]) }
      repeat {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    /// Returns the spelling of a scalar.
    private mutating func scalar() -> String? {
      skipSpace()
      let start = position
      if take("\"") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard take("\"") else { return nil }
      } else {
        while position < bytes.count, !Array(",]} \n\r\t".utf8).contains(bytes[position]) {
          position += 1
        }
      }
      guard start < position else { return nil }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns the string that a text spells; nil if it spells none.
    private static func string(_ spelling: String) -> String? {
      guard spelling.hasPrefix("\"") else { return nil }
      guard spelling.contains("\\") else { return String(spelling.dropFirst().dropLast()) }
      return try? JSONDecoder().decode(String.self, from: Data(spelling.utf8))
    }
  }
}
