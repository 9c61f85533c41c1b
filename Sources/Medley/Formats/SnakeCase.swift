/// Converts keys from snake case as `convertFromSnakeCase` of Foundation's `JSONDecoder` does.
///
/// All decoders and wire forms of Medley use it, so that a key has the same name everywhere.
package enum SnakeCase {
  /// Converts a key to camel case: `image_url` becomes `imageUrl`, `image_2x` becomes `image2X`.
  ///
  /// Underscores at both ends stay, the first word is lowercased, and the others are capitalised. A
  /// key of one word isn't changed.
  package static func camelCase(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "_")) else { return key }
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    var converted = String(key[..<first])
    converted += words[0].lowercased()
    for word in words.dropFirst() { append(word, to: &converted) }
    converted += key[key.index(after: last)...]
    return converted
  }

  /// Appends a word, capitalised.
  ///
  /// A letter after another character begins a new word: `2x` becomes `2X`.
  private static func append(_ word: Substring, to converted: inout String) {
    var isInWord = false
    for scalar in word.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter:
        converted += isInWord ? properties.lowercaseMapping : String(scalar)
        isInWord = true
      case .lowercaseLetter:
        converted += isInWord ? String(scalar) : properties.titlecaseMapping
        isInWord = true
      case .otherPunctuation, .initialPunctuation, .finalPunctuation:
        converted.unicodeScalars.append(scalar)
        isInWord = isInWord && apostrophes.contains(scalar)
      default:
        converted.unicodeScalars.append(scalar)
        isInWord = isInWord && properties.isCaseIgnorable
      }
    }
  }

  /// The punctuation that can be inside a word.
  private static let apostrophes: [Unicode.Scalar] = ["'", "\u{2019}"]
}
