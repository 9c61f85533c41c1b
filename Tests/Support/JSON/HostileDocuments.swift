/// Documents of any size whose cost may grow faster than their length.
///
/// Each is valid JSON. Tests and benchmarks double the size and compare the cost.
package enum HostileDocuments: String, CaseIterable, Sendable {
  /// Many unused members in one object.
  case manyKeys
  /// The same member many times.
  case sameKey
  /// Members with long keys that differ only in the middle.
  case similarKeys
  /// Members whose keys have escapes.
  case escapedKeys
  /// Objects of as many members as are searched one by one, with a key twice.
  case repeatedKeys
  /// Many objects that are nested 500 levels deep.
  case deep
  /// One long string.
  case longString
  /// One long string of non-ASCII characters.
  case longText
  /// One string of escapes only.
  case escapes
  /// Empty arrays.
  case empties
  /// Empty objects.
  case emptyObjects
  /// Zeros.
  case zeros
  /// One number of very many digits.
  case longNumber
  /// A number whose last digit decides between two doubles.
  case halfway
  /// White space.
  case space
  /// Empty lines.
  case lines

  /// A document of about `size` bytes.
  package func bytes(_ size: Int) -> [UInt8] {
    switch self {
    case .manyKeys: object(size, each: 14) { "\"key\($0)\":1" }
    case .sameKey: object(size, each: 9) { _ in "\"key\":1" }
    case .similarKeys:
      object(size, each: 55) { "\"\(Self.letters)\($0)\(Self.letters)\":1" }
    case .escapedKeys: object(size, each: 22) { "\"\\u006b\\n\($0)\":1" }
    case .repeatedKeys:
      array(size, each: 500) { _ in
        "{" + (0..<47).map { "\"key\($0)\":1" }.joined(separator: ",") + ",\"key46\":2}"
      }
    case .deep:
      array(size, each: 2500) { _ in
        String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
      }
    case .longString: string(size, "a")
    case .longText: string(size, "東")
    case .escapes: string(size, "\\n\\u0041\\ud83d\\ude00")
    case .empties: array(size, each: 3) { _ in "[]" }
    case .emptyObjects: array(size, each: 3) { _ in "{}" }
    case .zeros: array(size, each: 2) { _ in "0" }
    case .longNumber: Array("[1\(String(repeating: "7", count: size))e-\(size)]".utf8)
    case .halfway:
      Array("[\(Self.betweenDoubles)\(String(repeating: "0", count: size))1]".utf8)
    case .space: Array("[\(String(repeating: " ", count: size))1]".utf8)
    case .lines: Array("[\(String(repeating: "\n", count: size))1]".utf8)
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz"

  /// 1 + 2^-53, exactly.
  private static let betweenDoubles = "1.00000000000000011102230246251565404236316680908203125"

  private func object(_ size: Int, each width: Int, _ member: (Int) -> String) -> [UInt8] {
    list(size, each: width, "{", "}", member)
  }

  private func array(_ size: Int, each width: Int, _ element: (Int) -> String) -> [UInt8] {
    list(size, each: width, "[", "]", element)
  }

  private func list(
    _ size: Int,
    each width: Int,
    _ opening: String,
    _ closing: String,
    _ item: (Int) -> String
  ) -> [UInt8] {
    var bytes = Array(opening.utf8)
    for index in 0..<max(1, size / width) {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += item(index).utf8
    }
    return bytes + closing.utf8
  }

  private func string(_ size: Int, _ part: String) -> [UInt8] {
    Array("[\"\(String(repeating: part, count: size / part.utf8.count))\"]".utf8)
  }
}
