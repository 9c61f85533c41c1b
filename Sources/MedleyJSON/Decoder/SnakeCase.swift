/// Keys in snake case, as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts them.
enum SnakeCase {
  /// `image_url` becomes `imageUrl`: underscores at both ends stay, the first word is lowercased,
  /// the others are capitalised. A key of one word stays as it is.
  static func camelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    var converted = String(key[..<first])
    converted += words[0].lowercased()
    for word in words.dropFirst() {
      converted += word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }
    return converted + key[key.index(after: last)...]
  }
}
