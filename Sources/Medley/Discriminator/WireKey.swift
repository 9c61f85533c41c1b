/// A coding key with any string or index.
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

  /// Creates the key of an element with the string value of the standard library's decoders.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// Creates an integer key, as in formats such as CBOR and MessagePack.
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates a key as the standard library's dictionaries pass it to their keys: with an integer
  /// value, which types with integer raw values need.
  init(dictionary key: WireKey) {
    stringValue = key.stringValue
    intValue = key.intValue ?? WholeNumber(key.stringValue[...])?.integer()
  }

  init(_ key: some CodingKey) {
    stringValue = key.stringValue
    intValue = key.intValue
  }
}

// MARK: - Describing

extension WireKey {
  /// The string of the key, as in `No value associated with key d ("d")`.
  var description: String { stringValue }

  var debugDescription: String { stringValue }
}

// MARK: - Writing as literals

extension WireKey: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    self.init(value)
  }
}

// MARK: - Converting

extension WireKey {
  /// The key as `convertFromSnakeCase` converts it, or nil if that is the key itself.
  var convertedFromSnakeCase: WireKey? {
    let converted = SnakeCase.camelCase(stringValue)
    return converted == stringValue ? nil : WireKey(converted)
  }
}
