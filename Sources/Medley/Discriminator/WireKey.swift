/// A coding key made of any string or index.
struct WireKey: CodingKey, Hashable, Sendable {
  let stringValue: String
  let intValue: Int?

  init(_ stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  /// Creates the key of an element, spelled as the standard library's decoders spell it.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// Creates an integer key, as formats such as CBOR and MessagePack have them.
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  init(_ key: some CodingKey) {
    stringValue = key.stringValue
    intValue = key.intValue
  }
}

// MARK: - Converting

extension WireKey {
  /// The key as `convertFromSnakeCase` shows it to a type, or nil if that is the key itself.
  var convertedFromSnakeCase: WireKey? {
    let converted = Self.convertingFromSnakeCase(stringValue)
    return converted == stringValue ? nil : WireKey(converted)
  }

  /// Follows Foundation's `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`: underscores at
  /// both ends stay, the first word is lowercased, the others are capitalised.
  static func convertingFromSnakeCase(_ key: String) -> String {
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
