import Foundation

/// Keys in snake case, as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts them.
enum SnakeCase {
  /// The key in camel case: `image_url` becomes `imageUrl`.
  ///
  /// Underscores at both ends stay, the first word is lowercased, the others are capitalised. A key
  /// of one word stays as it is.
  static func camelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    var converted = String(key[..<first])
    converted += words[0].lowercased()
    for word in words.dropFirst() { converted += capitalized(word) }
    return converted + key[key.index(after: last)...]
  }

  private static func capitalized(_ word: Substring) -> String {
    // Foundation has words of its own in a word, and `2x` becomes `2X`.
    guard word.utf8.allSatisfy(\.isLetter) else { return word.capitalized }
    return word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
